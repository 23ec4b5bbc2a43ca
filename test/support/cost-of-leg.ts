import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { arcCosts, type CostTable } from '../../src/routing/costs/arc-cost.ts'
import { type LegPath, partCost } from '../../src/routing/legs/leg-path.ts'

/** Sum of the costs of a leg's arcs with its partial ends: the same as `path.cost`, computed again. */
export function costOfLeg(graph: RoutingGraph, table: CostTable, path: LegPath): number {
  const costOf = arcCosts(graph, table)
  const { edgeLengthMm } = graph.columns
  let cost = 0
  path.arcs.forEach((arc, i) => {
    const lengthMm = edgeLengthMm[arc >>> 1]
    const fromMm = i === 0 ? path.startMm : 0
    const toMm = i === path.arcs.length - 1 ? path.endMm : lengthMm
    const place = (mm: number) => ((arc & 1) === 1 ? lengthMm - mm : mm)
    cost += fromMm === 0 && toMm === lengthMm ? costOf(arc) : partCost(graph, table, arc, place(fromMm), place(toMm))
  })
  return cost
}
