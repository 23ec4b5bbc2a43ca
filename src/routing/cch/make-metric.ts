// Metrics of either kind, by what their table is for, and the pieces of memory that they take.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { BoundMetric, customiseBound } from './bound-metric.ts'
import { customise, Metric, type MetricData, metricPieces } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { StoredMetrics } from './stored-metrics.ts'

/** `ofBytes`: size of one piece. */
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
