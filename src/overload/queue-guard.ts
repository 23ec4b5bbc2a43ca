// When a queue takes one more: by the time that the newcomer would wait, not by a count. A burst may wait long; while
// the queue is overloaded (overload-detector.ts) only what waits no longer than the target gets in, or has few before
// it. Knows no clock and no queue: both are handed in.

import { FEW, OverloadDetector } from './overload-detector.ts'

/** Wait that is kept to under overload where nobody says another. */
export const TARGET_WAIT_MS = 4
/** Longest wait of a burst. */
export const BURST_MS = 2000

export class QueueGuard {
  readonly #targetMs: number
  readonly #detector = new OverloadDetector()

  /** `targetMs`: wait that is kept to under overload. */
  constructor(targetMs: number) {
    this.#targetMs = targetMs
  }

  get isOverloaded(): boolean {
    return this.#detector.isOverloaded
  }

  /**
   * Whether one more gets in that would wait `waitMs` for the `before` before it. `targetMs` in place of the guard's
   * own where it may wait longer. `share`: part of what waits that is served before this one, where callers take turns;
   * the queue is judged by all of it, the newcomer by its share.
   */
  admits(waitMs: number, before: number, nowMs: number, targetMs = this.#targetMs, share = 1): boolean {
    const isOverloaded = this.#detector.observe(before, waitMs > targetMs, nowMs)
    const ownWaitMs = waitMs * share
    return ownWaitMs <= targetMs || before * share < FEW || (!isOverloaded && ownWaitMs <= BURST_MS)
  }
}
