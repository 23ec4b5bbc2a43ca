// The way between two points that needs no search: along the edge that they share, or along one via ferrata.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FORBIDDEN } from '../costs/arc-cost.ts'
import type { PathResult } from '../search/search-types.ts'
import { joinPath, type LegEnd, type LegPath, type LegTables } from './leg-path.ts'
import type { SnapPoint } from './snap-waypoints.ts'
import { partCost } from './point-seeds.ts'
import { isFerrata } from './via-ferrata.ts'

/** The way along one shared edge, null if the points lie on different edges or it is closed in that direction. */
export function directWay(
  graph: RoutingGraph,
  { table, ferrata }: LegTables,
  from: SnapPoint,
  to: SnapPoint,
): LegPath | null {
  if (from.edge !== to.edge) return null
  if (from.atMm === to.atMm)
    return { arcs: new Uint32Array(0), startMm: 0, endMm: 0, cost: 0, complete: true, lowerBound: 0 }
  const own = ferrata !== null && isFerrata(graph, from.edge) ? ferrata : table
  const back = from.atMm > to.atMm ? 1 : 0
  const arc = from.edge * 2 + back
  const cost = partCost(graph, own, arc, from.atMm, to.atMm)
  if (cost >= FORBIDDEN) return null
  const lengthMm = graph.columns.edgeLengthMm[from.edge]
  const along = (atMm: number) => (back === 1 ? lengthMm - atMm : atMm)
  return {
    arcs: Uint32Array.of(arc),
    startMm: along(from.atMm),
    endMm: along(to.atMm),
    cost,
    complete: true,
    lowerBound: cost,
  }
}

/** Both points on one via ferrata: the cheapest way along it. */
export function directOverFerrata(
  graph: RoutingGraph,
  { ferrata }: LegTables,
  source: LegEnd,
  target: LegEnd,
  from: SnapPoint,
  to: SnapPoint,
): LegPath | null {
  if (ferrata === null || source.ferrata === null || target.ferrata === null) return null
  let best = Infinity
  let s = -1
  let t = -1
  for (let i = 0; i < source.ferrata.nodes.length; i++) {
    for (let j = 0; j < target.seeds.nodes.length; j++) {
      const cost = source.ferrata.costs[i] + target.seeds.costs[j]
      if (source.ferrata.nodes[i] !== target.seeds.nodes[j] || cost >= best) continue
      best = cost
      s = i
      t = j
    }
  }
  if (s < 0) return null
  const path: PathResult = { cost: best, sourceSeed: s, targetSeed: t, arcs: new Uint32Array(0) }
  return joinPath(graph, path, source, { seeds: target.seeds, ferrata: null }, from, to, {
    path,
    complete: true,
    lowerBound: best,
    settledCount: 0,
  })
}
