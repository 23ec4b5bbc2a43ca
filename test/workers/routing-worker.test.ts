import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
