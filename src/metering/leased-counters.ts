// Credits of busy accounts, leased from the store in small amounts and spent here, so that most calls need no store.
// Leases are counted in the store in advance: no account ever overspends, and a killed process leaves at most
// MOST_LEASED credits of an account counted but unused.
// Leases grow with use, shrink as the credits left run low and are returned after seconds of idleness, so that the last
// credits of a plan can be spent on any replica.

import { ServiceError } from '../errors.ts'
import type { CounterDemand, CounterStore, FinishedCall, Taken, UsageRow } from './counter-store.ts'

/** The most credits of one account that a process may lease, however busy. */
export const MOST_LEASED = 1024
/** A lease has this many credits, or as many as are used in LEASE_MS if that is more. */
const SMALL_LEASE = 64
const LEASE_MS = 250
/** Recent use decays exponentially with this time constant. */
const RECENT_MS = 2000
/** A lease is at most 1 / SHARE_OF_LEFT of the credits left: below 32 credits nothing is leased. */
const SHARE_OF_LEFT = 32
/** This many recent calls make an account busy: four at once, or two a second for a while. */
const BUSY_CALLS = 4
const IDLE_AFTER_MS = 2500
const SWEEP_MS = 500

interface Lease {
  /** leased and not yet spent */
  left: number
  /** sum of the counter in the store as last read, leases included */
  sum: number
  limit: number
  keepUntilMs: number
  sinceMs: number
  /** recent calls and credits, decayed until `lastMs` */
  calls: number
  used: number
  lastMs: number
  refilling: boolean
}

export class LeasedCounterStore implements CounterStore {
  #store: CounterStore
  #leases = new Map<string, Lease>()
  #sweep: NodeJS.Timeout
  #nowMs: () => number

  constructor(store: CounterStore, nowMs: () => number = () => performance.now()) {
    this.#store = store
    this.#nowMs = nowMs
    this.#sweep = setInterval(() => this.#returnIdle(nowMs()), SWEEP_MS)
    this.#sweep.unref()
  }

  /** Credits leased and not spent, over all accounts; for metrics. */
  get leased(): number {
    let sum = 0
    for (const { left } of this.#leases.values()) sum += left
    return sum
  }

  take(demands: readonly CounterDemand[]): Taken | Promise<Taken> {
    if (demands.length !== 1) return this.#takeAll(demands)
    const [demand] = demands
    const { counter, amount, limit } = demand
    const nowMs = this.#nowMs()
    let lease = this.#leases.get(counter)
    if (lease === undefined || lease.limit !== limit) {
      if (lease !== undefined) this.#giveUp(counter, lease)
      this.#leases.set(
        counter,
        (lease = {
          left: 0,
          sum: 0,
          limit,
          keepUntilMs: demand.keepUntilMs,
          sinceMs: nowMs,
          calls: 0,
          used: 0,
          lastMs: nowMs,
          refilling: false,
        }),
      )
    }
    const kept = keptOf(lease.lastMs, nowMs)
    lease.calls = lease.calls * kept + 1
    lease.used = lease.used * kept + amount
    lease.lastMs = nowMs
    if (lease.left < amount) return this.#takeMore(demand, lease)
    lease.left -= amount
    if (lease.left < sizeOf(lease) / 2) this.#refill(counter, lease)
    return { refused: null, sums: [lease.sum - lease.left] }
  }

  giveBack(counter: string, amount: number): void {
    const lease = this.#leases.get(counter)
    if (lease !== undefined && lease.left + amount <= sizeOf(lease)) lease.left += amount
    else {
      if (lease !== undefined) lease.sum -= amount
      this.#store.giveBack(counter, amount)
    }
  }

