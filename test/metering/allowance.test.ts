import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Allowance } from '../../src/metering/allowance.ts'
import { createKey } from '../../src/metering/api-key.ts'
import { type Caller, keylessCaller, visitorOf } from '../../src/metering/caller.ts'
import { Concurrency } from '../../src/metering/concurrency.ts'
import { countersGone } from '../../src/metering/counter-store.ts'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'
import { PLANS, type PlanName, periodAt } from '../../src/metering/plans.ts'
import { RateLimiter } from '../../src/metering/rate-limiter.ts'
import { between } from '../support/arbitraries.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const clock = { nowMs: () => NOW_MS }
const keyed = (plan: PlanName): Caller => ({
  account: 'project:p',
  rateAccount: 'project:p',
  ratePerS: PLANS[plan].ratePerS,
  plan: PLANS[plan],
  key: createKey({ project: 'p', plan }).record,
  address: '1.2.3.4',
})
const newAllowance = (metering = true) => new Allowance(new MemoryCounterStore(clock), metering)
const spend = async (allowance: Allowance, caller: Caller, credits: number, areaCredits = 0) => {
  const reservation = await allowance.reserve(caller, { credits, areaCredits }, NOW_MS)
  await reservation.settle(credits, areaCredits)
}

describe('credits', () => {
  test('without a key there are 500 a day, and the 501st is refused until midnight UTC', async () => {
    const allowance = newAllowance()
    const caller = keylessCaller('a')
    await spend(allowance, caller, 500)
    await expect(spend(allowance, caller, 1)).rejects.toMatchObject({
      code: 'credits_exhausted',
      retryAfterS: 12 * 3600,
    })
    await expect(
      allowance.reserve(caller, { credits: 1, areaCredits: 0 }, NOW_MS + 12 * 3_600_000),
    ).resolves.toBeDefined()
  })

  test('a request over what is left is refused whole and takes nothing', async () => {
    const allowance = newAllowance()
    const caller = keylessCaller('b')
    await spend(allowance, caller, 495)
    await expect(spend(allowance, caller, 6)).rejects.toMatchObject({ code: 'credits_exhausted' })
    expect((await allowance.state(caller, NOW_MS))?.remaining).toBe(5)
  })

  test('what was reserved too much comes back, once, and never more than was reserved', async () => {
    const allowance = newAllowance()
    const caller = keylessCaller('c')
    const reservation = await allowance.reserve(caller, { credits: 10, areaCredits: 0 }, NOW_MS)
    await reservation.settle(3, 0)
    await reservation.settle(0, 0)
    expect((await allowance.state(caller, NOW_MS))?.used).toBe(3)
    await (await allowance.reserve(caller, { credits: 2, areaCredits: 0 }, NOW_MS)).settle(99, 0)
    expect((await allowance.state(caller, NOW_MS))?.used).toBe(5)
  })

  test('whatever is reserved and settled, the sum is what was charged and never passes the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 120 }), between(0, 1)), {
          maxLength: 30,
        }),
        async (steps) => {
          const allowance = newAllowance()
          const caller = keylessCaller('d')
          let [charged, reserved, refused] = [0, 0, 0]
          for (const [credits, share] of steps) {
            const reservation = await allowance.reserve(caller, { credits, areaCredits: 0 }, NOW_MS).catch(() => null)
            if (reservation === null) {
              expect(charged + credits).toBeGreaterThan(500)
              refused++
              continue
            }
            reserved += credits
            const kept = Math.floor(credits * share)
            await reservation.settle(kept, 0)
            charged += kept
          }
          expect((await allowance.state(caller, NOW_MS))?.used).toBe(charged)
          expect(charged).toBeLessThanOrEqual(500)
          const givenBack = reserved - charged
          expect(allowance.totals).toEqual({ reserved, givenBack, refusedCredits: refused, refusedAreas: 0 })
        },
      ),
      { numRuns: 50 },
    )
  })

  test('area lookups stop at 3,000 a day on Free while other credits go on', async () => {
    const allowance = newAllowance()
    const caller = keyed('free')
    await spend(allowance, caller, 3000, 3000)
    await expect(spend(allowance, caller, 2, 2)).rejects.toMatchObject({ code: 'bbox_daily_ceiling' })
    await spend(allowance, caller, 2)
    expect(allowance.totals).toEqual({ reserved: 3002, givenBack: 0, refusedCredits: 0, refusedAreas: 1 })
    expect((await allowance.state(caller, NOW_MS))?.used).toBe(3002)
  })

  test('METERING=off enforces nothing', async () => {
    const allowance = newAllowance(false)
    await spend(allowance, keylessCaller('e'), 10_000)
    expect(await allowance.state(keylessCaller('e'), NOW_MS)).toBeNull()
  })

  test('usage is kept per operation and key for keys only, and listed for all keys of the project', async () => {
    const store = new MemoryCounterStore(clock)
    const allowance = new Allowance(store, true)
    const [one, other] = [keyed('free'), keyed('free')]
    allowance.recordCall(one, 'route', 2, NOW_MS)
    allowance.recordCall(other, 'route', 1, NOW_MS)
    allowance.recordCall(keylessCaller('f'), 'route', 1, NOW_MS)
    expect(await allowance.listUsage(one, NOW_MS)).toEqual([{ operation: 'route', calls: 2, credits: 3 }])
    for (const [{ key }, credits] of [
      [one, 2],
      [other, 1],
    ] as const)
      expect(store.listUsage('project:p', '2026-11', key!.prefix)).toEqual([{ operation: 'route', calls: 1, credits }])
    expect(await allowance.listUsage(keylessCaller('f'), NOW_MS)).toEqual([])
  })
})

