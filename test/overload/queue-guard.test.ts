import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteBudget, SMALL_BODY_BYTES } from '../../src/overload/byte-budget.ts'
import { LoopGuard } from '../../src/overload/loop-guard.ts'
import { QueueGuard } from '../../src/overload/queue-guard.ts'
import { SeatGuard } from '../../src/overload/seat-guard.ts'

const OPTIONS = { targetMs: 20, graceMs: 250, burstMs: 2000, calmMs: 1000 }

/** One server, jobs of `serviceMs` in their order, arrivals at the given times: who gets in and how long they wait. */
function simulate(arrivalsMs: readonly number[], serviceMs: number) {
  const guard = new QueueGuard(OPTIONS)
  let freeAtMs = 0
  return arrivalsMs.map((atMs) => {
    const waitMs = Math.max(0, freeAtMs - atMs)
    const accepted = guard.admits(waitMs, atMs)
    if (accepted) freeAtMs = Math.max(freeAtMs, atMs) + serviceMs
    return { atMs, waitMs, accepted }
  })
}
const every = (stepMs: number, untilMs: number) => Array.from({ length: Math.floor(untilMs / stepMs) }, (_, i) => i * stepMs)

describe('a queue under its guard', () => {
  it('lets a burst in whole, however long the last of it waits', () => {
    const burst = simulate(Array.from({ length: 100 }, () => 0), 10)
    expect(burst.every(({ accepted }) => accepted)).toBe(true)
    expect(burst.at(-1)!.waitMs).toBe(990)
  })

  it('refuses of a burst what would wait longer than a burst may', () => {
    const burst = simulate(Array.from({ length: 300 }, () => 0), 10)
    expect(burst.filter(({ accepted }) => accepted).length).toBe(201)
  })

  it('at twice what it can do keeps the wait to the target and itself busy', () => {
    const all = simulate(every(5, 60_000), 10)
    const accepted = all.filter(({ accepted }) => accepted)
    const late = accepted.filter(({ waitMs }) => waitMs > OPTIONS.targetMs)
    expect(late.length / accepted.length).toBeLessThan(0.01)
    expect(accepted.length * 10).toBeGreaterThan(0.98 * 60_000)
    expect(all.filter(({ accepted }) => !accepted).length / all.length).toBeCloseTo(0.5, 1)
  })

  it('takes every request again, and bursts too, once the load is over', () => {
    const over = every(5, 10_000)
    const calm = every(20, 3000).map((atMs) => atMs + 10_200)
    const burst = Array.from({ length: 20 }, () => 14_000)
    const answers = simulate([...over, ...calm, ...burst], 10)
    expect(answers.slice(over.length).every(({ accepted }) => accepted)).toBe(true)
  })

  it('never refuses while the wait is within the target (any arrivals)', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (gaps, serviceMs) => {
      let atMs = 0
      const answers = simulate(gaps.map((gap) => (atMs += gap)), serviceMs)
      return answers.every(({ accepted, waitMs }) => accepted || waitMs > OPTIONS.targetMs)
    }))
  })

  it('a job that may wait longer is held to its own target', () => {
    const guard = new QueueGuard(OPTIONS)
    guard.admits(100, 0)
    expect(guard.admits(100, 300)).toBe(false)
    expect(guard.admits(100, 301, 150)).toBe(true)
  })
})

/** Turns of the event loop: each handles what arrived during the one before, `workMs` for what is admitted, `refuseMs` for the rest. */
function simulateTurns(ratePerMs: number, workMs: number, refuseMs: number, untilMs: number, targetMs = 20) {
  let nowMs = 0
  let endTurn: () => void = () => undefined
  const guard = new LoopGuard({ ...OPTIONS, targetMs }, () => nowMs, (work) => (endTurn = work))
  const turns: { atMs: number; ms: number; admitted: number; refused: number }[] = []
  let arrived = 1
  let owed = 0
  while (nowMs < untilMs) {
    const turn = { atMs: nowMs, ms: 0, admitted: 0, refused: 0 }
    for (let i = 0; i < arrived; i++) {
      if (guard.admits()) {
        turn.admitted++
        nowMs += workMs
      } else {
        turn.refused++
        nowMs += refuseMs
      }
    }
    if (arrived > 0) endTurn()
    else nowMs += 1
    turn.ms = nowMs - turn.atMs
    turns.push(turn)
    owed += turn.ms * ratePerMs
    arrived = Math.floor(owed)
    owed -= arrived
  }
  return { guard, turns }
}

describe('the main thread under its guard', () => {
  it('works a burst off in one turn', () => {
    let nowMs = 0
    const guard = new LoopGuard(OPTIONS, () => nowMs, () => undefined)
    for (let i = 0; i < 100; i++, nowMs += 2) expect(guard.admits()).toBe(true)
  })

  it('keeps turns short at twice what it can do, and takes all again afterwards', () => {
    const { guard, turns } = simulateTurns(2, 1, 0.03, 60_000)
    const settled = turns.filter(({ atMs }) => atMs > 1500)
    expect(Math.max(...settled.map(({ ms }) => ms))).toBeLessThan(20)
    const admitted = settled.reduce((sum, turn) => sum + turn.admitted, 0)
    expect(admitted).toBeGreaterThan(0.9 * 58_500)
    expect(guard.isStrict).toBe(true)
  })

  it('refuses nothing below what it can do', () => {
    const { turns } = simulateTurns(0.8, 1, 0.03, 20_000)
    expect(turns.reduce((sum, { refused }) => sum + refused, 0)).toBe(0)
  })

  it('is at ease again a second after the last refusal', () => {
    let nowMs = 0
    let endTurn: () => void = () => undefined
    const guard = new LoopGuard(OPTIONS, () => nowMs, (work) => (endTurn = work))
    guard.admits()
    nowMs = 300
    expect(guard.admits()).toBe(false)
    endTurn()
    expect([guard.admits(), guard.isStrict]).toEqual([true, true])
    endTurn()
    nowMs = 1400
    expect([guard.admits(), guard.isStrict]).toEqual([true, false])
  })
})

describe('the budget of body bytes', () => {
  it('keeps a quarter for small bodies', () => {
    const budget = new ByteBudget(1_000_000)
    expect(budget.take(500_000)).toBe(true)
    expect(budget.take(300_000)).toBe(false)
    expect(budget.take(250_000)).toBe(true)
    expect(budget.take(100_000)).toBe(false)
    expect(budget.take(SMALL_BODY_BYTES)).toBe(true)
    budget.giveBack(500_000)
    expect(budget.take(300_000)).toBe(true)
  })

  it('takes one body larger than itself, alone', () => {
    const budget = new ByteBudget(1000)
    expect(budget.take(5000)).toBe(true)
    expect(budget.take(1)).toBe(false)
    budget.giveBack(5000)
    expect(budget.heldBytes).toBe(0)
    expect(budget.take(1)).toBe(true)
  })
})

describe('a pool of seats under its guard', () => {
  it('learns how long its jobs take and lets two of them be waited for', () => {
    const guard = new SeatGuard(10, 1)
    for (let i = 0; i < 200; i++) guard.worked(100)
    const refusals = (queued: number) => [guard.admits(queued, 2, 0), guard.admits(queued, 2, 50), guard.admits(queued, 2, 200)]
    expect(refusals(2)).toEqual([true, true, true]) // 200 ms: two jobs
    expect(refusals(4)).toEqual([true, true, false]) // 300 ms, for longer than a burst
    expect(guard.refused).toBe(1)
  })
})
