// What waits for the next batch of counts: callers that wait for an answer, and counts that nobody waits for, summed
// up.

import type { CallCount, CounterBatch } from './counter-engine.ts'
import type { CounterDemand, FinishedCall, Taken } from './counter-store.ts'

const MOST_TAKES = 500
const MOST_WAITING = 20_000

type Waiting<T> = { resolve(value: T): void; reject(error: Error): void }

/** A batch with those who wait for it. */
export interface DrawnCounts {
  batch: CounterBatch
  takers: Waiting<Taken>[]
  slotTakers: Waiting<boolean>[]
  readers: Waiting<number>[]
}

export class WaitingCounts {
  #takes: ({ demands: readonly CounterDemand[] } & Waiting<Taken>)[] = []
  #slotTakes: ({ account: string; slots: number } & Waiting<boolean>)[] = []
  #reads: ({ counter: string } & Waiting<number>)[] = []
  #gives = new Map<string, number>()
  #calls = new Map<string, CallCount>()
  #slotReleases = new Map<string, number>()

  /** Null if too many wait already. */
  take(demands: readonly CounterDemand[]): Promise<Taken> | null {
    if (this.#takes.length >= MOST_WAITING) return null
    return new Promise((resolve, reject) => this.#takes.push({ demands, resolve, reject }))
  }

  /** Null if too many wait already. */
  takeSlot(account: string, slots: number): Promise<boolean> | null {
    if (this.#slotTakes.length >= MOST_WAITING) return null
    return new Promise((resolve, reject) => this.#slotTakes.push({ account, slots, resolve, reject }))
  }

  /** Null if too many wait already. */
  read(counter: string): Promise<number> | null {
    if (this.#reads.length >= MOST_WAITING) return null
    return new Promise((resolve, reject) => this.#reads.push({ counter, resolve, reject }))
  }

  giveBack(counter: string, amount: number): void {
    this.#gives.set(counter, (this.#gives.get(counter) ?? 0) + amount)
  }

  recordCall(call: FinishedCall): void {
    const id = `${call.account} ${call.keyPrefix} ${call.periodId} ${call.operation}`
    const row = this.#calls.get(id)
    if (row === undefined) this.#calls.set(id, { ...call, calls: 1 })
    else {
      row.calls++
      row.credits += call.credits
    }
  }

  releaseSlot(account: string): void {
    this.#slotReleases.set(account, (this.#slotReleases.get(account) ?? 0) + 1)
  }

  /** Somebody waits for an answer. */
  get hasWaiting(): boolean {
    return this.#takes.length > 0 || this.#slotTakes.length > 0 || this.#reads.length > 0
  }

  /** There are counts that nobody waits for. */
  get hasTold(): boolean {
    return this.#gives.size > 0 || this.#calls.size > 0 || this.#slotReleases.size > 0
  }

  /** Takes out what goes into one batch. */
  draw(): DrawnCounts {
    const takers = this.#takes.splice(0, MOST_TAKES)
    const slotTakers = this.#slotTakes.splice(0, MOST_TAKES)
    const readers = this.#reads.splice(0, MOST_TAKES)
    const batch = {
      gives: [...this.#gives].map(([counter, amount]) => ({ counter, amount })),
      takes: takers.map(({ demands }) => demands),
      calls: [...this.#calls.values()],
      slotReleases: [...this.#slotReleases].map(([account, count]) => ({ account, count })),
      slotTakes: slotTakers.map(({ account, slots }) => ({ account, slots })),
      reads: readers.map(({ counter }) => counter),
    }
    if (this.#gives.size > 0) this.#gives = new Map()
    if (this.#calls.size > 0) this.#calls = new Map()
    if (this.#slotReleases.size > 0) this.#slotReleases = new Map()
    return { batch, takers, slotTakers, readers }
  }

  /** Refuses all who wait. */
  refuseAll(error: Error): void {
    for (const { reject } of [...this.#takes.splice(0), ...this.#slotTakes.splice(0), ...this.#reads.splice(0)])
      reject(error)
  }
}
