// HOT: npm run bench -- routing
// Every edge is looked at for each metric; lists of upward arcs are so short that they are read from their start.
//
// The edges of the network as upward arcs of its hierarchy.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { HierarchyColumns } from './hierarchy.ts'

/**
 * Calls `visit` for every edge between two nodes, or one in `step`, with its upward arc and the arc of the network that
 * leads up along it; `upId ^ 1` leads down. Throws RangeError for the hierarchy of another network.
 */
export function visitEdges(
  graph: RoutingGraph,
  columns: HierarchyColumns,
  visit: (arc: number, upId: number) => void,
  step = 1,
): void {
  const { edgeFrom, edgeTo } = graph.columns
  const { cchRank, cchUpStart, cchUpHead } = columns
  for (let e = 0; e < edgeFrom.length; e += step) {
    const from = cchRank[edgeFrom[e]]
    const to = cchRank[edgeTo[e]]
    if (from === to) continue
    const low = from < to ? from : to
    const high = from < to ? to : from
    const stop = cchUpStart[low + 1]
    let arc = cchUpStart[low]
    while (arc < stop && cchUpHead[arc] !== high) arc++
    if (arc === stop) throw new RangeError('the hierarchy belongs to another network')
    visit(arc, from < to ? e * 2 : e * 2 + 1)
  }
}
