import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FEW, GRACE_MS, STANDING } from '../../src/overload/overload-detector.ts'
import { BURST_MS, QueueGuard } from '../../src/overload/queue-guard.ts'
import { SeatGuard } from '../../src/overload/seat-guard.ts'

const TARGET_MS = 20

/** One server, jobs of `serviceMs` in their order, arrivals at the given times: who gets in and how long they wait. */
function simulate(arrivalsMs: readonly number[], serviceMs: number) {
  const guard = new QueueGuard(TARGET_MS)
  let freeAtMs = 0
  return arrivalsMs.map((atMs) => {
    const waitMs = Math.max(0, freeAtMs - atMs)
    const accepted = guard.admits(waitMs, Math.ceil(waitMs / serviceMs), atMs)
    if (accepted) freeAtMs = Math.max(freeAtMs, atMs) + serviceMs
    return { atMs, waitMs, accepted }
  })
}
const every = (stepMs: number, untilMs: number) =>
  Array.from({ length: Math.floor(untilMs / stepMs) }, (_, i) => i * stepMs)

/** Clients that ask again as soon as they are answered: how often one was refused. */
function refusedOf(clients: number, serviceMs: number, untilMs: number): number {
  const guard = new QueueGuard(TARGET_MS)
  let refused = 0
  for (let nowMs = 0; nowMs < untilMs; nowMs += serviceMs) {
    const asking = nowMs === 0 ? clients : 1
    for (let i = 0; i < asking; i++) {
      const before = nowMs === 0 ? i : clients - 1
      if (!guard.admits(before * serviceMs, before, nowMs)) refused++
    }
  }
  return refused
}

describe('a queue under its guard', () => {
  test('never refuses eight, sixteen or thirty-two connections that ask without a pause', () => {
    for (const clients of [8, 16, 32])
      for (const serviceMs of [1, 10, 60]) expect(refusedOf(clients, serviceMs, 20_000)).toBe(0)
    expect(refusedOf(8, 3000, 60_000)).toBe(0) // nor few of the dearest
    expect(refusedOf(64, 10, 20_000)).toBeGreaterThan(1000)
  })

  test('lets a burst in whole, however long the last of it waits', () => {
    const burst = simulate(
      Array.from({ length: 100 }, () => 0),
      10,
    )
    expect(burst.every(({ accepted }) => accepted)).toBe(true)
    expect(burst.at(-1)!.waitMs).toBe(990)
  })

  test('refuses of a burst what would wait longer than a burst may', () => {
    const burst = simulate(
      Array.from({ length: 300 }, () => 0),
      10,
    )
    expect(burst.filter(({ accepted }) => accepted).length).toBe(BURST_MS / 10 + 1)
  })

  test('at twice what it can do keeps the wait to the target or to few jobs, and itself busy', () => {
    for (const serviceMs of [1, 10]) {
      const all = simulate(every(serviceMs / 2, 120_000), serviceMs)
      const accepted = all.filter(({ accepted }) => accepted)
      const late = accepted.filter(({ waitMs }) => waitMs > Math.max(TARGET_MS, FEW * serviceMs))
      expect(late.length / accepted.length).toBeLessThan(0.03)
      expect(accepted.length * serviceMs).toBeGreaterThan(0.98 * 120_000)
      expect(all.filter(({ accepted }) => !accepted).length / all.length).toBeCloseTo(0.5, 1)
    }
  })

  test('takes every request again, and bursts too, once the load is over', () => {
    const over = every(5, 10_000)
    const calm = every(20, 3000).map((atMs) => atMs + 10_500)
    const burst = Array.from({ length: 20 }, () => 14_000)
    const answers = simulate([...over, ...calm, ...burst], 10)
    expect(answers.slice(over.length).every(({ accepted }) => accepted)).toBe(true)
  })

  test('never refuses while the wait is within the target (any arrivals)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 300 }),
        fc.integer({ min: 1, max: 60 }),
        (gaps, serviceMs) => {
          let atMs = 0
          const answers = simulate(
            gaps.map((gap) => (atMs += gap)),
            serviceMs,
          )
          expect(answers.filter(({ accepted, waitMs }) => !accepted && waitMs <= TARGET_MS)).toEqual([])
        },
      ),
    )
  })

  test('holds a job that may wait longer to its own target', () => {
    const guard = new QueueGuard(TARGET_MS)
    guard.admits(100, STANDING, 0)
    expect(guard.admits(100, STANDING, GRACE_MS)).toBe(false)
    expect(guard.admits(100, STANDING, GRACE_MS + 1, 150)).toBe(true)
  })
})

describe('a pool of seats under its guard', () => {
  test('learns how long its jobs take and lets two of them be waited for', () => {
    const guard = new SeatGuard(10, 1)
    for (let i = 0; i < 200; i++) guard.worked(10)
    const seats = 8
    guard.admits(STANDING, seats, 0)
    expect(guard.admits(STANDING, seats, GRACE_MS)).toBe(false) // 50 ms
    expect(guard.admits(8, seats, GRACE_MS + 1)).toBe(true) // 20 ms: two jobs
    expect(guard.admits(16, seats, GRACE_MS + 2)).toBe(false) // 30 ms
    expect(guard.refused).toBe(2)
  })
})
