import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CallerQueue, type Place } from '../../src/overload/caller-queue.ts'

interface Item {
  caller: string
  n: number
}
type Step = { is: 'push'; caller: number } | { is: 'shift' | 'newest' | 'crowdOut' } | { is: 'remove'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ is: fc.constant('push' as const), caller: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constantFrom('shift' as const, 'newest' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('crowdOut' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('remove' as const), at: fc.nat() }) },
)
const steps = fc.array(step, { maxLength: 200 })

/** Plays the steps; `onServed` hears of each item in its turn, `waiting` is what a plain list says. */
function play(list: readonly Step[], onServed: (item: Item, queue: CallerQueue<Item>) => void) {
  const queue = new CallerQueue<Item>()
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
    } else if (is === 'crowdOut') {
      const item = queue.crowdOut('newcomer')
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
    expect(queue.callers).toBe(new Set(waiting.map(({ item }) => item.caller)).size)
    expect(queue.oldest?.item).toBe(waiting[0]?.item)
    expect(queue.oldestBesideNewest?.item).toBe(
      waiting.find(({ item: { caller } }, i) => waiting.findLastIndex((one) => one.item.caller === caller) > i)?.item,
    )
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
        expect([queue.size, queue.callers, queue.oldest, queue.peek()]).toEqual([0, 0, undefined, undefined])
      }),
    )
  })

  test('delays who waits by at most one turn of each other caller (any arrivals)', () => {
    fc.assert(
      fc.property(steps, (list) => {
        /** of each caller who waits: turns that each other has had since */
        const delays = new Map<string, Map<string, number>>()
        const queue = new CallerQueue<string>()
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

  test('foretells how many are served before a newcomer', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 5 }), (list, index) => {
        const { queue } = play(list, () => undefined)
        const caller = `caller ${index}`
        const predicted = queue.ahead(caller)
        const own = { caller, n: -1 }
        queue.push(caller, own)
        let before = 0
        while (queue.shift() !== own) before++
        // those who stand behind it in the ring have one turn less
        expect(before).toBeLessThanOrEqual(predicted)
        expect(before).toBeGreaterThanOrEqual(predicted - queue.callers)
      }),
    )
  })

  test('makes room at the cost of the caller with the most, and of nobody who has as few', () => {
    const queue = new CallerQueue<string>()
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item)
    queue.push('b', 'b1')
    expect(queue.crowdOut('b')).toBe('a3')
    expect(queue.crowdOut('b')).toBeUndefined()
    expect(queue.crowdOut('a')).toBeUndefined()
    expect(queue.crowdOut('c')).toBe('a2')
    expect(queue.crowdOut('c')).toBeUndefined()
  })
})
