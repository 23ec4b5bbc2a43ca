// Counters in memory, lost with the process: for tests, and for a server without metering whose data folder is not
// writable. Only expired counters may be dropped, from time to time; hence no lru-cache.

import type { CounterDemand, CounterStore, FinishedCall, Taken, UsageRow } from './counter-store.ts'

const SWEEP_EVERY = 10_000

export class MemoryCounterStore implements CounterStore {
  #counters = new Map<string, { sum: number; keepUntilMs: number }>()
  #usage = new Map<string, { rows: Map<string, UsageRow & { keyPrefix: string }>; keepUntilMs: number }>()
  #slots = new Map<string, number>()
  #clock: { nowMs(): number }
  #sinceSweep = 0

  constructor(clock: { nowMs(): number }) {
    this.#clock = clock
  }

  take(demands: readonly CounterDemand[]): Taken {
    const sums = demands.map(({ counter }) => this.used(counter))
    const refused = demands.findIndex(({ amount, limit }, i) => sums[i] + amount > limit)
    if (refused >= 0) return { refused, sums }
    demands.forEach(({ counter, amount, keepUntilMs }, i) => {
      sums[i] += amount
      if (!this.#counters.has(counter)) this.#sweepNowAndThen()
      this.#counters.set(counter, { sum: sums[i], keepUntilMs })
    })
    return { refused: null, sums }
  }

  giveBack(counter: string, amount: number): void {
    const entry = this.#counters.get(counter)
    if (entry !== undefined) entry.sum = Math.max(0, entry.sum - amount)
  }

  used(counter: string): number {
    return this.#counters.get(counter)?.sum ?? 0
  }

  recordCall({ account, keyPrefix, periodId, operation, credits, keepUntilMs }: FinishedCall): void {
    const id = `${account} ${periodId}`
    let usage = this.#usage.get(id)
    if (usage === undefined) {
      this.#sweepNowAndThen()
      usage = { rows: new Map(), keepUntilMs }
      this.#usage.set(id, usage)
    }
    const row = usage.rows.get(`${keyPrefix} ${operation}`)
    if (row === undefined) usage.rows.set(`${keyPrefix} ${operation}`, { keyPrefix, operation, calls: 1, credits })
    else {
      row.calls++
      row.credits += credits
    }
  }

  listUsage(account: string, periodId: string, keyPrefix?: string): UsageRow[] {
    const sums = new Map<string, UsageRow>()
    for (const { keyPrefix: of, operation, calls, credits } of this.#usage
      .get(`${account} ${periodId}`)
      ?.rows.values() ?? []) {
      if (keyPrefix !== undefined && of !== keyPrefix) continue
      const sum = sums.get(operation)
      sums.set(operation, { operation, calls: (sum?.calls ?? 0) + calls, credits: (sum?.credits ?? 0) + credits })
    }
    return [...sums.values()].sort((a, b) => (a.operation < b.operation ? -1 : 1))
  }

  takeSlot(account: string, slots: number): boolean {
    const taken = this.#slots.get(account) ?? 0
    if (taken >= slots) return false
    this.#slots.set(account, taken + 1)
    return true
  }

  releaseSlot(account: string): void {
    const left = (this.#slots.get(account) ?? 0) - 1
    if (left > 0) this.#slots.set(account, left)
    else this.#slots.delete(account)
  }

  flush(): Promise<void> {
    return Promise.resolve()
  }

  #sweepNowAndThen(): void {
    if (++this.#sinceSweep < SWEEP_EVERY) return
    this.#sinceSweep = 0
    const nowMs = this.#clock.nowMs()
    for (const [id, entry] of this.#counters) if (entry.keepUntilMs <= nowMs) this.#counters.delete(id)
    for (const [id, entry] of this.#usage) if (entry.keepUntilMs <= nowMs) this.#usage.delete(id)
  }
}
