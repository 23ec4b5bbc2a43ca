// The guard of a pool in which each thread has one job at a time and the rest waits in one queue: what a newcomer would
// wait follows from how many are before it and from how long such jobs took so far. Runs nothing and knows no clock.

import { QueueGuard } from './queue-guard.ts'

const LEARNING = 0.1

export class SeatGuard {
  readonly #guard: QueueGuard
  readonly #targetMs: number
  #typicalMs: number
  /** jobs refused since the start */
  refused = 0

  /** `firstGuessMs`: what a job takes, initial estimate. */
  constructor(targetMs: number, firstGuessMs: number) {
    this.#guard = new QueueGuard(targetMs)
    this.#targetMs = targetMs
    this.#typicalMs = firstGuessMs
  }

  /**
   * Whether one more job gets in, with `queued` waiting for `seats` threads that are all busy, `ahead` of them to be
   * served before it; what takes long may wait for two of its kind.
   */
  admits(queued: number, seats: number, nowMs: number, ahead = queued): boolean {
    const before = queued + seats
    const admitted = this.#guard.admits(
      (before / seats) * this.#typicalMs,
      before,
      nowMs,
      Math.max(this.#targetMs, 2 * this.#typicalMs),
      (ahead + seats) / before,
    )
    if (!admitted) this.refused++
    return admitted
  }

  /** A job was worked off in `ms`. */
  worked(ms: number): void {
    this.#typicalMs += LEARNING * (ms - this.#typicalMs)
  }
}
