// Customised metrics of one thread, by the key of their cost table, bounded by bytes: the least lately used go first.
// The arrays lie in shared memory, so threads hold the same metric once. A metric larger than the whole bound is not
// kept.

import type { Metric } from './customise.ts'

export class MetricCache {
  readonly #maxBytes: number
  readonly #metrics = new Map<string, Metric>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The metric of a key, null when it is not kept; counts as a use. */
  find(key: string): Metric | null {
    const metric = this.#metrics.get(key)
    if (metric === undefined) return null
    this.#metrics.delete(key)
    this.#metrics.set(key, metric)
    metric.touch()
    return metric
  }

  keep(metric: Metric): void {
    const old = this.#metrics.get(metric.key)
    if (old !== undefined) {
      this.#metrics.delete(metric.key)
      this.#bytes -= old.bytes
    }
    if (metric.bytes > this.#maxBytes) return
    this.#metrics.set(metric.key, metric)
    this.#bytes += metric.bytes
    for (const [key, { bytes }] of this.#metrics) {
      if (this.#bytes <= this.#maxBytes) break
      this.#metrics.delete(key)
      this.#bytes -= bytes
    }
  }

  forget(key: string): void {
    this.#bytes -= this.#metrics.get(key)?.bytes ?? 0
    this.#metrics.delete(key)
  }

  clear(): void {
    this.#metrics.clear()
    this.#bytes = 0
  }
}
