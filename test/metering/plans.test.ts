import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Allowance } from '../../src/metering/allowance.ts'
import { DAY_MS } from '../../src/durations.ts'
import { type Caller, keylessCaller, visitorOf } from '../../src/metering/caller.ts'
import type { ServiceError } from '../../src/errors.ts'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'
import { PLAN_NAMES, PLANS, planOf } from '../../src/metering/plans.ts'
import { RateLimiter } from '../../src/metering/rate-limiter.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)

test('what an operator overrides replaces what the plan has, and the ceiling of area lookups follows the credits', () => {
  for (const name of PLAN_NAMES) {
    expect(planOf(name)).toBe(PLANS[name])
    expect(planOf(name, { slots: 3 })).toEqual({ ...PLANS[name], slots: 3 })
    expect(planOf(name, { ratePerS: 77 })).toEqual({ ...PLANS[name], ratePerS: 77 })
    expect(planOf(name, { credits: 1234 })).toEqual({ ...PLANS[name], credits: 1234, areaCreditsPerDay: 123 })
  }
})

test('counters are kept for three days after their day and 400 after their month, for a clock that is set back', async () => {
  const kept = new Map<string, number>()
  const store = new MemoryCounterStore({ nowMs: () => NOW_MS })
  const take = store.take.bind(store)
  store.take = (demands) => {
    for (const { counter, keepUntilMs } of demands) kept.set(counter, keepUntilMs)
    return take(demands)
  }
  const allowance = new Allowance(store, true)
  const visitor = visitorOf({ account: 'explorer', plan: PLANS.pro }, 'kept')
  const monthly = { ...keylessCaller('monthly'), plan: PLANS.free }
  for (const caller of [keylessCaller('daily'), visitor, monthly])
    await allowance.reserve(caller, { credits: 2, areaCredits: 1 }, NOW_MS)
  const [day, month] = [Date.UTC(2026, 10, 22), Date.UTC(2026, 11, 1)]
  expect(Object.fromEntries(kept)).toEqual({
    'credits address:daily 2026-11-21': day + 3 * DAY_MS,
    'area address:daily 2026-11-21': day + 3 * DAY_MS,
    'credits explorer:kept 2026-11-21': day + 3 * DAY_MS,
    'area explorer:kept 2026-11-21': day + 3 * DAY_MS,
    'credits explorer 2026-11': month + 400 * DAY_MS,
    'credits address:monthly 2026-11': month + 400 * DAY_MS,
    'area address:monthly 2026-11-21': day + 3 * DAY_MS,
  })
})

test('a refusal says what it costs and what is left', async () => {
  const allowance = new Allowance(new MemoryCounterStore({ nowMs: () => NOW_MS }), true)
  const caller = keylessCaller('refused')
  const reserve = (credits: number) => allowance.reserve(caller, { credits, areaCredits: 0 }, NOW_MS)
  await reserve(480)
  const words = 'costs 21 credits and 20 of 500 are left until 2026-11-22T00:00:00.000Z'
  await expect(reserve(21)).rejects.toThrow(words)
  await reserve(20)
  await expect(reserve(1)).rejects.toThrow('costs 1 credit and 0 of 500 are left')
})

test('whatever is used up, a refusal says when there is more: at the end of its own period, and not a second before', async () => {
  const plan = { ...PLANS.free, credits: 9, areaCreditsPerDay: 6 }
  const day: Caller = { ...keylessCaller('day'), plan: { ...plan, period: 'day' } }
  const month: Caller = { ...day, plan }
  const ofPool = (period: 'day' | 'month'): Caller => ({
    ...day,
    pool: { account: 'p', plan: { ...plan, period, credits: 6 } },
  })
  const cases: [Caller, areaCredits: number, code: string, until: 'day' | 'month'][] = [
    [day, 0, 'credits_exhausted', 'day'],
    [month, 0, 'credits_exhausted', 'month'],
    [day, 3, 'bbox_daily_ceiling', 'day'],
    [month, 3, 'bbox_daily_ceiling', 'day'],
    [ofPool('day'), 0, 'credits_exhausted', 'day'],
    [ofPool('month'), 0, 'credits_exhausted', 'month'],
  ]
  const year = { min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) - 1 }
  await fc.assert(
    fc.asyncProperty(fc.integer(year), fc.constantFrom(...cases), async (nowMs, [caller, areaCredits, code, until]) => {
      const allowance = new Allowance(new MemoryCounterStore({ nowMs: () => nowMs }), true)
      const call = (atMs: number) =>
        allowance.reserve(caller, { credits: 3, areaCredits }, atMs).then(
          () => null,
          (refusal: ServiceError) => refusal,
        )
      let refusal = await call(nowMs)
      for (let calls = 0; calls < 3; calls++) refusal ??= await call(nowMs)
      const [y, m, d] = new Date(nowMs).toISOString().slice(0, 10).split('-').map(Number)
      const endMs = until === 'day' ? Date.UTC(y, m - 1, d + 1) : Date.UTC(y, m)
      expect(refusal).toMatchObject({ code, retryAfterS: Math.ceil((endMs - nowMs) / 1000) })
      expect(refusal!.message).toContain(new Date(endMs).toISOString())
      expect(await call(Math.max(nowMs, nowMs + (refusal!.retryAfterS! - 1) * 1000))).toMatchObject({ code })
      expect(await call(nowMs + refusal!.retryAfterS! * 1000)).toBeNull()
    }),
    { numRuns: 60 },
  )
})

test('the state of a rate is what is left, and when all of it is back; what is given back never exceeds it', () => {
  const rates = new RateLimiter()
  const state = (laterMs = 0) => rates.state('a', 5, NOW_MS + laterMs)
  expect(state()).toEqual({ limit: 10, remaining: 10, resetS: 0 })
  for (let i = 0; i < 9; i++) expect(rates.take('a', 5, NOW_MS)).toBe(0)
  expect(state()).toEqual({ limit: 10, remaining: 1, resetS: 2 })
  rates.giveBack('a', 5, NOW_MS)
  expect(state()).toEqual({ limit: 10, remaining: 2, resetS: 2 })
  // a half of a request is none
  expect(state(100)).toEqual({ limit: 10, remaining: 2, resetS: 2 })
  expect(state(1000)).toEqual({ limit: 10, remaining: 7, resetS: 1 })
  for (let i = 0; i < 20; i++) rates.giveBack('a', 5, NOW_MS + 1000)
  expect(state(1000)).toEqual({ limit: 10, remaining: 10, resetS: 0 })
})

test('an address counts once however often it calls, and only those beyond the number are counted together', async () => {
  const names = new Set<string>()
  const store = new MemoryCounterStore({ nowMs: () => NOW_MS })
  const take = store.take.bind(store)
  store.take = (demands) => {
    for (const { counter } of demands) names.add(counter)
    return take(demands)
  }
  const allowance = new Allowance(store, true, 3)
  const call = (address: string, atMs = NOW_MS) =>
    allowance.reserve(keylessCaller(address), { credits: 1, areaCredits: 0 }, atMs)
  for (const address of ['a', 'a', 'a', 'a', 'b', 'c', 'd', 'a']) await call(address)
  const own = [...names].filter((name) => name.startsWith('credits address:'))
  expect(own).toEqual(['a', 'b', 'c'].map((address) => `credits address:${address} 2026-11-21`))
  expect(names.size).toBe(4)
  // the next day counts from 0
  for (const address of ['d', 'e']) await call(address, NOW_MS + DAY_MS)
  expect(names).toContain('credits address:d 2026-11-22')
  expect(names).toContain('credits address:e 2026-11-22')
})
