// HOT: npm run bench -- routing
// Every edge is looked at for each metric; lists of upward arcs are so short that they are read from their start.
//
// The edges of the network as upward arcs of its hierarchy.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { findArc, NO_ARC, type HierarchyColumns } from './hierarchy.ts'

/** The upward arc that an edge belongs to; NO_ARC if it begins and ends at the same node: no cheapest path uses it. */
export function arcOfEdge(graph: RoutingGraph, columns: HierarchyColumns, edge: number): number {
  const { edgeFrom, edgeTo } = graph.columns
  const { cchRank, cchUpStart, cchUpHead } = columns
  const from = cchRank[edgeFrom[edge]]
  const to = cchRank[edgeTo[edge]]
  return from === to ? NO_ARC : findArc(cchUpStart, cchUpHead, Math.min(from, to), Math.max(from, to))
}

/**
 * Calls `visit` for every edge between two nodes: its upward arc, and the arc of the network that leads up along it;
 * `upId ^ 1` leads down. Throws RangeError for the hierarchy of another network.
 */
export function visitEdges(
  graph: RoutingGraph,
  columns: HierarchyColumns,
  visit: (arc: number, upId: number) => void,
): void {
  const { edgeFrom, edgeTo } = graph.columns
  const { cchRank, cchUpStart, cchUpHead } = columns
  for (let e = 0; e < edgeFrom.length; e++) {
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
