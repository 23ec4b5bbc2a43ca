import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FairQueue,
  type Place,
  CALM_MS,
  CodelQueue,
  FEW,
  FEW_LEFT,
  INTERVAL_MS,
} from '../../src/overload/fair-queue.ts'

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

const TARGET_MS = 4

/** Items are numbered; `caller` by number. */
function open() {
  const queue = new CodelQueue<number>(TARGET_MS)
  let n = 0
  const push = (count: number, nowMs: number, caller = 'a') => {
    for (let i = 0; i < count; i++) queue.push(caller, n++, nowMs)
  }
  return { queue, push }
}

/** Overloaded from INTERVAL_MS + TARGET_MS + 1 on, with FEW + 1 in it that came at 0, of which 0 was served. */
function overloaded() {
  const { queue, push } = open()
  push(FEW + 2, 0)
  queue.shift(TARGET_MS + 1)
  return { queue, push, nowMs: TARGET_MS + 1 + INTERVAL_MS }
}

describe('a queue under controlled delay', () => {
  test('is overloaded once something was late for a whole interval', () => {
    const { queue, nowMs } = overloaded()
    expect(queue.takeLate(nowMs - 1)).toEqual([])
    expect(queue.isOverloaded).toBe(false)
    expect(queue.takeLate(nowMs).length).toBeGreaterThan(0)
    expect(queue.isOverloaded).toBe(true)
  })

  test('is not if it was short or quick once meanwhile', () => {
    for (const isShort of [true, false]) {
      const { queue, push, nowMs } = overloaded()
      const middleMs = nowMs - 50
      for (let i = isShort ? 1 : queue.size; i > 0; i--) queue.shift(middleMs)
      queue.takeLate(middleMs)
      push(FEW + 1, middleMs + 1)
      queue.takeLate(nowMs)
      expect(queue.isOverloaded).toBe(false)
      queue.takeLate(nowMs + INTERVAL_MS)
      expect(queue.isOverloaded).toBe(true)
    }
  })

  test('never is with few in it, however late they are (any arrivals and turns)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isArrival: fc.boolean(), afterMs: fc.nat(5000), caller: fc.nat(3) })),
        (events) => {
          const { queue, push } = open()
          let nowMs = 0
          for (const { isArrival, afterMs, caller } of events) {
            nowMs += afterMs
            if (!isArrival) queue.shift(nowMs)
            else if (queue.size < FEW) push(1, nowMs, `caller ${caller}`)
            expect([queue.isOverloaded, queue.takeLate(nowMs)]).toEqual([false, []])
          }
        },
      ),
    )
  })

  test('serves in the order of arrival, and the newest of each caller first while it is overloaded', () => {
    const { queue, push, nowMs } = overloaded()
    expect(queue.shift(nowMs - 1)).toBe(1)
    push(2, nowMs, 'b')
    push(1, nowMs, 'a')
    expect([1, 2, 3, 4].map(() => queue.shift(nowMs))).toEqual([FEW + 4, FEW + 3, FEW + 1, FEW + 2])
  })

  test('rejects what is late but for a few, the oldest first, while it is overloaded', () => {
    const { queue, push, nowMs } = overloaded()
    push(1, nowMs)
    expect(queue.takeLate(nowMs)).toEqual(Array.from({ length: FEW + 2 - FEW_LEFT }, (_, i) => i + 1))
    expect(queue.size).toBe(FEW_LEFT)
    // seven came at 0, one has waited for no longer than the target
    push(20, nowMs + TARGET_MS)
    expect(queue.takeLate(nowMs + TARGET_MS)).toEqual(Array.from({ length: 7 }, (_, i) => FEW - 5 + i))
    expect(queue.takeLate(nowMs + TARGET_MS)).toEqual([])
  })

  test('rejects at most 32 at a time', () => {
    const { queue, push, nowMs } = overloaded()
    push(100, TARGET_MS)
    expect([1, 2, 3, 4, 5].map(() => queue.takeLate(nowMs).length)).toEqual([32, 32, 32, 29, 0])
  })

  test('is overloaded until it has rejected no more than a few in a second', () => {
    const { queue, push, nowMs } = overloaded()
    let atMs = nowMs
    // of FEW + 1 all but a few
    expect(queue.takeLate(atMs)).toHaveLength(FEW + 1 - FEW_LEFT)
    for (const [more, isOverloaded] of [
      [FEW_LEFT, true],
      [FEW, false],
    ] as const) {
      while (queue.size > 0) queue.shift(atMs)
      push(FEW_LEFT + more, atMs)
      expect(queue.takeLate(atMs + TARGET_MS + 1)).toHaveLength(more)
      while (queue.size > 0) queue.shift(atMs + CALM_MS - 1)
      expect(queue.isOverloaded).toBe(true)
      queue.shift((atMs += CALM_MS))
      expect(queue.isOverloaded).toBe(isOverloaded)
    }
    // a burst has the whole interval again
    push(2 * FEW, atMs + 1)
    queue.takeLate(atMs + TARGET_MS + 2)
    queue.takeLate(atMs + TARGET_MS + 1 + INTERVAL_MS)
    expect(queue.isOverloaded).toBe(false)
  })

  test('gives every item out once, served, rejected, evicted or removed (any course)', () => {
    const step = fc.record({
      is: fc.constantFrom('push', 'push', 'push', 'shift', 'late', 'evict', 'remove'),
      ms: fc.nat(60),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const queue = new CodelQueue<number>(TARGET_MS)
        const inside = new Map<number, object>()
        let nowMs = 0
        const leave = (n: number | undefined) => n !== undefined && expect(inside.delete(n)).toBe(true)
        for (const [n, { is, ms }] of steps.entries()) {
          nowMs += ms
          if (is === 'push') inside.set(n, queue.push(`caller ${ms % 5}`, n, nowMs))
          else if (is === 'shift') leave(queue.shift(nowMs))
          else if (is === 'late') queue.takeLate(nowMs).forEach(leave)
          else if (is === 'evict') leave(queue.evictFor('newcomer'))
          else {
            const [first] = inside
            if (first === undefined) continue
            expect(queue.remove(first[1] as never)).toBe(true)
            inside.delete(first[0])
          }
          expect(queue.size).toBe(inside.size)
        }
      }),
    )
  })
})