test('what is charged counts for the account, its pool and its areas alike, and all else is given back to each', async () => {
  const store = new MemoryCounterStore(clock)
  const allowance = new Allowance(store, true)
  const visitor = visitorOf({ account: 'explorer', plan: PLANS.business }, '1.2.3.4')
  const call = fc.record({ credits: fc.integer({ min: 1, max: 9 }), of: between(0, 1), area: between(0, 1) })
  const charged = { credits: 0, area: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 5 }), async (calls) => {
      const open = await Promise.all(
        calls.map(({ credits, area }) =>
          allowance.reserve(visitor, { credits, areaCredits: Math.round(credits * area) }, NOW_MS),
        ),
      )
      calls.forEach(({ credits, of, area }, i) => {
        const [own, ofArea] = [Math.round(credits * of), Math.round(Math.round(credits * area) * of)]
        open[i].settle(own, ofArea)
        charged.credits += own
        charged.area += ofArea
      })
      expect(store.used('credits explorer:1.2.3.4 2026-11-21')).toBe(charged.credits)
      expect(store.used('credits explorer 2026-11')).toBe(charged.credits)
      expect(store.used('area explorer:1.2.3.4 2026-11-21')).toBe(charged.area)
    }),
    { numRuns: 60 },
  )
  expect(charged.area).toBeGreaterThan(20)
})

test('of a plan that became smaller than what is used, 0 is left', async () => {
  const allowance = newAllowance()
  const caller = keyed('free')
  await spend(allowance, caller, 300)
  const smaller: Caller = { ...caller, plan: { ...caller.plan, credits: 200 } }
  expect(await allowance.state(smaller, NOW_MS)).toMatchObject({ limit: 200, used: 300, remaining: 0 })
})

describe('periods', () => {
  test('begin with their first millisecond and end before the next one begins, in whatever order they are requested', () => {
    for (const kind of ['day', 'month'] as const) {
      const { fromMs, toMs } = periodAt(kind, NOW_MS)
      const next = periodAt(kind, toMs + 1).id
      const before = periodAt(kind, fromMs - 1).id
      const own = periodAt(kind, NOW_MS).id
      for (const [atMs, id] of [
        [toMs - 1, own],
        [toMs, next],
        [toMs - 1, own],
        [fromMs, own],
        [fromMs - 1, before],
        [fromMs, own],
      ] as const)
        expect(periodAt(kind, atMs).id, `${kind} ${atMs}`).toBe(id)
    }
  })

  test('are calendar days and months in UTC', () => {
    expect(periodAt('day', NOW_MS)).toEqual({
      id: '2026-11-21',
      fromMs: Date.UTC(2026, 10, 21),
      toMs: Date.UTC(2026, 10, 22),
    })
    expect(periodAt('month', Date.UTC(2026, 11, 31, 23, 59))).toEqual({
      id: '2026-12',
      fromMs: Date.UTC(2026, 11, 1),
      toMs: Date.UTC(2027, 0, 1),
    })
  })
})

