import { expect, test } from 'vitest'
import { Metric } from '../../../src/routing/hierarchy/customise.ts'
import { MetricCache } from '../../../src/routing/hierarchy/metric-cache.ts'

const metric = (key: string, bytes: number) => Metric.from({ key, bytes, used: new Uint32Array(1) } as never)

test('the least lately used go first, and the bound holds', () => {
  const cache = new MetricCache(100)
  for (const key of ['a', 'b', 'c']) cache.keep(metric(key, 40))
  expect(cache.find('a')).toBe(null)
  expect(cache.find('b')!.key).toBe('b')
  cache.keep(metric('d', 40))
  expect([cache.find('c'), cache.find('b')!.key, cache.bytes]).toEqual([null, 'b', 80])
})

test('the same key counts once; one larger than the bound is not kept', () => {
  const cache = new MetricCache(100)
  cache.keep(metric('a', 60))
  cache.keep(metric('a', 70))
  expect(cache.bytes).toBe(70)
  cache.keep(metric('b', 101))
  expect([cache.find('b'), cache.find('a')!.key]).toEqual([null, 'a'])
  cache.clear()
  expect([cache.find('a'), cache.bytes]).toEqual([null, 0])
})
