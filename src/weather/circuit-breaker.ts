// When a provider is not asked any more: after several failures in a row it rests for a while, then one call tries
// again. A provider that names its own pause (Retry-After) is left alone for exactly that long. Counts failures, never
// answers.

export const FAILURES_TO_OPEN = 4
const REST_MS = 30_000
/** A pause that a provider names is believed up to this. */
const MAX_PAUSE_MS = 3_600_000

export class CircuitBreaker {
  #failures = 0
  #closedUntilMs = 0
  #isTrying = false
  #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Milliseconds until it may be asked again; 0: now. The first caller after a rest is let through alone. */
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

  /** The provider asked for a pause. */
  pause(ms: number): void {
    this.#isTrying = false
    this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#nowMs() + Math.min(ms, MAX_PAUSE_MS))
  }
}
