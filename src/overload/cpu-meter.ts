// What runs for one request: on the main thread from where its work is taken up (`resume`) until that of another is,
// or the turn of the event loop is over; and what threads report (`spend`). Until the caller is known it is kept, then
// taken from the caller's budget.

import type { CpuBudget } from './cpu-budget.ts'
import { threadCpuMs } from './thread-cpu.ts'
import { countWork, WorkLimit } from './work-limit.ts'

/** Whom the main thread works for now. */
let current: CpuMeter | null = null
let sinceMs = 0
let isEndAwaited = false
/** One document may use this much of what a caller without a key is given in ten seconds. */
const DOCUMENT_SHARE = 0.28

export class CpuMeter {
  readonly #budget: CpuBudget | null
  /** what was used before the caller was known */
  #usedMs = 0
  #account: { name: string; share: number } | null = null
  #isHolding = false
  #limit: WorkLimit | null = null

  /** `budget` null: nothing is measured. */
  constructor(budget: CpuBudget | null) {
    this.#budget = budget
  }

  /** What the main thread does from here on is for this request. */
  resume(): void {
    if (current === this || this.#budget === null) return
    const nowMs = threadCpuMs()
    current?.spend(nowMs - sinceMs)
    current = this
    sinceMs = nowMs
    if (isEndAwaited) return
    isEndAwaited = true
    // after the callback that runs now, and after all promises that it settles
    process.nextTick(() => queueMicrotask(() => process.nextTick(endOfTurn)))
  }

  /** Something ran for this request, on any thread; `kind`: for which operation. */
  spend(ms: number, kind?: string): void {
    if (this.#budget === null) return
    countWork(ms)
    if (this.#account === null) this.#usedMs += ms
    else this.#budget.spend(this.#account.name, this.#account.share, ms)
    this.#limit?.spend(ms, kind)
  }

  /**
   * A thread is about to begin work for an operation of this request: the limit counts it in advance.
   * Returns the milliseconds that the work may use.
   */
  expect(kind: string): number {
    return this.#limit?.expect(kind) ?? Infinity
  }

  /**
   * Calls `onSpent` once the work from here on, with its share of what nobody is counted for, has used what one
   * document may; never where nothing is measured. Replaces an earlier limit.
   */
  limit(onSpent: () => void): void {
    if (this.#budget === null || this.#account === null) return
    this.#limit = new WorkLimit(DOCUMENT_SHARE * this.#budget.periodMs, onSpent)
  }

  /** The caller is known: 0, or the whole seconds it has to wait, with nothing held. */
  begin(name: string, share: number): number {
    if (this.#budget === null || this.#account !== null) return 0
    this.#know(name, share)
    const waitS = this.#budget.begin(name, share)
    this.#isHolding = waitS === 0
    return waitS
  }

  /** Work begins again for a request that stays open: as `begin`. */
  again(): number {
    if (this.#budget === null || this.#account === null) return 0
    const { name, share } = this.#account
    if (this.#isHolding) this.#budget.end(name, share)
    const waitS = this.#budget.begin(name, share)
    this.#isHolding = waitS === 0
    return waitS
  }

  /** The request is over; `nameOf`: whose it was, where nobody was found. Threads may still report. */
  close(nameOf: () => string): void {
    if (this.#budget === null) return
    if (this.#account === null) this.#know(nameOf(), 1)
    if (this.#isHolding) this.#budget.end(this.#account!.name, this.#account!.share)
    this.#isHolding = false
  }

  #know(name: string, share: number): void {
    this.#account = { name, share }
    this.#budget!.spend(name, share, this.#usedMs)
  }
}

function endOfTurn(): void {
  isEndAwaited = false
  current?.spend(threadCpuMs() - sinceMs)
  current = null
}

/** Measures nothing. */
export const NO_METER = new CpuMeter(null)
