// Which customised metrics one network has: those that two requests needed, or one if the network's file has it. They
// are made one at a time by a thread, as a job that takes its turn, and go to every thread. When the memory is full, at
// most one is made in a second: callers whose settings keep changing would have metrics made that are evicted before
// they pay off.

import { LRUCache } from 'lru-cache'
import type { JobOptions } from '../job-options.ts'
import { metricPieces } from '../routing/cch/customise.ts'
import { piecesOf } from '../routing/cch/metric-cache.ts'
import type { CostTable } from '../routing/costs/arc-cost.ts'
import type { SharedMetric } from './route-calls.ts'

/** Bounds of metrics that wait to be made: their requests were answered without them long ago. */
const MAX_PENDING = 16
const MAX_PENDING_BYTES = 4_000_000
const MAX_PENDING_MS = 10_000
/** Settings that one request needed, and how long that counts. */
const MAX_NEEDED_ONCE = 1000
const NEEDED_ONCE_MS = 600_000
/** Between two metrics made while the memory is full. */
const FULL_PAUSE_MS = 1000

interface PendingMetric {
  table: CostTable
  sinceMs: number
  /** it only has to be read from the network's file */
  isStored: boolean
  cpu: JobOptions['cpu']
}

/** What the threads do for it. */
export interface MetricThreads {
  /** Makes a metric in these blocks and further ones; null: it cannot be made. */
  make(table: CostTable, blocks: readonly SharedArrayBuffer[], cpu: JobOptions['cpu']): Promise<SharedMetric | null>
  /** Gives a metric to every thread. */
  share(metric: SharedMetric): void
  /** Has every thread drop a metric; settles when all have. */
  drop(key: string): Promise<void>
}

export interface MetricState {
  count: number
  bytes: number
  budgetBytes: number
  /** of one metric that answers */
  bytesEach: number
}

export class SharedMetricCache {
  readonly #threads: MetricThreads
  readonly #memory: MetricMemory<SharedMetric>
  readonly #pending = new Map<string, PendingMetric>()
  readonly #neededOnce = new LRUCache<string, true>({ max: MAX_NEEDED_ONCE, ttl: NEEDED_ONCE_MS })
  #makingKey: string | null = null
  #pause: NodeJS.Timeout | undefined
  #mayEvictAtMs = 0
  #isClosed = false

  /** `limitBytes`: memory for metrics, null: sized from the network; `blockBytes`: of one block, 0 if unknown. */
  constructor(threads: MetricThreads, limitBytes: number | null, blockBytes: number) {
    this.#threads = threads
    this.#memory = new MetricMemory(metricBudget(limitBytes, blockBytes), blockBytes)
  }

  get state(): MetricState {
    const { count, bytes, budgetBytes, blockBytes } = this.#memory
    return { count, bytes, budgetBytes, bytesEach: metricPieces(blockBytes) * blockBytes }
  }

  /** The finished metrics, for a thread that starts. */
  list(): SharedMetric[] {
    return this.#memory.list()
  }

  /** A search ran without the metric of this table. It is counted for `cpu` if it is made upon that. */
  need(table: CostTable, isStored: boolean, cpu: JobOptions['cpu']): void {
    const { key } = table
    if (this.#memory.has(key) || this.#makingKey === key || this.#pending.has(key)) return
    if (!this.#memory.fits(this.#blocksOf(table))) return
    if (!isStored && !this.#neededOnce.has(key)) {
      this.#neededOnce.set(key, true)
      return
    }
    const others = [...this.#pending.values()].filter((one) => one.isStored === isStored)
    const bytes = others.reduce((sum, one) => sum + (one.table.factor?.byteLength ?? 0), 0)
    if (others.length >= MAX_PENDING || bytes > MAX_PENDING_BYTES) return
    this.#pending.set(key, { table, sinceMs: Date.now(), isStored, cpu })
    void this.#makePending()
  }

  /** A thread made a metric for itself, or read it before the network served. */
  async add(metric: SharedMetric): Promise<void> {
    if (this.#isClosed || this.#memory.has(metric.key)) return
    this.#memory.add(metric)
    this.#threads.share(metric)
    while (this.#memory.bytes > this.#memory.budgetBytes) if (!(await this.#evict(metric.key))) return
  }

  /** Another network serves: nothing more is made. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#pause)
  }

  async #makePending(): Promise<void> {
    if (this.#makingKey !== null) return
    for (let next = this.#takePending(); next !== null; next = this.#takePending()) {
      this.#makingKey = next.table.key
      await this.#make(next)
      this.#makingKey = null
    }
  }

  async #make({ table, cpu }: PendingMetric): Promise<void> {
    const memory = this.#memory
    const count = this.#blocksOf(table)
    while (!memory.hasRoom(count)) if (!(await this.#evict())) return
    const blocks = memory.take(count)
    // refused, or its thread died: it is needed again by the next search
    const metric = await this.#threads.make(table, blocks, cpu).catch(() => null)
    memory.made(metric, blocks)
    this.#mayEvictAtMs = Date.now() + FULL_PAUSE_MS
    if (metric !== null && !this.#isClosed) this.#threads.share(metric)
  }

  /** The oldest that may be made now; those to be read come first, which takes a twentieth of the time. */
  #takePending(): PendingMetric | null {
    if (this.#isClosed) return null
    const nowMs = Date.now()
    for (const [key, { sinceMs }] of this.#pending) if (nowMs - sinceMs > MAX_PENDING_MS) this.#pending.delete(key)
    const inOrder = [...this.#pending.values()].sort((a, b) => Number(b.isStored) - Number(a.isStored))
    const next = inOrder.find(({ table }) => nowMs >= this.#mayEvictAtMs || this.#memory.hasRoom(this.#blocksOf(table)))
    if (next === undefined && inOrder.length > 0) this.#makeLater(this.#mayEvictAtMs - nowMs)
    if (next === undefined) return null
    this.#pending.delete(next.table.key)
    return next
  }

  #makeLater(ms: number): void {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => void this.#makePending(), ms).unref()
  }

  /** False if nothing can be evicted, or it is of use no more. */
  async #evict(except?: string): Promise<boolean> {
    const key = this.#memory.evict(except)
    if (key === null) return false
    await this.#threads.drop(key)
    this.#memory.dropped(key)
    return !this.#isClosed
  }

  #blocksOf(table: CostTable): number {
    return piecesOf(table, this.#memory.blockBytes)
  }
}

/**
 * The customised metrics of one network in memory that all threads share, bounded by bytes; the least recently used is
 * evicted first. Memory is in blocks of one size: a metric that answers takes two or three, one that bounds others
 * one. A block is reused once every thread has confirmed that it dropped the metric; otherwise it would stay in memory
 * until each thread collected its garbage. Owns no thread and sends nothing. Not an lru-cache: threads write the times
 * of use, and eviction takes two steps.
 */
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
