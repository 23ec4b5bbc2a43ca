// Random metrics against the memory: never more than the budget, never a block reused while a thread may still read it,
// and a metric that is used stays.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metricBudget, MetricMemory, type StoredMetric } from '../../src/workers/metric-cache.ts'

const BLOCK = 1000

/** A metric in these pieces and, for the rest, new ones. */
function metricIn(key: string, count: number, reused: readonly SharedArrayBuffer[], usedMs: number): StoredMetric {
  const pieces = Array.from({ length: count }, (_, i) => reused[i] ?? new SharedArrayBuffer(BLOCK))
  return { key, pieces, used: Float64Array.of(usedMs) }
}

test('the budget is what is asked, else 64 MB, and at least two settings and eight that bound others', () => {
  expect(metricBudget(5, BLOCK)).toBe(5)
  expect(metricBudget(null, BLOCK)).toBe(67_108_864)
  expect(metricBudget(null, 5.5e6)).toBe(14 * 5.5e6)
  expect(metricBudget(null, 100e6)).toBe(1.2e9)
})

test('memory stays within the budget, and no block is reused before every thread has dropped its metric', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 12 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 3 })), { maxLength: 200 }),
      (room, needs) => {
        const memory = new MetricMemory(room * BLOCK, BLOCK)
        /** by key: the blocks that threads read */
        const read = new Map<string, readonly SharedArrayBuffer[]>()
        const evicted: string[] = []
        let nowS = 1
        for (const [need, drops] of needs) {
          const key = `${need}`
          const count = need % 3 === 0 ? 3 : 1
          if (!memory.has(key) && !evicted.includes(key)) {
            if (memory.hasRoom(count)) {
              const blocks = memory.take(count)
              const inUse = new Set([...read.values()].flat())
              expect(blocks.filter((block) => inUse.has(block))).toEqual([])
              const metric = metricIn(key, count, blocks, nowS++)
              memory.made(metric, blocks)
              read.set(key, metric.pieces)
            } else {
              const oldest = memory.evict()
              if (oldest !== null) evicted.push(oldest)
            }
          }
          for (let i = 0; i < drops && evicted.length > 0; i++) {
            const dropped = evicted.shift()!
            read.delete(dropped)
            memory.dropped(dropped)
          }
          expect(memory.bytes).toBeLessThanOrEqual(room * BLOCK)
          expect(new Set([...read.values()].flat()).size).toBeLessThanOrEqual(room)
        }
      },
    ),
  )
})

test('the least lately used is evicted', () => {
  const memory = new MetricMemory(2 * BLOCK, BLOCK)
  const make = (key: string, usedMs: number) => memory.made(metricIn(key, 1, memory.take(1), usedMs), [])
  make('old', 1)
  make('new', 5)
  memory.list()[0].used[0] = 9 // a thread used it
  expect([memory.hasRoom(1), memory.evict()]).toEqual([false, 'new'])
  expect(memory.hasRoom(1)).toBe(false)
  memory.dropped('new')
  expect(memory.hasRoom(1)).toBe(true)
  make('third', 6)
  expect(memory.list().map(({ key }) => key)).toEqual(['old', 'third'])
  expect([memory.evict('third'), memory.evict('third')]).toEqual(['old', null])
})

test('three small ones are evicted for a large one, which is made in their memory', () => {
  const memory = new MetricMemory(4 * BLOCK, BLOCK)
  const small = ['a', 'b', 'c', 'd'].map((key, i) => metricIn(key, 1, [], i))
  for (const metric of small) memory.made(metric, memory.take(1))
  for (const key of ['a', 'b', 'c']) {
    expect([memory.hasRoom(3), memory.evict()]).toEqual([false, key])
    memory.dropped(key)
  }
  expect(memory.hasRoom(3)).toBe(true)
  expect(new Set(memory.take(3))).toEqual(new Set(small.slice(0, 3).flatMap(({ pieces }) => pieces)))
  expect(memory.bytes).toBe(4 * BLOCK)
})

test('blocks in which nothing could be made are free again', () => {
  const memory = new MetricMemory(2 * BLOCK, BLOCK)
  memory.made(metricIn('a', 2, memory.take(2), 1), [])
  memory.evict()
  memory.dropped('a')
  const blocks = memory.take(2)
  memory.made(null, blocks)
  expect([memory.bytes, memory.take(2)]).toEqual([2 * BLOCK, blocks])
})
