// Where used credits, area lookups, calls and slots are counted, as an interface: memory for tests, SQLite and
// PostgreSQL in db/.
// Everything is counted before it is answered. A store that cannot count says so (ServiceError `busy`) and never
// guesses.

import { ServiceError } from '../errors.ts'

export interface UsageRow {
  operation: string
  calls: number
  credits: number
}

/** One counter that has to have room: `amount` is added where the sum stays within `limit`. */
export interface CounterDemand {
  counter: string
  amount: number
  limit: number
  /** the row may be dropped from then on */
  keepUntilMs: number
}

/**
 * `refused`: index of the first demand that did not fit, null where all were added. `sums`: of each counter, after it.
 */
export interface Taken {
  refused: number | null
  sums: number[]
}

export interface CounterStore {
  /** Adds all of the demands or none of them. */
  take(demands: readonly CounterDemand[]): Taken | Promise<Taken>
  /** Takes back what was reserved too much. Told, not awaited: a store that is gone does it when it is back. */
  giveBack(counter: string, amount: number): void
  /** The sum now, 0 where nothing was counted. */
  used(counter: string): number | Promise<number>
  /** One finished call of an operation within a period, under the first characters of the key. Told, not awaited. */
  recordCall(
    account: string,
    keyPrefix: string,
    periodId: string,
    operation: string,
    credits: number,
    keepUntilMs: number,
  ): void
  /** By operation, of all keys of the account or of one. */
  listUsage(account: string, periodId: string, keyPrefix?: string): UsageRow[] | Promise<UsageRow[]>
  /** One of the `slots` that an account has over all replicas; false where all are taken. */
  takeSlot(account: string, slots: number): boolean | Promise<boolean>
  releaseSlot(account: string): void
  /** Settles when everything told so far is counted, or rejects where it cannot be. */
  flush(): Promise<void>
}

/** The one failure of a store that a caller may see. */
export function countersGone(cause?: unknown): ServiceError {
  return new ServiceError(
    'busy',
    'Credits cannot be counted right now, so nothing that costs some is answered. Ask again in a moment.',
    { retryAfterS: 2, cause },
  )
}
