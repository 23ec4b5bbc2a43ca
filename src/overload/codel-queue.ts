// A fair queue under controlled delay (CoDel, Nichols and Jacobson 2012): it is overloaded once its longest wait has
// been beyond the target for a whole interval, that is, once it holds a standing queue and not a burst. Then it serves
// the newest of each caller and rejects what is late, so that what is accepted is quick; in the order of arrival all
// would wait for the target. It ends with a second in which few were rejected. Few entries are no overload: a client
// that asks over some connections at once waits for itself. Knows no clock.

import { FairQueue, type Place } from './fair-queue.ts'

/** Longest wait that is kept to under overload by default. */
export const TARGET_WAIT_MS = 4
/** Something was late all that time: the queue is overloaded. */
export const INTERVAL_MS = 100
/** It is overloaded until it has rejected no more than a few for this long, which refused clients wait. */
export const CALM_MS = 1000
/** As many may wait, or be rejected in CALM_MS, without an overload. */
export const FEW = 32
/** As many stay in an overloaded queue, so that who serves it has always something to do. */
export const FEW_LEFT = 8
/** Rejections at a time, so that a pile of them does not block the main thread. */
const MOST_REJECTED = 32

interface Waiting<T> {
  item: T
  sinceMs: number
}

export class CodelQueue<T> {
  readonly #targetMs: number
  readonly #queue = new FairQueue<Waiting<T>>()
  #isOverloaded = false
  /** since when something has always been late */
  #lateSinceMs = Infinity
  /** since when what is rejected is counted */
  #countSinceMs = 0
  #rejected = 0

  /** `targetMs`: what waits longer is late. */
  constructor(targetMs: number) {
    this.#targetMs = targetMs
  }

  get size(): number {
    return this.#queue.size
  }

  /** As last observed. */
  get isOverloaded(): boolean {
    return this.#isOverloaded
  }

  push(caller: string, item: T, nowMs: number): Place<unknown> {
    return this.#queue.push(caller, { item, sinceMs: nowMs })
  }

  /** Takes the item that is to be served next. */
  shift(nowMs: number): T | undefined {
    this.#observe(nowMs)
    return (this.#isOverloaded ? this.#queue.shiftNewest() : this.#queue.shift())?.item
  }

  /** Takes what is to be rejected now, the oldest first. To be called after `shift`: what is served is never idle. */
  takeLate(nowMs: number): T[] {
    this.#observe(nowMs)
    const late: T[] = []
    while (this.#isOverloaded && this.#isLate(nowMs) && late.length < MOST_REJECTED) {
      const { oldest } = this.#queue
      this.#queue.remove(oldest!)
      late.push(oldest!.item.item)
    }
    this.#rejected += late.length
    return late
  }

  /** Takes an item out; false if it is not in the queue any more. */
  remove(place: Place<unknown>): boolean {
    return this.#queue.remove(place as Place<Waiting<T>>)
  }

  /** As FairQueue.evictFor. */
  evictFor(caller: string): T | undefined {
    return this.#queue.evictFor(caller)?.item
  }

  #isLate(nowMs: number): boolean {
    const { size, oldest } = this.#queue
    const few = this.#isOverloaded ? FEW_LEFT : FEW
    return size > few && nowMs - oldest!.item.sinceMs > this.#targetMs
  }

  #observe(nowMs: number): void {
    if (this.#isOverloaded) {
      if (nowMs - this.#countSinceMs < CALM_MS) return
      this.#isOverloaded = this.#rejected + this.size > FEW
      this.#lateSinceMs = Infinity
    } else if (this.#isLate(nowMs)) {
      this.#lateSinceMs = Math.min(this.#lateSinceMs, nowMs)
      if (nowMs - this.#lateSinceMs < INTERVAL_MS) return
      this.#isOverloaded = true
    } else this.#lateSinceMs = Infinity
    this.#countSinceMs = nowMs
    this.#rejected = 0
  }
}
