// The main thread as a queue: in each turn of the event loop one request begins, or some cheap ones, and the rest wait.
// Between turns what has arrived is read and what threads have answered is sent, so nothing waits behind a pile of
// requests, and how many wait is known. Callers take turns (caller-queue.ts), and those of one begin in their order;
// under overload the newest first, and requests that have waited longer than the target, or than a few take, are
// refused: so the accepted are quick and the thread never idles, where a queue in order would make all of them wait for
// the target. While there are so few callers that the turn of each comes soon, the newest request of none of them is
// refused. Never blocks.

import { CallerQueue, type Place } from './caller-queue.ts'
import { FEW, OverloadDetector } from './overload-detector.ts'

/** Requests of one turn take about this long together; a turn costs 10 µs. */
const TURN_MS = 0.5
const MOST_BEGUN = 16
/** Refusals of one turn, so that a pile of them holds nobody up. */
const MOST_REFUSED = 32
/** Where few take long, nobody waits longer than this to be refused. */
const MOST_WAIT_MS = 40
/** Milliseconds of a request, initial estimate. */
const FIRST_GUESS_MS = 0.5
const LEARNING = 0.05
/**
 * Times the typical; what takes longer was not the request but a collection or another process. Where requests grow
 * expensive it is learnt in some turns more.
 */
const MOST_LEARNT = 2

/**
 * A caller who waits counts as so many requests: eight different ones are an overload, one with thirty at once waits
 * for itself.
 */
const CALLER_WEIGHT = 4

interface Waiting {
  sinceMs: number
  /** called when its turn has come, or it is refused */
  settle: (isAdmitted: boolean) => void
}

export class TurnQueue {
  readonly #targetMs: number
  readonly #nowMs: () => number
  readonly #endOfTurn: (work: () => void) => void
  readonly #detector = new OverloadDetector()
  readonly #waiting = new CallerQueue<Waiting>()
  #typicalMs = FIRST_GUESS_MS
  /** requests of this turn */
  #begun = 0
  #beganMs = 0

  /**
   * `endOfTurn` calls back when this turn's requests are through and what has arrived is read; setImmediate outside of
   * tests.
   */
  constructor(
    targetMs: number,
    nowMs: () => number = () => performance.now(),
    endOfTurn: (work: () => void) => void = setImmediate,
  ) {
    this.#targetMs = targetMs
    this.#nowMs = nowMs
    this.#endOfTurn = endOfTurn
  }

  get isOverloaded(): boolean {
    return this.#detector.isOverloaded
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Whether a request may begin: true at once, or once its turn has come or it has waited too long. `callerOf` is asked
   * where it must wait.
   */
  enter(callerOf: () => string): true | Promise<boolean> {
    const nowMs = this.#nowMs()
    if (this.#begun > 0) {
      this.#detector.observe(
        this.#waiting.size,
        this.#isLate(nowMs),
        nowMs,
        Math.max(this.#waiting.size, CALLER_WEIGHT * this.#waiting.callers),
      )
      return new Promise((settle) => this.#waiting.push(callerOf(), { sinceMs: nowMs, settle }))
    }
    this.#detector.rest(nowMs)
    this.#begin(1, nowMs)
    return true
  }

  #begin(count: number, nowMs: number): void {
    this.#begun = count
    this.#beganMs = nowMs
    this.#endOfTurn(this.#onEnd)
  }

  #isLate(nowMs: number, place = this.#waiting.oldest): boolean {
    return place !== undefined && nowMs - place.item.sinceMs > this.#mostWaitMs
  }

  get #mostWaitMs(): number {
    return Math.max(this.#targetMs, Math.min(FEW * this.#typicalMs, MOST_WAIT_MS))
  }

  /** A late one that is to be refused. */
  #nextToRefuse(nowMs: number): Place<Waiting> | undefined {
    const isSoonTurnOfAll = this.#waiting.callers * this.#typicalMs <= this.#mostWaitMs
    const place = isSoonTurnOfAll ? this.#waiting.oldestBesideNewest : this.#waiting.oldest
    return this.#isLate(nowMs, place) ? place : undefined
  }

  readonly #onEnd = (): void => {
    const nowMs = this.#nowMs()
    const tookMs = Math.min((nowMs - this.#beganMs) / this.#begun, MOST_LEARNT * this.#typicalMs)
    this.#typicalMs += LEARNING * (tookMs - this.#typicalMs)
    const { isOverloaded } = this.#detector
    if (isOverloaded)
      for (let refused = 0; refused < MOST_REFUSED; refused++) {
        const late = this.#nextToRefuse(nowMs)
        if (late === undefined) break
        this.#waiting.remove(late)
        late.item.settle(false)
      }
    const count = Math.min(this.#waiting.size, Math.max(1, Math.min(MOST_BEGUN, Math.floor(TURN_MS / this.#typicalMs))))
    if (count > 0) this.#begin(count, nowMs)
    else this.#begun = 0
    for (let i = 0; i < count; i++) (isOverloaded ? this.#waiting.shiftNewest() : this.#waiting.shift())!.settle(true)
  }
}
