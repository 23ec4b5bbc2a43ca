import { expect, test } from 'vitest'
import type { CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { BoundMetric } from '../../../src/routing/cch/bound-metric.ts'
import { Metric } from '../../../src/routing/cch/customise.ts'
import { MetricCache } from '../../../src/routing/cch/metric-cache.ts'

const tableOf = (key: string, more: Partial<CostTable> = {}): CostTable => ({
  ...{ key, factor: Float64Array.of(1, 1), perAscentDm: 1, perDescentDm: 1, flatPenalty: 0, minFactor: 1 },
  ...more,
})
const metric = (key: string, arcCount: number, table = tableOf(key)) =>
  Metric.from({
    key,
    table,
    pieces: [1, 2, 3].map(() => new SharedArrayBuffer(arcCount * 4)),
    arcCount,
    used: new Float64Array(1),
  })
const bound = (key: string) =>
  BoundMetric.from({
    key,
    table: tableOf(key, { isBound: true }),
    pieces: [new SharedArrayBuffer(40)],
    arcCount: 10,
    used: new Float64Array(1),
  })

test('the least lately used go first, and the bound holds', () => {
  const cache = new MetricCache(300)
  for (const key of ['a', 'b', 'c']) cache.keep(metric(key, 10))
  expect(cache.find('a')).toBe(null)
  expect(cache.find('b')!.key).toBe('b')
  cache.keep(metric('d', 10))
  expect([cache.find('c'), cache.find('b')!.key, cache.bytes]).toEqual([null, 'b', 240])
})

test('the same key counts once; one larger than the bound is not kept', () => {
  const cache = new MetricCache(300)
  cache.keep(metric('a', 15))
  cache.keep(metric('a', 20))
  expect(cache.bytes).toBe(240)
  cache.keep(metric('b', 26))
  expect([cache.find('b'), cache.find('a')!.key]).toEqual([null, 'a'])
  cache.clear()
  expect([cache.find('a'), cache.bytes]).toEqual([null, 0])
})

test('a metric that only bounds others never answers for a setting', () => {
  const cache = new MetricCache(Infinity)
  cache.keep(bound('level'))
  expect([cache.has('level'), cache.find('level')]).toEqual([true, null])
})

test('a table is bounded by the best of its sets that is complete, otherwise by the most expensive one that is nowhere more expensive', () => {
  const startedMs = Date.now()
  const best = ['level', 'steep'].map((key, i) => ({ key, share: [0.7, 0.3][i] }))
  const table = tableOf('own', { perAscentDm: 3, below: [best, [{ key: 'flat', share: 0.9 }]] })
  const cache = new MetricCache(Infinity)
  const [level, steep, flat] = [bound('level'), bound('steep'), bound('flat')]
  cache.keep(level)
  expect(cache.findBelow(table)).toBeNull()
  const cheap = metric('cheap', 1)
  const cheaper = metric('cheaper', 1, tableOf('cheaper', { perAscentDm: 0 }))
  for (const one of [cheaper, cheap, metric('dear', 1, tableOf('dear', { perAscentDm: 4 }))]) cache.keep(one)
  expect(cache.findBelow(table)).toBe(cheap)
  cache.keep(flat)
  expect(cache.findBelow(table)).toEqual({ bounds: [flat], shares: [0.9] })
  cache.keep(steep)
  expect(cache.findBelow(table)).toEqual({ bounds: [level, steep], shares: [0.7, 0.3] })
  expect(cache.findBelow(table), 'one object, so that what is known under it stays').toBe(cache.findBelow(table))
  expect(level.used[0], 'of those used within a second the one used last stays').toBeGreaterThanOrEqual(startedMs)
  for (const key of ['steep', 'flat']) cache.forget(key)
  expect(cache.findBelow(table)).toBe(cheap)
})
