// The customised metrics of one network, shared by the threads and bounded by bytes; the least recently used is
// evicted first. All memory is in pieces of one size: a metric that answers takes two or three, one that bounds others
// takes one. A piece is reused once every thread has confirmed that it dropped the metric; otherwise it would stay in
// memory until each thread collected its garbage. Owns no thread and sends nothing: the caller posts the messages. Not
// an lru-cache: threads write the times of use, and eviction takes two steps.

import { metricPieces } from '../routing/cch/customise.ts'

export interface ShelvedMetric {
  key: string
  pieces: readonly SharedArrayBuffer[]
  /** time of last use by any thread, milliseconds since 1970, written by the threads */
  used: Float64Array<ArrayBufferLike>
}

/**
 * What is cached at least if the operator sets no limit: two settings (a default and that without its grade cap), and
 * the eight metrics that bound every other on foot.
 */
const LEAST_SETTINGS = 2
const LEAST_BOUNDS = 8
const LEAST_BYTES = 67_108_864

/** Bytes for the cache. `asked` null: sized from the network. */
export function metricBudget(asked: number | null, pieceBytes: number): number {
  return asked ?? Math.max(LEAST_BYTES, (LEAST_SETTINGS * metricPieces(pieceBytes) + LEAST_BOUNDS) * pieceBytes)
}

export class MetricShelf<Thread, Kept extends ShelvedMetric = ShelvedMetric> {
  readonly budgetBytes: number
  readonly pieceBytes: number
  readonly #kept = new Map<string, Kept>()
  readonly #leaving = new Map<string, { metric: Kept; threads: Set<Thread>; isLent: boolean }>()
  readonly #spare: SharedArrayBuffer[] = []
  /** pieces of the metric that a thread is making now */
  #making = 0

  /** `pieceBytes`: of one piece over this network; 0 if unknown. */
  constructor(budgetBytes: number, pieceBytes: number) {
    this.budgetBytes = budgetBytes
    this.pieceBytes = pieceBytes
  }

  get count(): number {
    return this.#kept.size
  }

  /** Everything in memory: cached, being evicted, spare and being made. */
  get bytes(): number {
    return this.#pieces * this.pieceBytes
  }

  has(key: string): boolean {
    return this.#kept.has(key)
  }

  list(): Kept[] {
    return [...this.#kept.values()]
  }

  /** Whether a metric of so many pieces fits at all. */
  holds(pieces: number): boolean {
    return this.budgetBytes >= pieces * this.pieceBytes && this.budgetBytes > 0
  }

  /** Whether another metric has to go before one of so many pieces is made. */
  isFullFor(pieces: number): boolean {
    return this.#leaving.size === 0 && this.#kept.size > 0 && this.#room < pieces
  }

  /**
   * Makes room for a metric of so many pieces. Returns spare ones to make it in (the rest is to be allocated), or the
   * key that all `threads` must drop first (null: they have been notified already).
   */
  makeRoom(pieces: number, threads: readonly Thread[]): { pieces: SharedArrayBuffer[] } | { forget: string | null } {
    if (this.#room >= pieces || this.#kept.size + this.#leaving.size === 0) {
      this.#making = pieces
      return { pieces: this.#spare.splice(0, pieces) }
    }
    if (this.#leaving.size > 0) return { forget: null }
    return { forget: this.#giveUpOne(threads) }
  }

  /** Call after `makeRoom`: the metric that was made, or null if none was, which makes its pieces spare again. */
  made(metric: Kept | null, pieces: readonly SharedArrayBuffer[]): void {
    this.#making = 0
    if (metric !== null) this.#kept.set(metric.key, metric)
    else this.#spare.push(...pieces)
  }

  /** Adds a metric that a thread made for itself. Returns the keys that all `threads` must drop to make room. */
  add(metric: Kept, threads: readonly Thread[]): string[] {
    const before = this.#kept.get(metric.key)
    this.#kept.set(metric.key, metric)
    if (before === metric) return []
    this.#spare.length = 0
    const forgotten: string[] = []
    while (this.bytes > this.budgetBytes && this.#kept.size > 1 && this.#leaving.size === 0)
      forgotten.push(this.#giveUpOne(threads, metric.key))
    return forgotten
  }

  /** Gives up a metric that is kept, its memory, and spare pieces; all `threads` must drop it. */
  lend(key: string, threads: readonly Thread[]): void {
    this.#spare.length = 0
    this.#giveUp(key, threads, true)
  }

  /** Whether some thread has not dropped it yet. */
  isLeaving(key: string): boolean {
    return this.#leaving.has(key)
  }

  /** A thread dropped the metric. Returns true if it was the last. */
  forgot(key: string, thread: Thread): boolean {
    const leaving = this.#leaving.get(key)
    if (leaving === undefined) return false
    leaving.threads.delete(thread)
    return this.#freeIfLast(key)
  }

  /** A thread ended and so holds no metric any more. */
  ended(thread: Thread): void {
    for (const [key, { threads }] of this.#leaving) {
      threads.delete(thread)
      this.#freeIfLast(key)
    }
  }

  get #pieces(): number {
    let count = this.#making + this.#spare.length
    for (const { pieces } of this.#kept.values()) count += pieces.length
    for (const { metric } of this.#leaving.values()) count += metric.pieces.length
    return count
  }

  /** How many pieces more could be filled: spare ones, and those that the budget leaves. */
  get #room(): number {
    if (this.pieceBytes === 0) return Infinity
    return this.#spare.length + Math.floor((this.budgetBytes - this.bytes) / this.pieceBytes)
  }

  #giveUpOne(threads: readonly Thread[], but = ''): string {
    const oldest = [...this.#kept.values()]
      .filter(({ key }) => key !== but)
      .reduce((a, b) => (b.used[0] < a.used[0] ? b : a))
    this.#giveUp(oldest.key, threads, false)
    return oldest.key
  }

  #giveUp(key: string, threads: readonly Thread[], isLent: boolean): void {
    const metric = this.#kept.get(key)!
    this.#kept.delete(key)
    this.#leaving.set(key, { metric, threads: new Set(threads), isLent })
    this.#freeIfLast(key)
  }

  #freeIfLast(key: string): boolean {
    const { metric, threads, isLent } = this.#leaving.get(key)!
    if (threads.size > 0) return false
    this.#leaving.delete(key)
    if (isLent) return true
    for (const piece of metric.pieces) if (this.bytes + this.pieceBytes <= this.budgetBytes) this.#spare.push(piece)
    return true
  }
}
