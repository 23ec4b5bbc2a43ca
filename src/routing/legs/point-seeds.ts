// Seeds of a search that begins or ends at a point inside an edge: the ends of the edge, each with the cost of the part
// of the arc that leads there.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCost, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { isPartClosed } from '../costs/closed-edges.ts'
import type { Seeds } from '../search/search-types.ts'
import type { SnapPoint } from './snap-waypoints.ts'

/**
 * Cost of travelling a part of an arc, between two places in millimetres from edgeFrom: its share of the whole, rounded
 * up.
 */
export function partCost(graph: RoutingGraph, table: CostTable, arc: number, aMm: number, bMm: number): number {
  const { isClosed, base = table } = table
  const edge = arc >>> 1
  if (isClosed !== undefined && isPartClosed(isClosed, edge, aMm, bMm)) return FORBIDDEN
  const whole = arcCost(graph, base, arc)
  const lengthMm = graph.columns.edgeLengthMm[edge]
  return whole === FORBIDDEN ? FORBIDDEN : lengthMm === 0 ? 0 : Math.ceil((whole * Math.abs(bMm - aMm)) / lengthMm)
}

/** Seeds of a search that begins at the point. */
export function sourceSeeds(graph: RoutingGraph, table: CostTable, point: SnapPoint): Seeds {
  return seedsOf(graph, table, point, true)
}

/** Seeds of a search that ends at the point. */
export function targetSeeds(graph: RoutingGraph, table: CostTable, point: SnapPoint): Seeds {
  return seedsOf(graph, table, point, false)
}

function seedsOf(graph: RoutingGraph, table: CostTable, { edge, atMm }: SnapPoint, leaving: boolean): Seeds {
  const { edgeFrom, edgeTo, edgeLengthMm } = graph.columns
  const lengthMm = edgeLengthMm[edge]
  if (atMm <= 0) return { nodes: [edgeFrom[edge]], costs: [0], arcs: [-1] }
  if (atMm >= lengthMm) return { nodes: [edgeTo[edge]], costs: [0], arcs: [-1] }
  const seeds = { nodes: [] as number[], costs: [] as number[], arcs: [] as number[] }
  for (let back = 0; back < 2; back++) {
    const arc = edge * 2 + back
    const endMm = leaving === (back === 0) ? lengthMm : 0
    const cost = partCost(graph, table, arc, atMm, endMm)
    if (cost >= FORBIDDEN) continue
    seeds.nodes.push(leaving === (back === 0) ? edgeTo[edge] : edgeFrom[edge])
    seeds.costs.push(cost)
    seeds.arcs.push(arc)
  }
  return seeds
}
