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
  const go = (node: number, lengthMm: number) => {
    if (node === start && arcs.length > 0) {
      if (lengthMm >= leastMm) found.push({ arcs: [...arcs], lengthMm, repeatedMm: repeatedMm(graph, arcs) })
      return
    }
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const arc = arcId[a]
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
