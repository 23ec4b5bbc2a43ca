// Credits and ceilings: reserved before an operation runs, settled downwards after it (decision: keys-and-credits). A
// call that fails costs nothing. Area lookups have a ceiling of their own, per day. No sum ever exceeds its limit.

import { say } from '../language/sentence.ts'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../errors.ts'
import type { Caller, Pool } from './caller.ts'
import type { CounterDemand, CounterStore, UsageRow } from './counter-store.ts'
import { type Period, periodAt } from './plans.ts'
import type { RateState } from './rate-limiter.ts'
import { DAY_MS } from '../durations.ts'

export interface Reservation {
  /** keeps at most what was reserved and returns the rest; further calls do nothing */
  settle(charged: number, areaCharged: number): void
}

interface CreditState {
  limit: number
  used: number
  remaining: number
  resetMs: number
  fromMs: number
}

/**
 * What responses report about the allowance. Members are null while metering is off; `credits` is also null if it
 * cannot be read.
 */
export interface Receipt {
  rate: RateState | null
  credits: CreditState | null
}

export interface Demand {
  credits: number
  /** the part of the credits spent on area lookups */
  areaCredits: number
}

const NOTHING_RESERVED: Reservation = { settle: () => {} }
/** Counters outlive their period by this long, so that a clock set back still finds its old counters. */
const DAY_KEPT_MS = 3 * DAY_MS
const MONTH_KEPT_MS = 400 * DAY_MS
/** For this long a sum that this process counted is reported without reading the store again. */
const SUM_KNOWN_MS = 1000
const MOST_SUMS = 10_000
/**
 * Addresses counted individually in a day. Further ones share SHARED_COUNTERS counters, so that a flood of addresses
 * cannot fill the store.
 */
const MOST_ADDRESSES = 200_000
const SHARED_COUNTERS = 4096

export class Allowance {
  /** For metrics: credits and refusals of this process. */
  readonly totals = { reserved: 0, givenBack: 0, refusedCredits: 0, refusedAreas: 0 }
  #store: CounterStore
  #metering: boolean
  #sums = new LRUCache<string, { used: number; readMs: number }>({ max: MOST_SUMS })
  #addresses = { day: '', seen: 0 }
  /** counter names by their owner; cached, because a new string would be hashed again in every map */
  #names = new WeakMap<object, { periodId: string; name: string }>()
  #mostAddresses: number

  constructor(store: CounterStore, metering: boolean, mostAddresses = MOST_ADDRESSES) {
    this.#store = store
    this.#metering = metering
    this.#mostAddresses = mostAddresses
  }

  /**
   * Throws ServiceError `credits_exhausted`, `bbox_daily_ceiling` or `busy` (the store is down), reserving nothing.
   */
  async reserve(caller: Caller, demand: Demand, nowMs: number): Promise<Reservation> {
    if (!this.#metering || demand.credits === 0) return NOTHING_RESERVED
    const period = periodAt(caller.plan.period, nowMs)
    const counter = this.#creditCounter(caller, period)
    const day = periodAt('day', nowMs)
    const areaCounter = demand.areaCredits > 0 ? `area ${caller.account} ${day.id}` : ''
    const demands: CounterDemand[] = [
      { counter, amount: demand.credits, limit: caller.plan.credits, keepUntilMs: keepUntilMs(caller, period) },
    ]
    if (demand.areaCredits > 0)
      demands.push({
        counter: areaCounter,
        amount: demand.areaCredits,
        limit: caller.plan.areaCreditsPerDay,
        keepUntilMs: day.toMs + DAY_KEPT_MS,
      })
    const poolCounter = addPool(demands, caller, demand.credits, nowMs)
    const { refused, sums } = await this.#store.take(demands)
    this.#remember(counter, sums[0])
    if (refused !== null) {
      const isArea = refused !== 0 && demands[refused].counter !== poolCounter
      this.totals[isArea ? 'refusedAreas' : 'refusedCredits']++
      if (isArea) throw areasRefused(caller, day, nowMs)
      throw refused === 0
        ? creditsRefused(caller, demand.credits, period, sums[0], nowMs)
        : poolRefused(caller.pool!, nowMs)
    }
    if (caller.key === null && sums[0] === demand.credits) this.#addresses.seen++
    this.totals.reserved += demand.credits
    let settled = false
    return {
      settle: (charged, areaCharged) => {
        if (settled) return
        settled = true
        const tooMuch = demand.credits - Math.min(charged, demand.credits)
        if (tooMuch > 0) {
          this.#store.giveBack(counter, tooMuch)
          if (poolCounter !== null) this.#store.giveBack(poolCounter, tooMuch)
          this.totals.givenBack += tooMuch
          const known = this.#sums.get(counter)
          if (known !== undefined) known.used = Math.max(0, known.used - tooMuch)
        }
        const areaTooMuch = demand.areaCredits - Math.min(areaCharged, demand.areaCredits)
        if (areaTooMuch > 0) this.#store.giveBack(areaCounter, areaTooMuch)
      },
    }
  }

  /** Returns null while metering is off, or if the sum is neither known nor readable now. */
  async state(caller: Caller, nowMs: number): Promise<CreditState | null> {
    if (!this.#metering) return null
    const period = periodAt(caller.plan.period, nowMs)
    const counter = this.#creditCounter(caller, period)
    const known = this.#sums.get(counter)
    if (known !== undefined && performance.now() - known.readMs < SUM_KNOWN_MS)
      return toState(caller, period, known.used)
    try {
      const used = await this.#store.used(counter)
      this.#remember(counter, used)
      return toState(caller, period, used)
    } catch (thrown) {
      if (thrown instanceof ServiceError) return null
      throw thrown
    }
  }

  /**
   * The credits of the period as stored, counted whether or not they are enforced. Throws ServiceError `busy` if the
   * store is down.
   */
  async usageState(caller: Caller, nowMs: number): Promise<CreditState> {
    const period = periodAt(caller.plan.period, nowMs)
    return toState(caller, period, await this.#store.used(this.#creditCounter(caller, period)))
  }

  recordCall(caller: Caller, operation: string, credits: number, nowMs: number): void {
    if (caller.key === null) return
    const period = periodAt(caller.plan.period, nowMs)
    this.#store.recordCall({
      account: caller.account,
      keyPrefix: caller.key.prefix,
      periodId: period.id,
      operation,
      credits,
      keepUntilMs: keepUntilMs(caller, period),
    })
  }

  async listUsage(caller: Caller, nowMs: number): Promise<UsageRow[]> {
    return this.#store.listUsage(caller.account, periodAt(caller.plan.period, nowMs).id)
  }

  #creditCounter(caller: Caller, { id }: Period): string {
    if (caller.key !== null) return this.#nameFor(caller.key, caller, id)
    if (this.#addresses.day !== id) this.#addresses = { day: id, seen: 0 }
    const own = this.#nameFor(caller, caller, id)
    // an address that already has its own counter keeps it
    return this.#addresses.seen < this.#mostAddresses || this.#sums.has(own)
      ? own
      : creditCounter(`addresses:${shareOf(caller.account)}`, id)
  }

  #nameFor(owner: object, { account }: Caller, periodId: string): string {
    const known = this.#names.get(owner)
    if (known?.periodId === periodId) return known.name
    const name = creditCounter(account, periodId)
    this.#names.set(owner, { periodId, name })
    return name
  }

