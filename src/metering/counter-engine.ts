// A batch of counts and its outcome: the interface of the engines in db/. An engine applies all of a batch or nothing.

import type { CounterDemand, FinishedCall, Taken, UsageRow } from './counter-store.ts'

/** Calls of one kind, and their credits together. */
export interface CallCount extends FinishedCall {
  calls: number
}

/**
 * Applied in this order: give back, take, count calls, release slots, take slots, read. Each counter or account appears
 * once in a list, except in `takes`, `slotTakes` and `reads`.
 */
export interface CounterBatch {
  gives: { counter: string; amount: number }[]
  takes: (readonly CounterDemand[])[]
  calls: CallCount[]
  slotReleases: { account: string; count: number }[]
  slotTakes: { account: string; slots: number }[]
  reads: string[]
}

/** Each list has one entry for each entry of the batch. */
export interface CounterOutcome {
  takes: Taken[]
  slotTakes: boolean[]
  reads: number[]
}

/** Applies a whole batch or nothing. A batch number applied before gets the same answer as then. */
export interface CounterEngine {
  /** minimum time between the starts of two batches, so that more requests share one; default 0 */
  spacingMs?: number
  apply(batchNumber: number, batch: CounterBatch): CounterOutcome | Promise<CounterOutcome>
  listUsage(account: string, periodId: string, keyPrefix?: string): Promise<UsageRow[]>
}
