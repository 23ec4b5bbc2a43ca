// The interface through which used credits, area lookups, calls and slots are counted: memory for tests, SQLite and
// PostgreSQL in db/.
// Everything is counted before it is answered. A store that cannot count throws ServiceError `busy` and never guesses.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'

export interface UsageRow {
  operation: string
  calls: number
  credits: number
}

/** A demand on one counter: `amount` is added if the sum stays within `limit`. */
export interface CounterDemand {
  counter: string
  amount: number
  limit: number
  /** the row may be deleted after this time */
  keepUntilMs: number
}

/**
 * `refused`: index of the first demand that did not fit, null if all were added. `sums`: each counter afterwards.
 */
export interface Taken {
  refused: number | null
  sums: number[]
}

/** One finished call of an operation within a period, under the prefix of its key. */
export interface FinishedCall {
  account: string
  keyPrefix: string
  periodId: string
  operation: string
  credits: number
  /** the count may be deleted after this time */
  keepUntilMs: number
}

export interface CounterStore {
  /** Adds all of the demands or none. */
  take(demands: readonly CounterDemand[]): Taken | Promise<Taken>
  /** Returns credits reserved but not used. Does not wait: if the store is down, it is done when the store is back. */
  giveBack(counter: string, amount: number): void
  /** The current sum, 0 if nothing was counted. */
  used(counter: string): number | Promise<number>
  /** Counts it. Does not wait. */
  recordCall(call: FinishedCall): void
  /** Usage by operation, of all keys of the account or of one. */
  listUsage(account: string, periodId: string, keyPrefix?: string): UsageRow[] | Promise<UsageRow[]>
  /** Takes one of the account's `slots`, which are shared by all replicas; returns false if all are taken. */
  takeSlot(account: string, slots: number): boolean | Promise<boolean>
  releaseSlot(account: string): void
  /** Resolves when everything so far is counted; rejects if it cannot be. */
  flush(): Promise<void>
}

/** The only failure of a store that a caller may see. */
export function countersGone(cause?: unknown): ServiceError {
  return new ServiceError(say('error.busy.credits'), { retryAfterS: 2, cause })
}
