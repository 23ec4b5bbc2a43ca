// The credits that cover what a request runs. One reservation before anything runs covers all whose number was known;
// the elements of a list whose length nobody requested (points of a profile, stretches, instructions) are covered by
// further ones, just before they run, up to a bound. So nothing runs that is not paid for, no sum exceeds its limit,
// and a short document starts no thousands of operations.

import { NotBegun } from '../../src/errors.ts'
import type { Allowance, Demand, Reservation } from '../../src/metering/allowance.ts'
import type { Caller } from '../../src/metering/caller.ts'

/** Runs of one request beyond what was reserved before: two links each of a list of a hundred. */
export const MAX_FURTHER_RUNS = 200

interface Held {
  demand: Demand
  reservation: Reservation
}

export class CreditReservation {
  readonly #held: Held[] = []
  readonly #first: Demand
  readonly #reserve: (demand: Demand) => Promise<Reservation>
  #covered: Demand
  #claimed: Demand = { credits: 0, areaCredits: 0 }
  /** under way: what was claimed in the same turn is reserved together */
  #further: Promise<void> | null = null
  #furtherRuns = 0
  #tooMany: NotBegun | null = null
  #isSettled = false

  constructor(allowance: Allowance, caller: Caller, nowMs: () => number, first: Held) {
    this.#reserve = (demand) => allowance.reserve(caller, demand, nowMs())
    this.#first = first.demand
    this.#held.push(first)
    this.#covered = { ...first.demand }
  }

  /** Credits that were reserved. */
  get reserved(): number {
    return this.#held.reduce((sum, { demand }) => sum + demand.credits, 0)
  }

  /**
   * To be called before something runs, and `giveUp` after it where it does not answer. Null: it is covered; else it
   * may run once the promise is fulfilled. The promise rejects with ServiceError `credits_exhausted`,
   * `bbox_daily_ceiling`, `busy`. Throws NotBegun `invalid_input` beyond MAX_FURTHER_RUNS, having claimed nothing.
   */
  claim(credits: number, areaCredits: number): Promise<void> | null {
    if (this.#claimed.credits + credits > this.#first.credits && ++this.#furtherRuns > MAX_FURTHER_RUNS)
      throw (this.#tooMany ??= tooMany())
    this.#claimed.credits += credits
    this.#claimed.areaCredits += areaCredits
    if (this.#missing() === null) return null
    return (this.#further ??= Promise.resolve().then(() => this.#reserveFurther()))
  }

  /** What was claimed and did not answer. */
  giveUp(credits: number, areaCredits: number): void {
    this.#claimed.credits -= credits
    this.#claimed.areaCredits -= areaCredits
  }

  /** Keeps what was charged and gives the rest back; once. */
  settle(charged: number, areaCharged: number): void {
    this.#isSettled = true
    for (const { demand, reservation } of this.#held) {
      const credits = Math.min(charged, demand.credits)
      const area = Math.min(areaCharged, demand.areaCredits)
      reservation.settle(credits, area)
      charged -= credits
      areaCharged -= area
    }
  }

  #missing(): Demand | null {
    const areaCredits = Math.max(0, this.#claimed.areaCredits - this.#covered.areaCredits)
    const credits = Math.max(areaCredits, this.#claimed.credits - this.#covered.credits)
    return credits <= 0 ? null : { credits, areaCredits }
  }

  async #reserveFurther(): Promise<void> {
    this.#further = null
    const demand = this.#missing()
    if (demand === null) return
    this.#add(demand, 1)
    try {
      const reservation = await this.#reserve(demand)
      if (this.#isSettled) reservation.settle(0, 0)
      else this.#held.push({ demand, reservation })
    } catch (thrown) {
      this.#add(demand, -1)
      throw thrown
    }
  }

  #add({ credits, areaCredits }: Demand, sign: 1 | -1): void {
    this.#covered.credits += sign * credits
    this.#covered.areaCredits += sign * areaCredits
  }
}

function tooMany(): NotBegun {
  return new NotBegun(
    'invalid_input',
    `Lists without a requested length run more than ${MAX_FURTHER_RUNS} operations; those beyond are null without an error of their own. Ask for shorter lists.`,
  )
}
