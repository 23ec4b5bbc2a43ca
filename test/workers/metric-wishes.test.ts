import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CostTable } from '../../src/routing/costs/arc-cost.ts'
import { PendingMetrics } from '../../src/workers/metric-wishes.ts'

const tableOf = (key: string, classes = 1) => ({ key, factor: new Float64Array(classes) }) as CostTable
const always = () => true

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** The keys in the order in which they are made. */
function taken(wishes: PendingMetrics): string[] {
  const keys: string[] = []
  for (let wish = wishes.next(always); wish !== null; wish = wishes.next(always)) {
    keys.push(wish.table.key)
    wishes.delete(wish)
  }
  return keys
}

test('what has only to be read comes before what has to be made, the oldest first, and at its first wish', () => {
  const wishes = new PendingMetrics()
  for (const key of ['a', 'a', 'b', 'b']) wishes.add(tableOf(key), false, undefined)
  for (const key of ['c', 'd', 'd']) wishes.add(tableOf(key), true, undefined)
  expect(taken(wishes)).toEqual(['c', 'd', 'a', 'b'])
})

test('many that have to be made leave room for those to be read', () => {
  const wishes = new PendingMetrics()
  for (let i = 0; i < 40; i++) for (let times = 0; times < 2; times++) wishes.add(tableOf(`${i}`), false, undefined)
  expect(wishes.add(tableOf('read'), true, undefined)).toBe(true)
  expect(taken(wishes)).toEqual(['read', ...Array.from({ length: 16 }, (_, i) => `${i}`)])
  const large = (key: string) => wishes.add(tableOf(key, 300_000), true, undefined)
  expect(['x', 'y', 'z'].map(large)).toEqual([true, true, false])
})

test('one that may not be made now is passed over, and one too old is dropped', () => {
  const wishes = new PendingMetrics()
  wishes.add(tableOf('old'), true, undefined)
  vi.setSystemTime(9000)
  wishes.add(tableOf('new'), true, undefined)
  expect(wishes.next(({ table }) => table.key !== 'old')?.table.key).toBe('new')
  expect(wishes.next(always)?.table.key).toBe('old')
  vi.setSystemTime(10_001)
  expect(taken(wishes)).toEqual(['new'])
})

test('a setting wished once is remembered for ten minutes, and never by another network', () => {
  const wishes = new PendingMetrics()
  const add = () => wishes.add(tableOf('a'), false, undefined)
  expect(add()).toBe(false)
  vi.setSystemTime(599_000)
  vi.advanceTimersByTime(599_000)
  expect(add()).toBe(true)
  wishes.clear()
  expect([add(), taken(wishes)]).toEqual([false, []])
})