  async used(counter: string): Promise<number> {
    const used = await this.#store.used(counter)
    return Math.max(0, used - (this.#leases.get(counter)?.left ?? 0))
  }

  recordCall(call: FinishedCall): void {
    this.#store.recordCall(call)
  }

  listUsage(account: string, periodId: string, keyPrefix?: string): UsageRow[] | Promise<UsageRow[]> {
    return this.#store.listUsage(account, periodId, keyPrefix)
  }

  takeSlot(account: string, slots: number): boolean | Promise<boolean> {
    return this.#store.takeSlot(account, slots)
  }

  releaseSlot(account: string): void {
    this.#store.releaseSlot(account)
  }

  flush(): Promise<void> {
    return this.#store.flush()
  }

  /** Returns every lease. Close the underlying store after this. */
  close(): void {
    clearInterval(this.#sweep)
    for (const [counter, lease] of this.#leases) this.#giveUp(counter, lease)
    this.#leases.clear()
  }

  /** From the store alone. What is leased was taken before and is not used yet: it is left out of the sums. */
  async #takeAll(demands: readonly CounterDemand[]): Promise<Taken> {
    const { refused, sums } = await this.#store.take(demands)
    const used = demands.map(({ counter }, index) => {
      const lease = this.#leases.get(counter)
      if (lease === undefined) return sums[index]
      lease.sum = sums[index]
      return sums[index] - lease.left
    })
    return { refused, sums: used }
  }

  /** Spends what is left of the lease, takes the rest from the store, and leases more if the account is busy. */
  async #takeMore(demand: CounterDemand, lease: Lease): Promise<Taken> {
    const { amount } = demand
    const held = lease.left
    lease.left = 0
    const extra = lease.refilling ? 0 : sizeOf(lease)
    if (extra > 0) lease.refilling = true
    const ask = async (more: number): Promise<Taken> => this.#store.take([{ ...demand, amount: amount - held + more }])
    try {
      let granted = extra
      let taken = await ask(extra)
      if (taken.refused !== null && extra > 0) {
        granted = 0
        taken = await ask(0)
      }
      lease.sum = taken.sums[0]
      lease.left += taken.refused === null ? granted : held
      return { refused: taken.refused, sums: [lease.sum - lease.left] }
    } catch (thrown) {
      lease.left += held
      throw thrown
    } finally {
      if (extra > 0) lease.refilling = false
    }
  }

  /** Renews a lease before it is used up, so that no call waits. A failure shows at the next call to the store. */
  #refill(counter: string, lease: Lease): void {
    const amount = sizeOf(lease)
    if (lease.refilling || amount === 0) return
    lease.refilling = true
    void (async () => this.#store.take([{ counter, amount, limit: lease.limit, keepUntilMs: lease.keepUntilMs }]))()
      .then(({ refused, sums }) => {
        lease.sum = sums[0]
        if (refused === null) {
          if (this.#leases.get(counter) === lease) lease.left += amount
          else this.#store.giveBack(counter, amount)
        }
      })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof ServiceError)) throw thrown
      })
      .finally(() => (lease.refilling = false))
  }

  #giveUp(counter: string, lease: Lease): void {
    if (lease.left > 0) this.#store.giveBack(counter, lease.left)
    lease.sum -= lease.left
    lease.left = 0
  }

  #returnIdle(nowMs: number): void {
    for (const [counter, lease] of this.#leases) {
      if (lease.refilling) continue
      if (nowMs - lease.lastMs < IDLE_AFTER_MS) {
        if (lease.left > 2 * wantedFor(lease.used * keptOf(lease.lastMs, nowMs), nowMs - lease.sinceMs))
          this.#giveUp(counter, lease) // less busy than before
        continue
      }
      this.#giveUp(counter, lease)
      this.#leases.delete(counter)
    }
  }
}

/** Credits to lease: 0 for an account that is not busy or has few left. */
function sizeOf({ calls, used, sum, limit, sinceMs, lastMs }: Lease): number {
  return calls < BUSY_CALLS
    ? 0
    : Math.max(0, Math.floor(Math.min(wantedFor(used, lastMs - sinceMs), (limit - sum) / SHARE_OF_LEFT)))
}

/** Credits to want from recent use. For an account younger than `RECENT_MS` the rate is that since it began. */
function wantedFor(used: number, sinceBeganMs: number): number {
  const perMs = used / (RECENT_MS * (1 - keptOf(0, sinceBeganMs + 1)))
  return Math.max(SMALL_LEASE, Math.min(used, perMs * LEASE_MS, MOST_LEASED / 2))
}

function keptOf(lastMs: number, nowMs: number): number {
  return Math.exp((lastMs - nowMs) / RECENT_MS)
}
