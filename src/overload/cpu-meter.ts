// What runs for one request: on the main thread from where its work is taken up (`resume`) until that of another is,
// or the turn of the event loop is over; and what threads report (`spend`). Taken from the bucket of its caller once
// that is known, and from that of its document.

import { documentSpent } from '../errors.ts'
import type { CpuBucket } from './cpu-bucket.ts'

/** What a document may use before no further operation of it begins. */
export const DOCUMENT_MS = 300

/** Whom the main thread works for now. */
let current: CpuMeter | null = null
let sinceMs = 0
let isEndAwaited = false

export class CpuMeter {
  readonly #bucket: CpuBucket | null
  #usedMs = 0
  /** what was used before the document began to run */
  #documentFromMs = Infinity
  #account: { name: string; share: number } | null = null

  /** `bucket` null: nothing is measured. */
  constructor(bucket: CpuBucket | null) {
    this.#bucket = bucket
  }

  /** What the main thread does from here on is for this request. */
  resume(): void {
    if (current === this || this.#bucket === null) return
    const nowMs = threadCpuMs()
    current?.spend(nowMs - sinceMs)
    current = this
    sinceMs = nowMs
    if (isEndAwaited) return
    isEndAwaited = true
    // after the callback that runs now, and after all promises that it settles
    process.nextTick(() => queueMicrotask(() => process.nextTick(endOfTurn)))
  }

  /** Something ran for this request, on any thread. */
  spend(ms: number): void {
    this.#usedMs += ms
    if (this.#account !== null) this.#bucket?.spend(this.#account.name, this.#account.share, ms)
  }

  /** The caller is known: 0, or the whole seconds to wait. */
  begin(name: string, share: number): number {
    if (this.#account === null) this.#know(name, share)
    return this.again()
  }

  /** Work begins for a request that stays open: as `begin`. */
  again(): number {
    if (this.#bucket === null || this.#account === null) return 0
    return this.#bucket.waitS(this.#account.name, this.#account.share)
  }

  /** A document begins to run, with a bucket of its own. */
  beginDocument(): void {
    if (this.#bucket !== null) this.#documentFromMs = this.#usedMs
  }

  /** Call before an operation of a document begins. Throws ServiceError `rate_limited` if its bucket is empty. */
  checkDocument(): void {
    if (this.#usedMs - this.#documentFromMs >= DOCUMENT_MS) throw documentSpent()
  }

  /** The request is over; `nameOf`: whose it was, if its caller was not found. Threads may still report. */
  close(nameOf: () => string): void {
    if (this.#account === null) this.#know(nameOf(), 1)
  }

  #know(name: string, share: number): void {
    this.#account = { name, share }
    this.#bucket?.spend(name, share, this.#usedMs)
  }
}

function endOfTurn(): void {
  isEndAwaited = false
  current?.spend(threadCpuMs() - sinceMs)
  current = null
}

/** Measures nothing. */
export const NO_METER = new CpuMeter(null)

/** Processor time that this thread has used, in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
