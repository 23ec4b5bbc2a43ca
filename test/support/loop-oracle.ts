// Every closed walk from a node over the arcs of a network, plainly and recursively: no contraction, no bounds but the
// length.
// An edge at most twice, never back on the spot, the start only at the ends. For networks of a dozen nodes.

import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { arcCost, FORBIDDEN, type CostTable } from '../../src/routing/costs/arc-cost.ts'

export interface PlainLoop {
  arcs: number[]
  lengthMm: number
  repeatedMm: number
}

export function listLoops(
  graph: RoutingGraph,
  table: CostTable,
  start: number,
  leastMm: number,
  mostMm: number,
): PlainLoop[] {
  const { firstArc, arcId, edgeLengthMm } = graph.columns
  const found: PlainLoop[] = []
  const arcs: number[] = []
  const isLeftOut = edgesDrawnTwice(graph, table)
  const go = (node: number, lengthMm: number) => {
    if (node === start && arcs.length > 0) {
      if (lengthMm >= leastMm) found.push({ arcs: [...arcs], lengthMm, repeatedMm: repeatedMm(graph, arcs) })
      return
    }
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const arc = arcId[a]
      if (isLeftOut.has(arc >>> 1)) continue
      const after = lengthMm + edgeLengthMm[arc >>> 1]
      if (after > mostMm || arcCost(graph, table, arc) === FORBIDDEN || arcs.at(-1) === (arc ^ 1)) continue
      if (arcs.filter((other) => other >>> 1 === arc >>> 1).length === 2) continue
      arcs.push(arc)
      go(graph.arcTarget(arc), after)
      arcs.pop()
    }
  }
  go(start, 0)
  return found
}

/** Of straight edges on one line, those that are no better than another in either direction, the first one aside. */
function edgesDrawnTwice(graph: RoutingGraph, table: CostTable): Set<number> {
  const { edgeFrom, edgeTo, edgeLengthMm } = graph.columns
  const leftOut = new Set<number>()
  const costs = (edge: number, isBack: boolean) =>
    (isBack ? [1, 0] : [0, 1]).map((side) => arcCost(graph, table, edge * 2 + side))
  const isNoBetter = (a: number[], b: number[]) => a[0] >= b[0] && a[1] >= b[1]
  for (let b = 0; b < graph.edgeCount; b++)
    for (let a = 0; a < b; a++) {
      const isBack = edgeFrom[a] !== edgeFrom[b]
      const [from, to] = isBack ? [edgeTo[b], edgeFrom[b]] : [edgeFrom[b], edgeTo[b]]
      if (edgeFrom[a] !== from || edgeTo[a] !== to || edgeLengthMm[a] !== edgeLengthMm[b]) continue
      if (isNoBetter(costs(b, isBack), costs(a, false))) leftOut.add(b)
      else if (isNoBetter(costs(a, false), costs(b, isBack))) leftOut.add(a)
    }
  return leftOut
}

/** Length of every passage of an edge after its first. */
export function repeatedMm(graph: RoutingGraph, arcs: ArrayLike<number>): number {
  const seen = new Set<number>()
  let mm = 0
  for (const arc of Array.from(arcs)) {
    if (seen.has(arc >>> 1)) mm += graph.columns.edgeLengthMm[arc >>> 1]
    seen.add(arc >>> 1)
  }
  return mm
}