describe('the rate', () => {
  test('lets twice the rate through at once, then one per interval', () => {
    const rates = new RateLimiter()
    const waits = Array.from({ length: 11 }, () => rates.take('a', 5, NOW_MS))
    expect(waits).toEqual([...new Array(10).fill(0), 1])
    expect(rates.take('a', 5, NOW_MS + 199)).toBe(1)
    expect(rates.take('a', 5, NOW_MS + 200)).toBe(0)
    expect(rates.take('b', 5, NOW_MS)).toBe(0)
  })

  test('a clock that goes back gives nothing away', () => {
    const rates = new RateLimiter()
    for (let i = 0; i < 10; i++) rates.take('a', 5, NOW_MS)
    expect(rates.take('a', 5, NOW_MS - 60_000)).toBe(1)
  })

  test('forgets callers whose bucket is full again', () => {
    const rates = new RateLimiter()
    for (let i = 0; i < 20_000; i++) rates.take(`caller ${i}`, 5, NOW_MS + i * 10)
    expect(rates.size).toBeLessThan(9000)
  })
})

describe('slots', () => {
  test('one on Free, two on Starter; the next is refused with Retry-After 2 until one is given back', async () => {
    const slots = new Concurrency(new MemoryCounterStore(clock))
    const release = await slots.take(keyed('free'))
    await expect(slots.take(keyed('free'))).rejects.toMatchObject({ code: 'concurrency_limit', retryAfterS: 2 })
    release()
    release()
    ;(await slots.take(keyed('free')))()
    const starter = { ...keyed('starter'), account: 'project:s' }
    await slots.take(starter)
    await slots.take(starter)
    await expect(slots.take(starter)).rejects.toMatchObject({ code: 'concurrency_limit' })
  })

  test('of another process count too, and a refusal leaves nothing behind here', async () => {
    const store = new MemoryCounterStore(clock)
    const here = new Concurrency(store)
    const there = new Concurrency(store)
    const release = await there.take(keyed('free'))
    await expect(here.take(keyed('free'))).rejects.toMatchObject({ code: 'concurrency_limit' })
    expect(here.accounts).toBe(0)
    release()
    ;(await here.take(keyed('free')))()
  })

  test('are counted by each process alone while the store is gone', async () => {
    const store = new MemoryCounterStore(clock)
    store.takeSlot = () => {
      throw countersGone()
    }
    const slots = new Concurrency(store)
    const release = await slots.take(keyed('free'))
    await expect(slots.take(keyed('free'))).rejects.toMatchObject({ code: 'concurrency_limit' })
    release()
    ;(await slots.take(keyed('free')))()
  })

  test('nothing stays behind when all are given back', async () => {
    const slots = new Concurrency(new MemoryCounterStore(clock))
    ;(await slots.take(keyed('free')))()
    expect(slots.accounts).toBe(0)
  })
})

describe('counters', () => {
  test('of past periods are dropped', () => {
    let nowMs = NOW_MS
    const store = new MemoryCounterStore({ nowMs: () => nowMs })
    const take = (counter: string, keepUntilMs: number) => store.take([{ counter, amount: 1, limit: 10, keepUntilMs }])
    take('old', NOW_MS + 1000)
    nowMs += 2000
    for (let i = 0; i < 10_001; i++) take(`new ${i}`, nowMs + 1e9)
    expect(store.used('old')).toBe(0)
    expect(store.used('new 1')).toBe(1)
  })
})