  #remember(counter: string, used: number): void {
    this.#sums.set(counter, { used, readMs: performance.now() })
  }
}

/** Name of the counter of an account's credits in a period, e.g. `credits project:p 2026-11`. */
export function creditCounter(account: string, periodId: string): string {
  return `credits ${account} ${periodId}`
}

/** The counter of the caller's pool, whose demand is added; null where it has none. */
function addPool(demands: CounterDemand[], { pool }: Caller, amount: number, nowMs: number): string | null {
  if (pool === undefined) return null
  const period = periodAt(pool.plan.period, nowMs)
  const counter = creditCounter(pool.account, period.id)
  demands.push({ counter, amount, limit: pool.plan.credits, keepUntilMs: period.toMs + MONTH_KEPT_MS })
  return counter
}

function keepUntilMs(caller: Caller, period: Period): number {
  return period.toMs + (caller.plan.period === 'day' ? DAY_KEPT_MS : MONTH_KEPT_MS)
}

function toState({ plan }: Caller, period: Period, used: number): CreditState {
  return {
    limit: plan.credits,
    used,
    remaining: Math.max(0, plan.credits - used),
    resetMs: period.toMs,
    fromMs: period.fromMs,
  }
}

/** The shared counter of an account, by FNV-1a. */
function shareOf(account: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < account.length; i++) hash = Math.imul(hash ^ account.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % SHARED_COUNTERS
}

/** The errors of those whose credits, or whose page's, are used up: what is left, and from when there are more. */
function creditsRefused({ plan }: Caller, credits: number, period: Period, used: number, nowMs: number): ServiceError {
  const remaining = Math.max(0, plan.credits - used)
  return new ServiceError(
    say('error.credits_exhausted', { credits, remaining, planCredits: plan.credits, resetsAt: endOf(period) }),
    { retryAfterS: secondsUntilEnd(period, nowMs) },
  )
}

function areasRefused({ plan }: Caller, day: Period, nowMs: number): ServiceError {
  return new ServiceError(
    say('error.bbox_daily_ceiling', { planCredits: plan.areaCreditsPerDay, resetsAt: endOf(day) }),
    { retryAfterS: secondsUntilEnd(day, nowMs) },
  )
}

function poolRefused({ plan }: Pool, nowMs: number): ServiceError {
  const period = periodAt(plan.period, nowMs)
  return new ServiceError(
    say('error.credits_exhausted.visitors', { planCredits: plan.credits, resetsAt: endOf(period) }),
    { retryAfterS: secondsUntilEnd(period, nowMs) },
  )
}

function endOf({ toMs }: Period): string {
  return new Date(toMs).toISOString()
}

function secondsUntilEnd({ toMs }: Period, nowMs: number): number {
  return Math.max(1, Math.ceil((toMs - nowMs) / 1000))
}
