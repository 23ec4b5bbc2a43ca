// The metrics that are wished for and not made yet. Those that only have to be read come first: reading takes a
// twentieth of the time that making does. Bounded by number, bytes and age; a dropped wish returns with its next
// request.

import { LRUCache } from 'lru-cache'
import type { JobOptions } from '../job-options.ts'
import type { CostTable } from '../routing/costs/arc-cost.ts'

/** Limits on metrics of either kind that wait: their requests were answered without them long ago. */
const MOST_WANTED = 16
const MOST_WANTED_BYTES = 4_000_000
const WANTED_FOR_MS = 10_000
/** Settings that were wished once, and how long that counts. A setting asked but once is not worth a metric. */
const MOST_REMEMBERED = 1000
const REMEMBERED_FOR_MS = 600_000

export interface PendingMetric {
  table: CostTable
  sinceMs: number
  /** it only has to be read */
  isStored: boolean
  /** told what it took */
  spend: JobOptions['spend']
}

export class PendingMetrics {
  readonly #toRead = new Map<string, PendingMetric>()
  readonly #toMake = new Map<string, PendingMetric>()
  readonly #wishedOnce = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: REMEMBERED_FOR_MS })

  /** Adds a wish: at its second request, or its first if it only has to be read. Returns false if nothing was added. */
  add(table: CostTable, isStored: boolean, spend: JobOptions['spend']): boolean {
    const { key } = table
    const waiting = isStored ? this.#toRead : this.#toMake
    if (waiting.has(key)) return false
    if (!isStored && !this.#wishedOnce.has(key)) {
      this.#wishedOnce.set(key, true)
      return false
    }
    let bytes = 0
    for (const { table: other } of waiting.values()) bytes += other.factor?.byteLength ?? 0
    if (waiting.size >= MOST_WANTED || bytes > MOST_WANTED_BYTES) return false
    waiting.set(key, { table, sinceMs: Date.now(), isStored, spend })
    return true
  }

  /** The oldest wish that may be made now; those to be read come first. Drops wishes that are too old. */
  next(mayMake: (wish: PendingMetric) => boolean): PendingMetric | null {
    for (const waiting of [this.#toRead, this.#toMake])
      for (const [key, wish] of waiting)
        if (Date.now() - wish.sinceMs > WANTED_FOR_MS) waiting.delete(key)
        else if (mayMake(wish)) return wish
    return null
  }

  delete({ table, isStored }: PendingMetric): void {
    ;(isStored ? this.#toRead : this.#toMake).delete(table.key)
  }

  clear(): void {
    this.#toRead.clear()
    this.#toMake.clear()
    this.#wishedOnce.clear()
  }
}
