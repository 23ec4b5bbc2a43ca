// Credits and ceilings: reserved before an operation runs, settled downwards after it (decision D2). A call that
// fails costs nothing. The ceiling of area lookups is counted apart, per day. Never lets a sum pass its limit.

import { ServiceError } from '../errors.ts'
import type { Caller } from './caller.ts'
import type { CounterStore, UsageRow } from './counter-store.ts'
import { periodAt } from './plans.ts'
import type { RateState } from './rate-limiter.ts'

export interface Reservation {
  /** keeps at most what was reserved and gives the rest back; once */
  settle(charged: number, areaCharged: number): Promise<void>
}

export interface CreditState {
  limit: number
  used: number
  remaining: number
  resetMs: number
  fromMs: number
}

/** What the doors tell the caller about the allowance. Null members while metering is off. */
export interface Receipt {
  rate: RateState | null
  credits: CreditState | null
}

export interface Demand {
  credits: number
  /** the part of the credits that are area lookups */
  areaCredits: number
}

const NOTHING_RESERVED: Reservation = { settle: () => Promise.resolve() }

export class Allowance {
  #store: CounterStore
  #metering: boolean

  constructor(store: CounterStore, metering: boolean) {
    this.#store = store
    this.#metering = metering
  }

  /** Throws ServiceError `credits_exhausted` or `bbox_daily_ceiling`, with nothing reserved. */
  async reserve(caller: Caller, demand: Demand, nowMs: number): Promise<Reservation> {
    if (!this.#metering || demand.credits === 0) return NOTHING_RESERVED
    const period = periodAt(caller.plan.period, nowMs)
    const counter = creditCounter(caller, period.id)
    const fits = await this.#store.addWithin(counter, demand.credits, caller.plan.credits, period.toMs)
    if (fits === null) {
      const remaining = caller.plan.credits - (await this.#store.used(counter))
      throw new ServiceError(
        'credits_exhausted',
        `This request costs ${demand.credits} ${demand.credits === 1 ? 'credit' : 'credits'} and ${remaining} of ${caller.plan.credits} are left until ${new Date(period.toMs).toISOString()}.`,
        { retryAfterS: Math.max(1, Math.ceil((period.toMs - nowMs) / 1000)) },
      )
    }
    const day = periodAt('day', nowMs)
    const areaCounter = `area ${caller.account} ${day.id}`
    if (demand.areaCredits > 0 && (await this.#store.addWithin(areaCounter, demand.areaCredits, caller.plan.areaCreditsPerDay, day.toMs)) === null) {
      await this.#store.giveBack(counter, demand.credits)
      throw new ServiceError(
        'bbox_daily_ceiling',
        `The daily ceiling of area lookups (${caller.plan.areaCreditsPerDay} credits) is reached until ${new Date(day.toMs).toISOString()}.`,
        { retryAfterS: Math.max(1, Math.ceil((day.toMs - nowMs) / 1000)) },
      )
    }
    let settled = false
    return {
      settle: async (charged, areaCharged) => {
        if (settled) return
        settled = true
        const tooMuch = demand.credits - Math.min(charged, demand.credits)
        if (tooMuch > 0) await this.#store.giveBack(counter, tooMuch)
        const areaTooMuch = demand.areaCredits - Math.min(areaCharged, demand.areaCredits)
        if (areaTooMuch > 0) await this.#store.giveBack(areaCounter, areaTooMuch)
      },
    }
  }

  /** Null while metering is off. */
  async state(caller: Caller, nowMs: number): Promise<CreditState | null> {
    if (!this.#metering) return null
    return this.usageState(caller, nowMs)
  }

  /** The credits of the period, counted whether or not they are enforced. */
  async usageState(caller: Caller, nowMs: number): Promise<CreditState> {
    const period = periodAt(caller.plan.period, nowMs)
    const used = await this.#store.used(creditCounter(caller, period.id))
    return { limit: caller.plan.credits, used, remaining: Math.max(0, caller.plan.credits - used), resetMs: period.toMs, fromMs: period.fromMs }
  }

  recordCall(caller: Caller, operation: string, credits: number, nowMs: number): void {
    if (caller.key === null) return
    const period = periodAt(caller.plan.period, nowMs)
    this.#store.recordCall(caller.account, period.id, operation, credits, period.toMs)
  }

  async listUsage(caller: Caller, nowMs: number): Promise<UsageRow[]> {
    return this.#store.listUsage(caller.account, periodAt(caller.plan.period, nowMs).id)
  }
}

function creditCounter(caller: Caller, periodId: string): string {
  return `credits ${caller.account} ${periodId}`
}
