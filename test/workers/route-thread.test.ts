import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBlockCache } from '../../src/graph/block-cache.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { openNetwork } from '../../src/workers/load-network.ts'
import type { RouteThreadInputs, RouteThreadSettings, SharedNetwork } from '../../src/workers/route-calls.ts'
import { RouteThreads } from '../../src/workers/route-threads.ts'
import { createCancelFlag, ThreadHandle } from '../../src/workers/thread-handle.ts'
import { fileOf } from '../support/random-network.ts'
import { tinyGraph } from '../support/tiny-graph.ts'

let folder = ''
let pool: RouteThreads
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
  pool = new RouteThreads({
    version: '0',
    threads: 1,
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

test('a network that is opened beside another answers once it is adopted, and the other until then', async () => {
  const cancelFlag = createCancelFlag()
  const workerData: RouteThreadSettings = {
    ...{ maxSettled: 1000, cancelFlag, index: 0 },
    blockCache: createBlockCache(1024 ** 2, 1),
  }
  const worker = new Worker(new URL('../../src/workers/route-thread.ts', import.meta.url), { workerData })
  const thread = new ThreadHandle(
    worker,
    cancelFlag,
    () => undefined,
    (error) => expect.unreachable(String(error)),
  )
  const networkOf = async (networkRelease: string, firstKey: number): Promise<SharedNetwork> => {
    const { buffer, blocks } = await openNetwork(join(folder, 'network.bin'))
    return {
      ...{ buffer, blocks: blocks === null ? null : { ...blocks, firstKey } },
      positions: RoutingGraph.from(buffer).createPositions(),
      engine: { name: 'waypost', version: '0', networkRelease, terrainRelease: null },
    }
  }
  const call = async <Kind extends keyof RouteThreadInputs>(kind: Kind, input: RouteThreadInputs[Kind]) =>
    (await thread.call(kind, input)).answer
  const releaseOfAnswer = async (): Promise<unknown> => {
    const input = { waypoints: [tiny.at('A'), tiny.at('C')] }
    const { bytes } = (await call('route', { region: '', input })) as { bytes: Uint8Array }
    return JSON.parse(Buffer.from(bytes).toString()).engine.network_release
  }
  try {
    const first = await networkOf('first', 0)
    await call('adopt', { region: '', network: first, generation: 1, metrics: [] })
    expect(await releaseOfAnswer()).toBe('first')
    const second = await networkOf('second', 1000)
    await call('open', { region: '', network: second, generation: 2, readKey: null })
    expect(await releaseOfAnswer()).toBe('first')
    await call('adopt', { region: '', network: second, generation: 2, metrics: [] })
    expect(await releaseOfAnswer()).toBe('second')
    // one that is opened but not the one adopted
    await call('open', { region: '', network: await networkOf('third', 2000), generation: 3, readKey: null })
    await call('adopt', { region: '', network: await networkOf('fourth', 3000), generation: 4, metrics: [] })
    expect(await releaseOfAnswer()).toBe('fourth')
    await call('adopt', { region: '', network: null, generation: 5, metrics: [] })
    expect(await call('route', { region: '', input: { waypoints: [] } })).toMatchObject({ code: 'network_unavailable' })
  } finally {
    await thread.end()
  }
})
