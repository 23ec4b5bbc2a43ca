// The main thread as a queue: requests that came together are handled one after another in one turn of the event loop, so the
// time that this turn has lasted is what the next of them has waited. Costs one clock reading a request and one immediate a turn.
// Never measures idle turns, and never blocks.

import { QueueGuard } from './queue-guard.ts'
import type { QueueGuardOptions } from './queue-guard.ts'

export class LoopGuard {
  readonly #guard: QueueGuard
  readonly #nowMs: () => number
  readonly #endOfTurn: (work: () => void) => void
  #turnStartMs = -1

  /** `endOfTurn` calls back when the requests of this turn are through; setImmediate outside of tests. */
  constructor(options: QueueGuardOptions, nowMs: () => number = () => performance.now(), endOfTurn: (work: () => void) => void = setImmediate) {
    this.#guard = new QueueGuard(options)
    this.#nowMs = nowMs
    this.#endOfTurn = endOfTurn
  }

  get isStrict(): boolean {
    return this.#guard.isStrict
  }

  /** Whether one more request is handled in this turn. */
  admits(): boolean {
    const nowMs = this.#nowMs()
    if (this.#turnStartMs < 0) {
      this.#turnStartMs = nowMs
      this.#endOfTurn(() => (this.#turnStartMs = -1))
    }
    return this.#guard.admits(nowMs - this.#turnStartMs, nowMs)
  }
}
