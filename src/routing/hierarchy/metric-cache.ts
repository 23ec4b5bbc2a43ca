// Customised metrics of one thread, by the key of their cost table, bounded by bytes: the least lately used go first.
// The arrays lie in shared memory, so threads hold the same metric once. A metric larger than the whole bound is not
// kept.

import { LRUCache } from 'lru-cache'
import type { Metric } from './customise.ts'

export class MetricCache {
  readonly #metrics: LRUCache<string, Metric>

  /** `maxBytes`: 0 keeps nothing, Infinity everything. */
  constructor(maxBytes: number) {
    const maxSize = Math.max(1, Math.min(Number.MAX_SAFE_INTEGER, Math.floor(maxBytes)))
    this.#metrics = new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => bytes })
  }

  get bytes(): number {
    return this.#metrics.calculatedSize
  }

  /** The metric of a key, null when it is not kept; counts as a use. */
  find(key: string): Metric | null {
    const metric = this.#metrics.get(key)
    if (metric === undefined) return null
    metric.touch()
    return metric
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
