// Customised metrics of one thread, by the key of their cost table, limited in bytes: the least recently used are
// dropped first. The arrays are in shared memory, so all threads hold a metric once. A metric larger than the whole
// limit is not cached.

import { LRUCache } from 'lru-cache'
import type { CostTable } from '../costs/arc-cost.ts'
import { isNowhereCheaper, shareOf } from '../costs/dearer-table.ts'
import type { Metric } from './customise.ts'

/** A metric whose costs bound those of a table from below, by its share. */
export interface BelowMetric {
  metric: Metric
  share: number
}

export class MetricCache {
  readonly #metrics: LRUCache<string, Metric>
  /** what `findBelow` found last, until a metric comes or goes */
  #below: { key: string; metrics: readonly BelowMetric[] } | null = null

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
   * Metrics whose costs, times their shares, bound those of the table from below: two of them, or the dearest under
   * which no arc costs more. Empty if none is cached. Counts as a use.
   */
  findBelow(table: CostTable): readonly BelowMetric[] {
    if (this.#below?.key !== table.key) this.#below = { key: table.key, metrics: this.#lookBelow(table) }
    for (const { metric } of this.#below.metrics) metric.touch()
    return this.#below.metrics
  }

  #lookBelow(table: CostTable): BelowMetric[] {
    const bounds = [...this.#metrics.values()].filter((metric) => metric.table.isBound === true)
    let best: BelowMetric[] = []
    for (const a of bounds) {
      for (const b of bounds) {
        if (a.table.perAscentDm <= b.table.perAscentDm || !isTighter(a, b, best)) continue
        const share = shareOf(table, a.table, b.table)
        if (share === null) continue
        best = [
          { metric: a, share: 1 - share },
          { metric: b, share },
        ]
      }
    }
    const dearest = this.#dearestBelow(table)
    return best.length > 0 || dearest === null ? best : [{ metric: dearest, share: 1 }]
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

/** Whether two tables are nowhere cheaper than the two found before. */
function isTighter(a: Metric, b: Metric, [first, second]: readonly BelowMetric[]): boolean {
  if (first === undefined) return true
  return isNowhereCheaper(a.table, first.metric.table) && isNowhereCheaper(b.table, second.metric.table)
}
