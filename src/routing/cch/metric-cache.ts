// Customised metrics of one thread, by the key of their cost table, limited in bytes: the least recently used are
// dropped first. The arrays are in shared memory, so all threads hold a metric once. A metric larger than the whole
// limit is not cached. How a metric is made: at once, or from the network's file.

import { LRUCache } from 'lru-cache'
import type { CostTable } from '../costs/arc-cost.ts'
import { isNowhereCheaper } from '../costs/lower-bounds.ts'
import { BoundMetric, customiseBound } from './bound-metric.ts'
import { Metric, customise, type MetricData, metricPieces } from './customise.ts'
import type { Guide } from './guide.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { StoredMetrics } from './stored-metrics.ts'

export class MetricCache {
  readonly #metrics: LRUCache<string, Metric | BoundMetric>
  /** what `findBelow` found last, until a metric comes or goes: searches of one request share what is known under it */
  #below: { key: string; guide: Guide | null } | null = null

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
    if (!(metric instanceof Metric)) return null
    metric.touch()
    return metric
  }

  /** Whether a metric of either kind is cached. */
  has(key: string): boolean {
    return this.#metrics.has(key)
  }

  /**
   * What bounds the costs of a table from below: the first of its sets whose metrics are all cached, else the most
   * expensive metric under which no arc costs more. Null if there is neither. Counts as a use.
   */
  findBelow(table: CostTable): Guide | null {
    if (this.#below?.key !== table.key) this.#below = { key: table.key, guide: this.#lookBelow(table) }
    const { guide } = this.#below
    const metrics = guide === null ? [] : guide instanceof Metric ? [guide] : guide.bounds
    for (const metric of metrics) metric.touch()
    return guide
  }

  #lookBelow(table: CostTable): Guide | null {
    for (const set of table.below ?? []) {
      const bounds = set.map(({ key }) => this.#metrics.get(key)).filter((metric) => metric instanceof BoundMetric)
      if (bounds.length === set.length) return { bounds, shares: set.map(({ share }) => share) }
    }
    return this.#costliestBelow(table)
  }

  #costliestBelow(table: CostTable): Metric | null {
    let best: Metric | null = null
    for (const metric of this.#metrics.values()) {
      if (!(metric instanceof Metric) || !isNowhereCheaper(table, metric.table)) continue
      if (best === null || isNowhereCheaper(metric.table, best.table)) best = metric
    }
    return best
  }

  keep(metric: Metric | BoundMetric): void {
    this.#metrics.set(metric.key, metric)
  }

  forget(key: string): void {
    this.#metrics.delete(key)
  }

  clear(): void {
    this.#metrics.clear()
  }
}

/**
 * The metric of a table that cannot wait for a second request.
 */
export interface MetricParts {
  graph: RoutingGraph
  /** null: the network has none */
  hierarchy: Hierarchy | null
  metrics: MetricCache
  /** called with a metric that was made, so that other threads may share it */
  onMetricMade?: ((metric: Metric) => void) | undefined
}

/** The cached metric, or a new one, which is cached; null if its costs do not fit or the network has no hierarchy. */
export function metricNow({ graph, hierarchy, metrics, onMetricMade }: MetricParts, table: CostTable): Metric | null {
  const known = metrics.find(table.key)
  if (known !== null || hierarchy === null) return known
  const metric = customise(graph, hierarchy, table)
  if (metric !== null) {
    metrics.keep(metric)
    onMetricMade?.(metric)
  }
  return metric
}

/**
 * Metrics of either kind, by what their table is for, and the pieces of memory that they take. `ofBytes`: size of one
 * piece.
 */
export function piecesOf({ isBound }: Pick<CostTable, 'isBound'>, ofBytes: number): number {
  return isBound === true ? 1 : metricPieces(ofBytes)
}

/** As `customise`; pieces that are missing in `reused` are allocated. `stored`: those of the network's file. */
export function makeMetric(
  graph: RoutingGraph,
  hierarchy: Hierarchy,
  table: CostTable,
  reused: readonly SharedArrayBuffer[] = [],
  stored: StoredMetrics | null = null,
): Metric | BoundMetric | null {
  const found = stored?.find(table, reused) ?? null
  if (found !== null) return found
  return table.isBound === true
    ? customiseBound(graph, hierarchy, table, reused[0])
    : customise(graph, hierarchy, table, reused)
}

/** A metric on the same shared memory. */
export function metricFrom(data: MetricData): Metric | BoundMetric {
  return data.table.isBound === true ? BoundMetric.from(data) : Metric.from(data)
}
