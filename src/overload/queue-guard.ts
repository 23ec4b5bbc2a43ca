// When a queue takes one more: by the time that the newcomer would wait, not by a count. A burst may wait long; a queue that has
// stood above its target for the whole grace is overloaded, and then only what waits no longer than the target gets in (the idea
// of controlled delay, Nichols and Jacobson 2012, at the door of the queue). Knows no clock and no queue: both are handed in.

export interface QueueGuardOptions {
  /** wait that is kept to under overload */
  targetMs: number
  /** how long a queue may stand above the target before it counts as overloaded */
  graceMs: number
  /** longest wait of a burst */
  burstMs: number
  /** how long nothing must have been refused until bursts are allowed again */
  calmMs: number
}

/** Wait that is kept to under overload where nobody says another. */
export const TARGET_WAIT_MS = 4
export const GRACE_MS = 100
export const BURST_MS = 2000
export const CALM_MS = 1000

export class QueueGuard {
  readonly #options: QueueGuardOptions
  #aboveSinceMs: number | null = null
  #isStrict = false
  #refusedAtMs = -Infinity

  constructor(options: QueueGuardOptions) {
    this.#options = options
  }

  /** True while overload is assumed. */
  get isStrict(): boolean {
    return this.#isStrict
  }

  /** Whether a job that would wait `waitMs` gets in. `targetMs` in place of the guard's own where the job may wait longer. */
  admits(waitMs: number, nowMs: number, targetMs = this.#options.targetMs): boolean {
    const { graceMs, burstMs, calmMs } = this.#options
    if (waitMs <= targetMs) {
      if (!this.#isStrict) this.#aboveSinceMs = null
      else if (nowMs - this.#refusedAtMs > calmMs) this.#relax()
      return true
    }
    if (!this.#isStrict) {
      this.#aboveSinceMs ??= nowMs
      if (nowMs - this.#aboveSinceMs < graceMs) return waitMs <= burstMs
      this.#isStrict = true
    }
    this.#refusedAtMs = nowMs
    return false
  }

  #relax(): void {
    this.#isStrict = false
    this.#aboveSinceMs = null
  }
}
