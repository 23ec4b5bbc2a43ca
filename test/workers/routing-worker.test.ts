import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBlockCache } from '../../src/graph/block-cache.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { createAnswerAreas, freeArea, viewAnswer } from '../../src/workers/answer-areas.ts'
import { openNetwork } from '../../src/workers/load-network.ts'
import type { FromWorker, SharedNetwork, ToWorker, WorkerSettings } from '../../src/workers/messages.ts'
import { createRoutingPool, type RoutingPool } from '../../src/workers/routing-pool.ts'
import { fileOf } from '../support/random-network.ts'
import { tinyGraph } from '../support/tiny-graph.ts'

let folder = ''
let pool: RoutingPool
const tiny = tinyGraph(
  `A----B----C
|         |
|         |
D----E----F`,
  { cellM: 100 },
)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-worker-'))
  const networkPath = join(folder, 'network.bin')
  writeFileSync(networkPath, new Uint8Array(fileOf(tiny.graph)))
  pool = createRoutingPool({
    version: '0',
    workers: 1,
    maxQueued: 10,
    metricCacheBytes: 0,
    blockCacheBytes: 1024 ** 2,
    maxSettled: 1000,
    targetWaitMs: 60_000,
    onFault: (event) => expect.unreachable(event),
  })
  await pool.adoptRelease({ networkPath, networkRelease: 'r', terrainRelease: null })
})
afterEach(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

/** `complete`, or how it failed, if it may use so much. */
const roundTrips = (mayUseMs: number) => {
  const job = { signal: new AbortController().signal, deadlineMs: Date.now() + 60_000, expect: () => mayUseMs }
  return pool
    .on()
    .findRoundTrips({ start: tiny.at('A'), distanceKm: 2.6 }, job)
    .then(
      (answer) => answer.value.status,
      ({ code }) => code,
    )
}

test('a job ends with too_large once its thread has used for it what it may use', async () => {
  expect(await roundTrips(Infinity)).toBe('complete')
  expect(await roundTrips(-1)).toBe('too_large')
  // the thread has used more than that for other jobs, which does not count
  expect(await roundTrips(60_000)).toBe('complete')
  expect(await roundTrips(Infinity)).toBe('complete')
})

test('a network that is opened beside another answers once it is adopted, and the other until then', async () => {
  const areas = createAnswerAreas()
  const settings: WorkerSettings = {
    ...{ maxSettled: 1000, cancelFlags: new Int32Array(new SharedArrayBuffer(64)), seat: 0, areas },
    blockCache: createBlockCache(1024 ** 2, 1),
  }
  const thread = new Worker(new URL('../../src/workers/routing-worker.ts', import.meta.url), { workerData: settings })
  const said: FromWorker[] = []
  thread.on('message', (message: FromWorker) => said.push(message))
  const post = (message: ToWorker) => thread.postMessage(message)
  const networkOf = async (networkRelease: string, firstKey: number): Promise<SharedNetwork> => {
    const { buffer, blocks } = await openNetwork(join(folder, 'network.bin'))
    return {
      ...{ buffer, blocks: blocks === null ? null : { ...blocks, firstKey } },
      positions: RoutingGraph.from(buffer).createPositions(),
      engine: { name: 'waypost', version: '0', networkRelease, terrainRelease: null },
    }
  }
  const releaseOfAnswer = async (): Promise<unknown> => {
    said.length = 0
    const input = { waypoints: [tiny.at('A'), tiny.at('C')] }
    post({ type: 'job', region: '', slot: 0, kind: 'route', input, mayUseMs: Infinity })
    await expect.poll(() => said.find(({ type }) => type === 'left')).toBeDefined()
    const { area, length } = said.find((message) => message.type === 'left')!
    const answer = JSON.parse(viewAnswer(areas, area, length).toString())
    freeArea(areas, area)
    return answer.engine.network_release
  }
  try {
    post({ type: 'adopt', region: '', network: await networkOf('first', 0), generation: 1, metrics: [] })
    expect(await releaseOfAnswer()).toBe('first')
    const second = await networkOf('second', 1000)
    post({ type: 'open', region: '', network: second, generation: 2, read: null })
    expect(await releaseOfAnswer()).toBe('first')
    post({ type: 'adopt', region: '', network: second, generation: 2, metrics: [] })
    expect(await releaseOfAnswer()).toBe('second')
    // one that is opened but not the one adopted
    post({ type: 'open', region: '', network: await networkOf('third', 2000), generation: 3, read: null })
    post({ type: 'adopt', region: '', network: await networkOf('fourth', 3000), generation: 4, metrics: [] })
    expect(await releaseOfAnswer()).toBe('fourth')
  } finally {
    await thread.terminate()
  }
})
