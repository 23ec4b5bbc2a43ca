// What one thread opens once over a network and shares between routes, matching, analysis and matrices: the hierarchy
// with its metrics, the searches, the costs, the snap index and the edges by hazard.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { SnapIndex } from '../../graph/snap-index.ts'
import { AvoidedEdges } from '../avoid/avoided-edges.ts'
import { CostModel } from '../costs/cost-model.ts'
import type { Engine } from '../costs/route-types.ts'
import { type NetworkIndexes, indexHazards } from '../details/path-details.ts'
import { indexFerries } from '../details/notes.ts'
import { Hierarchy } from '../cch/hierarchy.ts'
import { MetricCache } from '../cch/metric-cache.ts'
import { type ReadMetrics, StoredMetrics } from '../cch/stored-metrics.ts'
import { LegFinder } from '../legs/find-leg.ts'
import { WaypointSnapper } from '../legs/snap-waypoints.ts'
import { ComponentCache, type FoundComponents } from '../search/strong-components.ts'

export interface PlannerPartsOptions {
  engine: Engine
  /** limit of the customised metrics cached by this planner; those in shared memory count in each thread */
  metricCacheBytes: number
  /** nodes one search may settle before it answers `best_effort` */
  maxSettled: number
  /** reads metrics that the network's file has; absent: none are read */
  readMetrics?: ReadMetrics | undefined
  /** called with strong components that were made for a setting, in shared memory */
  onComponentsMade?: (components: FoundComponents) => void
}

export interface PlannerParts extends NetworkIndexes {
  hierarchy: Hierarchy | null
  metrics: MetricCache
  /** of the network's file; null: none */
  stored: StoredMetrics | null
  finder: LegFinder
  engine: Engine
  /** nodes one search may settle */
  maxSettled: number
  model: CostModel
  index: SnapIndex
  snapper: WaypointSnapper
  components: ComponentCache
  avoided: AvoidedEdges
}

/** Throws RangeError if the network's hierarchy belongs to another network. */
export function openPlannerParts(
  graph: RoutingGraph,
  { engine, metricCacheBytes, maxSettled, readMetrics, onComponentsMade }: PlannerPartsOptions,
): PlannerParts {
  const hierarchy = 'cchRank' in graph.extra ? Hierarchy.from(graph) : null
  const metrics = new MetricCache(metricCacheBytes)
  const stored =
    hierarchy === null || readMetrics === undefined
      ? null
      : new StoredMetrics(graph, hierarchy, graph.meta.metrics ?? [], readMetrics)
  const finder = new LegFinder(graph, hierarchy, metrics)
  const model = new CostModel(graph)
  const index = SnapIndex.from(graph)
  const firstHazard = indexHazards(graph)
  return {
    graph,
    hierarchy,
    metrics,
    stored,
    finder,
    firstHazard,
    ferryDurations: indexFerries(graph),
    engine,
    maxSettled,
    model,
    index,
    snapper: new WaypointSnapper(graph, index),
    components: new ComponentCache(graph, onComponentsMade),
    avoided: new AvoidedEdges(graph, firstHazard),
  }
}
