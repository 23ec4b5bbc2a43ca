import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALM_MS, CodelQueue, FEW, FEW_LEFT, INTERVAL_MS } from '../../src/overload/codel-queue.ts'

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
