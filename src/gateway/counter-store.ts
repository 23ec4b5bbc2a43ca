// Where used credits are counted. The store is behind an interface, so that SQLite or PostgreSQL can take the
// place of memory; `addWithin` is atomic in each of them. Counters of past periods are dropped.

export interface UsageRow {
  operation: string
  calls: number
  credits: number
}

export interface CounterStore {
  /** Adds where the sum stays within `limit`; answers the new sum, or null where it would not fit (nothing is added). */
  addWithin(counter: string, amount: number, limit: number, expiresMs: number): number | null | Promise<number | null>
  /** Takes back what was reserved too much; answers the new sum. */
  giveBack(counter: string, amount: number): number | Promise<number>
  /** The sum now, 0 where nothing was counted. */
  used(counter: string): number | Promise<number>
  /** One finished call of an operation within a period. */
  recordCall(account: string, periodId: string, operation: string, credits: number, expiresMs: number): void
  listUsage(account: string, periodId: string): UsageRow[] | Promise<UsageRow[]>
}

const SWEEP_EVERY = 10_000

export class MemoryCounterStore implements CounterStore {
  #counters = new Map<string, { sum: number; expiresMs: number }>()
  #usage = new Map<string, { rows: Map<string, UsageRow>; expiresMs: number }>()
  #clock: { nowMs(): number }
  #sinceSweep = 0

  constructor(clock: { nowMs(): number }) {
    this.#clock = clock
  }

  addWithin(counter: string, amount: number, limit: number, expiresMs: number): number | null {
    const entry = this.#counters.get(counter)
    const sum = (entry?.sum ?? 0) + amount
    if (sum > limit) return null
    if (entry === undefined) {
      this.#sweepNowAndThen()
      this.#counters.set(counter, { sum, expiresMs })
    } else entry.sum = sum
    return sum
  }

  giveBack(counter: string, amount: number): number {
    const entry = this.#counters.get(counter)
    if (entry === undefined) return 0
    entry.sum = Math.max(0, entry.sum - amount)
    return entry.sum
  }

  used(counter: string): number {
    return this.#counters.get(counter)?.sum ?? 0
  }

  recordCall(account: string, periodId: string, operation: string, credits: number, expiresMs: number): void {
    const id = `${account} ${periodId}`
    let usage = this.#usage.get(id)
    if (usage === undefined) {
      this.#sweepNowAndThen()
      usage = { rows: new Map(), expiresMs }
      this.#usage.set(id, usage)
    }
    const row = usage.rows.get(operation)
    if (row === undefined) usage.rows.set(operation, { operation, calls: 1, credits })
    else {
      row.calls++
      row.credits += credits
    }
  }

  listUsage(account: string, periodId: string): UsageRow[] {
    const rows = [...(this.#usage.get(`${account} ${periodId}`)?.rows.values() ?? [])]
    return rows.map((row) => ({ ...row })).sort((a, b) => (a.operation < b.operation ? -1 : 1))
  }

  #sweepNowAndThen(): void {
    if (++this.#sinceSweep < SWEEP_EVERY) return
    this.#sinceSweep = 0
    const nowMs = this.#clock.nowMs()
    for (const [id, entry] of this.#counters) if (entry.expiresMs <= nowMs) this.#counters.delete(id)
    for (const [id, entry] of this.#usage) if (entry.expiresMs <= nowMs) this.#usage.delete(id)
  }
}
