// A way measured along its arcs in cost: where its places lie, and how much of it lies on edges of another way.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, type CostTable } from '../costs/arc-cost.ts'
import type { LegPath } from '../legs/leg-path.ts'
import { partCost } from '../legs/point-seeds.ts'

/** Cost from the start to the end of each arc; one more member than arcs, the first is 0. */
export function costsAlong(graph: RoutingGraph, table: CostTable, { arcs, startMm, endMm }: LegPath): Float64Array {
  const costOf = arcCosts(graph, table)
  const { edgeLengthMm } = graph.columns
  const at = new Float64Array(arcs.length + 1)
  for (let i = 0; i < arcs.length; i++) {
    const lengthMm = edgeLengthMm[arcs[i] >>> 1]
    const fromMm = i === 0 ? startMm : 0
    const toMm = i === arcs.length - 1 ? endMm : lengthMm
    const place = (mm: number) => ((arcs[i] & 1) === 1 ? lengthMm - mm : mm)
    const isWhole = fromMm === 0 && toMm === lengthMm
    const cost = isWhole ? costOf(arcs[i]) : partCost(graph, table, arcs[i], place(fromMm), place(toMm))
    at[i + 1] = at[i] + cost
  }
  return at
}

/**
 * Cost of what a way has in common with another, in either direction; the edges of the other have `bit`. Where both
 * begin (or end) on one edge, but in opposite directions, they have nothing of it in common.
 */
export function sharedCost(way: LegPath, at: Float64Array, other: LegPath, usedBy: Uint8Array, bit: number): number {
  const last = way.arcs.length - 1
  const isElsewhere = (arc: number, otherEnd: number) => arc !== otherEnd && arc >>> 1 === otherEnd >>> 1
  let shared = 0
  for (let i = 0; i <= last; i++) {
    const arc = way.arcs[i]
    if ((usedBy[arc >>> 1] & bit) === 0) continue
    if (i === 0 && isElsewhere(arc, other.arcs[0])) continue
    if (i === last && isElsewhere(arc, other.arcs[other.arcs.length - 1])) continue
    shared += at[i + 1] - at[i]
  }
  return shared
}
