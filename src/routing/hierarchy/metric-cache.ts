// Customised metrics of one thread, by the key of their cost table, limited in bytes: the least recently used are
// dropped first. The arrays are in shared memory, so all threads hold a metric once. A metric larger than the whole
// limit is not cached.

import { LRUCache } from 'lru-cache'
import type { Metric } from './customise.ts'

export class MetricCache {
  readonly #metrics: LRUCache<string, Metric>

  /** `maxBytes`: 0 caches nothing, Infinity everything. */
  constructor(maxBytes: number) {
    const maxSize = Math.max(1, Math.min(Number.MAX_SAFE_INTEGER, Math.floor(maxBytes)))
    this.#metrics = new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => bytes })
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
