// Avoided edges cut the network into pieces that no table of parts knows. Small ones, such as the stubs around an area,
// are found here by looking around each edge, so that a waypoint beside an area is not moved onto a stub.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { usableEdges } from './snap-waypoints.ts'

/** Nodes of a piece that is not small. */
const MANY = 500
/** Above the numbers of parts. */
const FIRST_ISLAND = 2 ** 40

/** Whether a part is a small island. */
export const isSubnetwork = (part: number): boolean => part >= FIRST_ISLAND

/**
 * `partOf` gives the part of an edge without regard to what is avoided. The result tells small islands apart from it,
 * and is `partOf` itself where nothing is avoided.
 */
export function outsideSubnetworks(
  graph: RoutingGraph,
  table: CostTable,
  partOf: (edge: number) => number,
): (edge: number) => number {
  if (table.isClosed === undefined) return partOf
  const { firstArc, arcHead, arcId, edgeFrom } = graph.columns
  const isUsable = usableEdges(graph, table)
  /** nodes looked at: their island, or -1 on a large piece */
  const islandOf = new Map<number, number>()
  let islandCount = 0
  const explore = (start: number): number => {
    const seen = new Set([start])
    let found = -2
    for (const node of seen) {
      for (let a = firstArc[node]; a < firstArc[node + 1] && found === -2; a++) {
        if (!isUsable(arcId[a] >>> 1)) continue
        seen.add(arcHead[a])
        if (seen.size >= MANY || islandOf.get(arcHead[a]) === -1) found = -1
      }
      if (found === -1) break
    }
    const island = found === -1 ? -1 : FIRST_ISLAND + islandCount++
    for (const node of seen) islandOf.set(node, island)
    return island
  }
  return (edge) => {
    const node = edgeFrom[edge]
    const island = islandOf.get(node) ?? explore(node)
    return island === -1 ? partOf(edge) : island
  }
}
