// The main thread as a queue: in each turn of the event loop one request begins, and the rest wait. Between turns what
// has arrived is read and what threads have answered is sent, so nothing waits behind a pile of requests, and how long
// they wait is known. Callers take turns; under overload the newest begin first and the late are rejected
// (`CodelQueue`).

import { CodelQueue } from './fair-queue.ts'

export class EventLoopScheduler {
  readonly #nowMs: () => number
  readonly #endOfTurn: (work: () => void) => void
  /** called when their turn has come, or they are rejected */
  readonly #waiting: CodelQueue<(isAdmitted: boolean) => void>
  /** a request has begun in this turn */
  #isBusy = false

  /**
   * `endOfTurn` calls back when this turn's request is through and what has arrived is read; setImmediate outside of
   * tests.
   */
  constructor(
    targetMs: number,
    nowMs: () => number = () => performance.now(),
    endOfTurn: (work: () => void) => void = setImmediate,
  ) {
    this.#waiting = new CodelQueue(targetMs)
    this.#nowMs = nowMs
    this.#endOfTurn = endOfTurn
  }

  get isOverloaded(): boolean {
    return this.#waiting.isOverloaded
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Whether a request may begin: true at once, or once its turn has come or it is late. */
  enter(caller: string): true | Promise<boolean> {
    if (this.#isBusy) return new Promise((settle) => this.#waiting.push(caller, settle, this.#nowMs()))
    this.#begin()
    return true
  }

  #begin(): void {
    this.#isBusy = true
    this.#endOfTurn(this.#onEnd)
  }

  readonly #onEnd = (): void => {
    const nowMs = this.#nowMs()
    const next = this.#waiting.shift(nowMs)
    for (const reject of this.#waiting.takeLate(nowMs)) reject(false)
    if (next === undefined) this.#isBusy = false
    else {
      this.#begin()
      next(true)
    }
  }
}
