// Which customised metrics one network has: those that two requests needed, or one if the network's file has it. They
// are made one at a time by a thread, as a job that takes its turn, and go to every thread. When the memory is full, at
// most one is made in a second: callers whose settings keep changing would have metrics made that are evicted before
// they pay off.

import { LRUCache } from 'lru-cache'
import type { JobOptions } from '../job-options.ts'
import { metricPieces } from '../routing/cch/customise.ts'
import { piecesOf } from '../routing/cch/metric-cache.ts'
import type { CostTable } from '../routing/costs/arc-cost.ts'
import { MetricMemory, metricBudget } from './metric-memory.ts'
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
