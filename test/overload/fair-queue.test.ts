import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairQueue, type Place } from '../../src/overload/fair-queue.ts'

interface Item {
  caller: string
  n: number
}
type Step = { is: 'push'; caller: number } | { is: 'shift' | 'newest' | 'evictFor' } | { is: 'remove'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ is: fc.constant('push' as const), caller: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constantFrom('shift' as const, 'newest' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('evictFor' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('remove' as const), at: fc.nat() }) },
)
const steps = fc.array(step, { maxLength: 200 })

/** Plays the steps; `onServed` hears of each item in its turn, `waiting` is what a plain list says. */
function play(list: readonly Step[], onServed: (item: Item, queue: FairQueue<Item>) => void) {
  const queue = new FairQueue<Item>()
  const waiting: { item: Item; place: Place<Item> }[] = []
  let n = 0
  const gone = (item: Item) =>
    waiting.splice(
      waiting.findIndex((one) => one.item === item),
      1,
    )
  for (const { is, ...more } of list) {
    if (is === 'push') {
      const item = { caller: `caller ${(more as { caller: number }).caller}`, n: n++ }
      waiting.push({ item, place: queue.push(item.caller, item) })
    } else if (is === 'remove') {
      if (waiting.length === 0) continue
      const { item, place } = waiting[(more as { at: number }).at % waiting.length]
      expect(queue.remove(place)).toBe(true)
      expect(queue.remove(place)).toBe(false)
      gone(item)
    } else if (is === 'evictFor') {
      const item = queue.evictFor('newcomer')
      if (item !== undefined) gone(item)
    } else {
      const item = is === 'shift' ? queue.shift() : queue.shiftNewest()
      if (item === undefined) expect(waiting).toEqual([])
      else {
        gone(item)
        onServed(item, queue)
      }
    }
    expect(queue.size).toBe(waiting.length)
    expect(queue.oldest?.item).toBe(waiting[0]?.item)
  }
  return { queue, waiting: waiting.map(({ item }) => item) }
}

describe('a queue in which callers take turns', () => {
  test('gives every item out once and keeps none (any comings and goings)', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const served: Item[] = []
        const { queue, waiting } = play(list, (item) => served.push(item))
        for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
          expect(waiting).toContain(item)
          served.push(item)
        }
        expect(new Set(served).size).toBe(served.length)
        expect(served.length).toBeGreaterThanOrEqual(waiting.length)
        expect([queue.size, queue.oldest, queue.shiftNewest()]).toEqual([0, undefined, undefined])
      }),
    )
  })

  test('delays who waits by at most one turn of each other caller (any arrivals)', () => {
    fc.assert(
      fc.property(steps, (list) => {
        /** of each caller who waits: turns that each other has had since */
        const delays = new Map<string, Map<string, number>>()
        const queue = new FairQueue<string>()
        const counts = new Map<string, number>()
        for (const one of list) {
          if (one.is === 'push') {
            const caller = `caller ${one.caller}`
            queue.push(caller, caller)
            counts.set(caller, (counts.get(caller) ?? 0) + 1)
            if (!delays.has(caller)) delays.set(caller, new Map())
          } else if (one.is === 'shift' || one.is === 'newest') {
            const served = one.is === 'shift' ? queue.shift() : queue.shiftNewest()
            if (served === undefined) continue
            counts.set(served, counts.get(served)! - 1)
            delays.delete(served)
            for (const turns of delays.values()) {
              turns.set(served, (turns.get(served) ?? 0) + 1)
              expect(turns.get(served)).toBe(1)
            }
            if (counts.get(served)! > 0) delays.set(served, new Map())
          }
        }
      }),
    )
  })

  test('serves each caller in the order of arrival', () => {
    fc.assert(
      fc.property(
        steps.map((list) => list.filter(({ is }) => is !== 'newest')),
        (list) => {
          const last = new Map<string, number>()
          play(list, ({ caller, n }) => {
            expect(n).toBeGreaterThan(last.get(caller) ?? -1)
            last.set(caller, n)
          })
        },
      ),
    )
  })

  test('makes room at the cost of the caller with the most, and of nobody who has as few', () => {
    const queue = new FairQueue<string>()
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item)
    queue.push('b', 'b1')
    expect(queue.evictFor('b')).toBe('a3')
    expect(queue.evictFor('b')).toBeUndefined()
    expect(queue.evictFor('a')).toBeUndefined()
    expect(queue.evictFor('c')).toBe('a2')
    expect(queue.evictFor('c')).toBeUndefined()
  })
})
