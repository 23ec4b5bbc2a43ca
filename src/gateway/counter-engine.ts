// A batch of counting and its outcome: what an engine in db/ is given and answers. An engine applies all of a batch or
// nothing of it.

import type { CounterDemand, Taken, UsageRow } from './counter-store.ts'

export interface CallCount extends UsageRow {
  account: string
  keyPrefix: string
  periodId: string
  keepUntilMs: number
}

/**
 * In this order: give back, take, count calls, release slots, take slots, read. Lists hold each counter or account
 * once, but `takes`, `slotTakes` and `reads`.
 */
export interface CounterBatch {
  gives: { counter: string; amount: number }[]
  takes: (readonly CounterDemand[])[]
  calls: CallCount[]
  slotReleases: { account: string; count: number }[]
  slotTakes: { account: string; slots: number }[]
  reads: string[]
}

/** One entry per entry of the batch. */
export interface CounterOutcome {
  takes: Taken[]
  slotTakes: boolean[]
  reads: number[]
}

/** Applies whole batches, or nothing of them. A number that was applied before is answered as it was then. */
export interface CounterEngine {
  /** a batch begins at least so long after the last, so that more share it; 0 where left out */
  spacingMs?: number
  apply(batchNumber: number, batch: CounterBatch): CounterOutcome | Promise<CounterOutcome>
  listUsage(account: string, periodId: string, keyPrefix?: string): Promise<UsageRow[]>
}
