// Whether a queue is overloaded, or only has a burst to work off. It is overloaded once more than STANDING have waited
// in it, and too long, for the whole grace (the standing queue of controlled delay, Nichols and Jacobson 2012). Few
// requests are no overload, however expensive: a client that asks over some connections at once waits for itself. It is
// over when no more than a few were late for a second, or when none was for a tenth and there is nothing to do. Clients
// that ask again at once could keep it up for ever, so it is also tried whether the queue stands again, after a second
// and then so seldom that what waits for a trial is no hundredth of all. Knows no clock.

/** So many in a queue are never an overload. */
export const STANDING = 32
/** With fewer in it nothing is late. */
export const FEW = 8
export const GRACE_MS = 20
/** Nothing late for this long: the overload is over. */
export const CALM_MS = 1000
/** Nothing late for this long, and nothing to do: over, too, but at once back where it stands again within CALM_MS. */
export const REST_MS = 100
/** Until it is tried for the first time whether it is over, and at most until any next time. */
export const FIRST_TRIAL_MS = 1000
export const LAST_TRIAL_MS = 60_000
/** A trial that failed is repeated after so many times its length. */
const TRIAL_SPACING = 400
/** A trial that held for this long was a success. */
const TRIAL_MS = 1000

export class OverloadDetector {
  #isOverloaded = false
  #standsSinceMs: number | null = null
  #sinceMs = -Infinity
  #lateMs = -Infinity
  #trialAfterMs = FIRST_TRIAL_MS
  #trialSinceMs = -Infinity
  #restedMs = -Infinity

  /** As last heard. */
  get isOverloaded(): boolean {
    return this.#isOverloaded
  }

  /** Told that nothing waits and nothing runs. */
  rest(nowMs: number): void {
    if (!this.#isOverloaded || nowMs - this.#lateMs < REST_MS) return
    this.#isOverloaded = false
    this.#standsSinceMs = null
    this.#restedMs = nowMs
  }

  /**
   * Told at each arrival how many are before it and whether that means waiting too long; answers whether the queue is
   * overloaded. `standing`: what is counted against STANDING, where that is more than all alike.
   */
  observe(before: number, isLate: boolean, nowMs: number, standing = before): boolean {
    if (this.#isOverloaded) {
      if (isLate && before >= FEW) this.#lateMs = nowMs
      const isCalm = nowMs - this.#lateMs > CALM_MS
      if (!isCalm && nowMs - this.#sinceMs < this.#trialAfterMs) return true
      this.#isOverloaded = false
      this.#standsSinceMs = null
      this.#trialSinceMs = isCalm ? -Infinity : nowMs
    }
    if (standing < STANDING || !isLate) {
      this.#standsSinceMs = null
      return false
    }
    this.#standsSinceMs ??= nowMs
    const trialMs = nowMs - this.#trialSinceMs
    const isTrial = trialMs < TRIAL_MS
    const isRelapse = nowMs - this.#restedMs < CALM_MS
    if (!isTrial && !isRelapse && nowMs - this.#standsSinceMs < GRACE_MS) return false
    this.#isOverloaded = true
    this.#sinceMs = this.#lateMs = nowMs
    this.#trialAfterMs = isTrial
      ? Math.min(Math.max(TRIAL_SPACING * trialMs, FIRST_TRIAL_MS), LAST_TRIAL_MS)
      : FIRST_TRIAL_MS
    return true
  }
}
