// The metric of a table that cannot wait for a second request.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { customise, type Metric } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { MetricCache } from './metric-cache.ts'

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
