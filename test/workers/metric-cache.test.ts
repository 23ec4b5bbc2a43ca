// The cache under random requests, threads that are slow or fail, and eviction: it makes one metric at a time, stays
// within its memory, and makes what is still needed at the end.

import type { JobMeter } from '../../src/job-options.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { metricPieces } from '../../src/routing/cch/customise.ts'
import { piecesOf } from '../../src/routing/cch/metric-cache.ts'
import type { CostTable } from '../../src/routing/costs/arc-cost.ts'
import { type MetricThreads, SharedMetricCache } from '../../src/workers/metric-cache.ts'
import type { SharedMetric } from '../../src/workers/route-calls.ts'

const BLOCK = 1000
const EACH = metricPieces(BLOCK) * BLOCK

/** Every third is one that bounds others, and takes one block. */
const tableOf = (key: string, classes = 1) =>
  ({ key, factor: new Float64Array(classes), ...(Number(key) % 3 === 2 ? { isBound: true } : {}) }) as CostTable

function metricOf(key: string, blocks: readonly SharedArrayBuffer[] = []): SharedMetric {
  const count = piecesOf(tableOf(key), BLOCK)
  const pieces = Array.from({ length: count }, (_, i) => blocks[i] ?? new SharedArrayBuffer(BLOCK))
  return { key, table: tableOf(key), pieces, arcCount: BLOCK / 4, used: Float64Array.of(Date.now()) }
}

/** Threads that do their work when the test says so. */
class FakeThreads implements MetricThreads {
  /** what they are to do, in order */
  readonly tasks: { does: 'make' | 'drop'; key: string; end: (fails?: boolean) => void }[] = []
  readonly shared: string[] = []
  readonly charged: string[] = []

  make(table: CostTable, blocks: readonly SharedArrayBuffer[], cpu?: JobMeter) {
    return new Promise<SharedMetric | null>((resolve, reject) => {
      const end = (fails = false) => {
        cpu?.spend(1)
        if (fails) reject(new Error('the thread died'))
        else resolve(metricOf(table.key, blocks))
      }
      this.tasks.push({ does: 'make', key: table.key, end })
    })
  }
  share({ key }: SharedMetric) {
    this.shared.push(key)
  }
  drop(key: string) {
    return new Promise<void>((end) => this.tasks.push({ does: 'drop', key, end: () => end() }))
  }

  get making(): string[] {
    return this.tasks.filter(({ does }) => does === 'make').map(({ key }) => key)
  }
  /** Ends the oldest task, and lets the cache go on. */
  async work(fails = false): Promise<void> {
    this.tasks.shift()?.end(fails)
    for (let i = 0; i < 10; i++) await null
  }
}

let threads: FakeThreads
/** With room for so many metrics that answer. */
const cacheFor = (room: number) => {
  threads = new FakeThreads()
  return new SharedMetricCache(threads, room * EACH, BLOCK)
}
/** Once is not enough. */
const needTwice = (cache: SharedMetricCache, key: string, cpu?: JobMeter) => {
  cache.need(tableOf(key), false, cpu)
  cache.need(tableOf(key), false, cpu)
}

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const stepArb = fc.oneof(
  { weight: 5, arbitrary: fc.record({ need: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 6, arbitrary: fc.record({ fails: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ passMs: fc.integer({ min: 1, max: 1500 }) }) },
)

test('one metric is made at a time, within the memory, and what is still needed is made, whatever failed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArb, { maxLength: 120 }), fc.integer({ min: 1, max: 4 }), async (steps, room) => {
      const cache = cacheFor(room)
      for (const step of steps) {
        if ('need' in step) needTwice(cache, `${step.need}`)
        else if ('passMs' in step) vi.advanceTimersByTime(step.passMs)
        else await threads.work(step.fails)
        expect(threads.making.length).toBeLessThanOrEqual(1)
        expect(cache.state.bytes).toBeLessThanOrEqual(room * EACH)
      }
      const spend = vi.fn()
      for (let turns = 0; turns < 60; turns++) {
        needTwice(cache, '1000', { spend })
        await threads.work()
        vi.advanceTimersByTime(1000)
      }
      expect(cache.list().map(({ key }) => key)).toContain('1000')
      expect(spend).toHaveBeenCalled()
      cache.close()
    }),
    { numRuns: 50 },
  )
})

test('no more than 16 wait of each kind, those that have only to be read come first, and none is made twice', async () => {
  const cache = cacheFor(100)
  needTwice(cache, '0')
  for (let n = 1; n < 20; n++) for (let times = 0; times < 3; times++) needTwice(cache, `${n}`)
  cache.need(tableOf('300'), true, undefined)
  const made: string[] = []
  while (threads.tasks.length > 0) {
    made.push(...threads.making)
    needTwice(cache, made.at(-1)!)
    await threads.work()
  }
  expect(made).toEqual(['0', '300', ...Array.from({ length: 16 }, (_, n) => `${n + 1}`)])
  expect(threads.shared).toEqual(made)
})

test('large tables that wait are bounded by their bytes', async () => {
  const cache = cacheFor(100)
  needTwice(cache, '0')
  for (const key of ['3', '4', '6']) cache.need(tableOf(key, 300_000), true, undefined)
  for (let turns = 0; turns < 4; turns++) await threads.work()
  expect(threads.shared).toEqual(['0', '3', '4'])
})

test('of a thousand settings that are needed once each, none is made; the second time within ten minutes counts', () => {
  const cache = cacheFor(100)
  for (let n = 0; n < 1000; n++) cache.need(tableOf(`${n}`), false, undefined)
  expect(threads.making).toEqual([])
  vi.advanceTimersByTime(599_000)
  cache.need(tableOf('999'), false, undefined)
  expect(threads.making).toEqual(['999'])
})

test('when the memory is full, one metric is made in a second, in the memory of the one longest unused', async () => {
  const cache = cacheFor(1)
  needTwice(cache, '0')
  await threads.work()
  const [{ pieces }] = cache.list()
  needTwice(cache, '1')
  vi.advanceTimersByTime(999)
  expect(threads.tasks).toEqual([])
  vi.advanceTimersByTime(1)
  expect(threads.tasks).toMatchObject([{ does: 'drop', key: '0' }])
  await threads.work()
  await threads.work()
  expect(cache.list()).toMatchObject([{ key: '1' }])
  expect(cache.list()[0].pieces.every((block) => pieces.includes(block))).toBe(true)
})

test('one that has waited for ten seconds is dropped', async () => {
  const cache = cacheFor(100)
  needTwice(cache, '0')
  needTwice(cache, '1')
  vi.advanceTimersByTime(10_001)
  await threads.work()
  expect(threads.shared).toEqual(['0'])
})

test('a metric that a thread made for itself is shared, and another makes room for it', async () => {
  const cache = cacheFor(1)
  needTwice(cache, '0')
  await threads.work()
  void cache.add(metricOf('1'))
  expect(threads.shared).toEqual(['0', '1'])
  expect(threads.tasks).toMatchObject([{ does: 'drop', key: '0' }])
  await threads.work()
  expect(cache.state).toMatchObject({ count: 1, bytes: EACH })
})

test('a cache that is closed shares and makes nothing more', async () => {
  const cache = cacheFor(100)
  needTwice(cache, '0')
  needTwice(cache, '1')
  cache.close()
  await threads.work()
  void cache.add(metricOf('3'))
  expect([threads.shared, threads.tasks]).toEqual([[], []])
})
