// The customised metrics of one network in memory that all threads share, bounded by bytes; the least recently used is
// evicted first. Memory is in blocks of one size: a metric that answers takes two or three, one that bounds others one.
// A block is reused once every thread has confirmed that it dropped the metric; otherwise it would stay in memory until
// each thread collected its garbage. Owns no thread and sends nothing. Not an lru-cache: threads write the times of
// use, and eviction takes two steps.

import { metricPieces } from '../routing/cch/customise.ts'

export interface StoredMetric {
  key: string
  /** its blocks */
  pieces: readonly SharedArrayBuffer[]
  /** time of last use by any thread, milliseconds since 1970, written by the threads */
  used: Float64Array<ArrayBufferLike>
}

/**
 * Room at least if the operator sets no limit: two settings (a default and that without its grade cap), and the eight
 * metrics that bound every other on foot.
 */
const LEAST_SETTINGS = 2
const LEAST_BOUNDS = 8
const LEAST_BYTES = 67_108_864

/** Bytes for the cache. `limitBytes` null: sized from the network. */
export function metricBudget(limitBytes: number | null, blockBytes: number): number {
  return limitBytes ?? Math.max(LEAST_BYTES, (LEAST_SETTINGS * metricPieces(blockBytes) + LEAST_BOUNDS) * blockBytes)
}

export class MetricMemory<Metric extends StoredMetric = StoredMetric> {
  readonly budgetBytes: number
  readonly blockBytes: number
  readonly #metrics = new Map<string, Metric>()
  /** evicted, and perhaps still read by a thread */
  readonly #evicted = new Map<string, Metric>()
  readonly #free: SharedArrayBuffer[] = []
  /** blocks of the metric that is being made */
  #taken = 0

  /** `blockBytes`: of one block over this network; 0 if unknown. */
  constructor(budgetBytes: number, blockBytes: number) {
    this.budgetBytes = budgetBytes
    this.blockBytes = blockBytes
  }

  get count(): number {
    return this.#metrics.size
  }

  /** Everything in memory: metrics, evicted ones, free blocks and what is being made. */
  get bytes(): number {
    let blocks = this.#taken + this.#free.length
    for (const { pieces } of [...this.#metrics.values(), ...this.#evicted.values()]) blocks += pieces.length
    return blocks * this.blockBytes
  }

  has(key: string): boolean {
    return this.#metrics.has(key)
  }

  list(): Metric[] {
    return [...this.#metrics.values()]
  }

  /** Whether a metric of so many blocks fits at all. */
  fits(blocks: number): boolean {
    return this.budgetBytes > 0 && this.budgetBytes >= blocks * this.blockBytes
  }

  /** Whether so many blocks can be taken without evicting a metric. */
  hasRoom(blocks: number): boolean {
    if (this.blockBytes === 0 || this.#metrics.size + this.#evicted.size === 0) return true
    return this.#free.length + Math.floor((this.budgetBytes - this.bytes) / this.blockBytes) >= blocks
  }

  /** Takes blocks to make a metric in: free ones, the rest is to be allocated. Ends with `made`. */
  take(blocks: number): SharedArrayBuffer[] {
    this.#taken = blocks
    return this.#free.splice(0, blocks)
  }

  /** The metric that was made in the blocks; null: none was, and they are free again. */
  made(metric: Metric | null, blocks: readonly SharedArrayBuffer[]): void {
    this.#taken = 0
    if (metric === null) this.#release(blocks)
    else this.#metrics.set(metric.key, metric)
  }

  /** Adds a metric in blocks of its own. */
  add(metric: Metric): void {
    this.#metrics.set(metric.key, metric)
    this.#free.length = 0
  }

  /** Evicts the metric longest unused, but not `except`. Returns the key, for every thread to drop; null: none. */
  evict(except?: string): string | null {
    const others = this.list().filter(({ key }) => key !== except)
    if (others.length === 0) return null
    const oldest = others.reduce((a, b) => (b.used[0] < a.used[0] ? b : a))
    this.#metrics.delete(oldest.key)
    this.#evicted.set(oldest.key, oldest)
    return oldest.key
  }

  /** Every thread has dropped the metric: its blocks are free. */
  dropped(key: string): void {
    const { pieces } = this.#evicted.get(key)!
    this.#evicted.delete(key)
    this.#release(pieces)
  }

  /** Blocks beyond the budget are left to the garbage collector. */
  #release(blocks: readonly SharedArrayBuffer[]): void {
    for (const block of blocks) if (this.bytes + this.blockBytes <= this.budgetBytes) this.#free.push(block)
  }
}
