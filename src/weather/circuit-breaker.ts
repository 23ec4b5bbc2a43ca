// Stops calls to a failing provider: after several failures in a row it pauses for a while, then a single call tries
// again. If the provider names the pause (Retry-After), it lasts exactly that long. Counts failures only.

import { HOUR_MS } from '../durations.ts'

export const FAILURES_TO_OPEN = 4
const REST_MS = 30_000
/** Longest pause accepted from a provider. */
const MAX_PAUSE_MS = HOUR_MS

export class CircuitBreaker {
  #failures = 0
  #closedUntilMs = 0
  #isTrying = false
  #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Milliseconds until the next call is allowed; 0: now. After a pause only the first caller passes. */
  waitMs(): number {
    const wait = this.#closedUntilMs - this.#nowMs()
    if (wait > 0) return wait
    if (this.#failures < FAILURES_TO_OPEN) return 0
    if (this.#isTrying) return 1000
    this.#isTrying = true
    return 0
  }

  succeeded(): void {
    this.#failures = 0
    this.#isTrying = false
  }

  failed(): void {
    this.#isTrying = false
    if (++this.#failures >= FAILURES_TO_OPEN)
      this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#nowMs() + REST_MS)
  }

  /** Records a pause that the provider requested. */
  pause(ms: number): void {
    this.#isTrying = false
    this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#nowMs() + Math.min(ms, MAX_PAUSE_MS))
  }
}
