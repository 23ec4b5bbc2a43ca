// Customised metrics of one thread, by the key of their cost table, limited in bytes: the least recently used are
// dropped first. The arrays are in shared memory, so all threads hold a metric once. A metric larger than the whole
// limit is not cached.

import { LRUCache } from 'lru-cache'
import type { CostTable } from '../costs/arc-cost.ts'
import { isNowhereCheaper } from '../costs/dearer-table.ts'
import type { Metric } from './customise.ts'

export class MetricCache {
  readonly #metrics: LRUCache<string, Metric>
  /** what `findBelow` found last, until a metric comes or goes */
  #below: { key: string; metric: Metric | null } | null = null

  /** `maxBytes`: 0 caches nothing, Infinity everything. */
  constructor(maxBytes: number) {
    const maxSize = Math.max(1, Math.min(Number.MAX_SAFE_INTEGER, Math.floor(maxBytes)))
    this.#metrics = new LRUCache({
      maxSize,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: () => (this.#below = null),
      onInsert: () => (this.#below = null),
    })
  }

  get bytes(): number {
    return this.#metrics.calculatedSize
  }

  /** The metric of a key, null if it is not cached; counts as a use. */
  find(key: string): Metric | null {
    const metric = this.#metrics.get(key)
    if (metric === undefined) return null
    metric.touch()
    return metric
  }

  /**
   * A metric under which no arc costs more than under the table, so that its costs bound those of the table from below;
   * the dearest that is cached. Null if there is none. Counts as a use.
   */
  findBelow(table: CostTable): Metric | null {
    if (this.#below?.key !== table.key) this.#below = { key: table.key, metric: this.#dearestBelow(table) }
    this.#below.metric?.touch()
    return this.#below.metric
  }

  #dearestBelow(table: CostTable): Metric | null {
    let best: Metric | null = null
    for (const metric of this.#metrics.values())
      if (isNowhereCheaper(table, metric.table) && (best === null || isNowhereCheaper(metric.table, best.table)))
        best = metric
    return best
  }

  keep(metric: Metric): void {
    this.#metrics.set(metric.key, metric)
  }

  forget(key: string): void {
    this.#metrics.delete(key)
  }

  clear(): void {
    this.#metrics.clear()
  }
}
