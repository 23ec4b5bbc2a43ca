// Which cost tables should get a metric. Until a table has one, the bidirectional search answers its requests. If a
// pool listens, it is notified of the first two requests (which may run on two threads), then of every 64th; otherwise
// the planner makes the metric at the second request.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { PROFILES } from '../../travel/settings.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import { makeMetric } from '../cch/make-metric.ts'
import type { MetricCache } from '../cch/metric-cache.ts'
import type { CostModel } from '../costs/cost-model.ts'
import { defaultsOf } from '../costs/default-costs.ts'
import { withoutCap } from './cap-alternative.ts'

/** A metric that is still missing is requested again after this many requests with its setting. */
const ASK_AGAIN = 64
/** Settings whose requests are counted; beyond this number, counting starts again. */
const MAX_COUNTED = 1000

export class WantedMetrics {
  readonly #graph: RoutingGraph
  readonly #hierarchy: Hierarchy | null
  readonly #metrics: MetricCache
  readonly #onWanted: ((table: CostTable) => void) | undefined
  /** requests without a metric, by the key of their table */
  readonly #asked = new Map<string, number>()

  /** `hierarchy` null: the network has none, and no metric is ever wanted. */
  constructor(
    graph: RoutingGraph,
    hierarchy: Hierarchy | null,
    metrics: MetricCache,
    onWanted?: (table: CostTable) => void,
  ) {
    this.#graph = graph
    this.#hierarchy = hierarchy
    this.#metrics = metrics
    this.#onWanted = onWanted
  }

  /** Requests a metric for the table, without waiting for it. */
  want(table: CostTable): void {
    if (this.#hierarchy === null || this.#metrics.has(table.key)) return
    const times = this.#asked.get(table.key) ?? 0
    if (this.#asked.size > MAX_COUNTED) this.#asked.clear()
    this.#asked.set(table.key, times + 1)
    if (this.#onWanted !== undefined) {
      if (times < 2 || times % ASK_AGAIN === 0) this.#onWanted(table)
    } else if (times === 1) {
      const metric = makeMetric(this.#graph, this.#hierarchy, table)
      if (metric !== null) this.#metrics.keep(metric)
    }
  }

  forget(key: string): void {
    this.#asked.delete(key)
  }

  clear(): void {
    this.#asked.clear()
  }
}

/**
 * The cost tables of routes for which no setting is given, and of what `cap_alternative` looks for beside such a hike.
 */
export function defaultTables(model: CostModel): CostTable[] {
  return [...PROFILES.map(defaultsOf), withoutCap(defaultsOf('hike'))].map((settings) => model.table(settings))
}
