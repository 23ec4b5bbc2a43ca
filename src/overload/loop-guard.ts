// The main thread as a queue: requests that came together are handled one after another in one turn of the event loop, so the
// time that this turn has lasted is what the next of them has waited. A single long turn is a burst and is worked off; turns that
// have been long for the whole grace are overload, and then a turn takes on only what fits its share of the target. Costs one clock
// reading a request and one immediate a turn; never blocks.

import type { QueueGuardOptions } from './queue-guard.ts'

/** A request waits for the turn before its own and for a part of its own. */
const TURN_SHARE = 0.5

export class LoopGuard {
  readonly #options: QueueGuardOptions
  readonly #turnMs: number
  readonly #nowMs: () => number
  readonly #endOfTurn: (work: () => void) => void
  #turnStartMs = -1
  #longSinceMs: number | null = null
  #isStrict = false
  #refusedAtMs = -Infinity

  /** `endOfTurn` calls back when the requests of this turn are through; setImmediate outside of tests. */
  constructor(options: QueueGuardOptions, nowMs: () => number = () => performance.now(), endOfTurn: (work: () => void) => void = setImmediate) {
    this.#options = options
    this.#turnMs = options.targetMs * TURN_SHARE
    this.#nowMs = nowMs
    this.#endOfTurn = endOfTurn
  }

  /** True while overload is assumed. */
  get isStrict(): boolean {
    return this.#isStrict
  }

  /** Whether one more request is handled in this turn. */
  admits(): boolean {
    const { graceMs, burstMs, calmMs } = this.#options
    const nowMs = this.#nowMs()
    if (this.#turnStartMs < 0) {
      this.#turnStartMs = nowMs
      this.#endOfTurn(() => this.#onEnd())
    }
    const lastedMs = nowMs - this.#turnStartMs
    if (!this.#isStrict) {
      const longSinceMs = this.#longSinceMs ?? this.#turnStartMs
      if (lastedMs <= this.#turnMs || nowMs - longSinceMs < graceMs) return lastedMs <= burstMs
      this.#isStrict = true
    }
    if (lastedMs <= this.#turnMs) {
      if (nowMs - this.#refusedAtMs > calmMs) this.#isStrict = false
      return true
    }
    this.#refusedAtMs = nowMs
    return false
  }

  #onEnd(): void {
    if (this.#nowMs() - this.#turnStartMs <= this.#turnMs) this.#longSinceMs = null
    else this.#longSinceMs ??= this.#turnStartMs
    this.#turnStartMs = -1
  }
}
