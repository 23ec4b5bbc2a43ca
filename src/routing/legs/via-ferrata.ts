// A via ferrata is used only if a waypoint lies on it and max_sac is 6 (decision: ways-and-access). So the table of the
// route forbids all of them, and a waypoint on one seeds the search at every node that its own via ferrata leads to (or
// comes from), with the cost of climbing there: a small Dijkstra over via ferrata edges only. The route remains a
// proven cheapest path.

import { SAC_VIA_FERRATA } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import type { Seeds } from '../search/search-types.ts'

const MAX_NODES = 10_000

/**
 * Seeds reached over via ferrata, and the whole arcs travelled between the point's own edge and each seed, in order of
 * travel.
 */
export interface FerrataSeeds extends Seeds {
  leads: Uint32Array[]
  /** index of the point's own seed from which each of these was reached */
  origin: number[]
}

export function isFerrata(graph: RoutingGraph, edge: number): boolean {
  return graph.columns.classSac[graph.columns.edgeClass[edge]] === SAC_VIA_FERRATA
}

/**
 * Spreads seeds over via ferrata edges. `leaving`: seeds of a source (spread along arcs), else of a target (against
 * them).
 */
export function spreadOverFerrata(graph: RoutingGraph, table: CostTable, seeds: Seeds, leaving: boolean): FerrataSeeds {
  const { firstArc, arcHead, arcId } = graph.columns
  const costOf = arcCosts(graph, table)
  const best = new Map<number, { cost: number; arc: number; previous: number; origin: number; settled: boolean }>()
  for (let s = 0; s < seeds.nodes.length; s++) {
    const known = best.get(seeds.nodes[s])
    if (known === undefined || seeds.costs[s] < known.cost)
      best.set(seeds.nodes[s], { cost: seeds.costs[s], arc: -1, previous: -1, origin: s, settled: false })
  }
  for (;;) {
    let node = -1
    let cost = Infinity
    for (const [n, label] of best) {
      if (!label.settled && label.cost < cost) {
        node = n
        cost = label.cost
      }
    }
    if (node < 0 || best.size > MAX_NODES) break
    const label = best.get(node)!
    label.settled = true
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const edge = arcId[a] >>> 1
      if (!isFerrata(graph, edge)) continue
      const arc = leaving ? arcId[a] : arcId[a] ^ 1
      const step = costOf(arc)
      if (step === FORBIDDEN) continue
      const head = arcHead[a]
      const known = best.get(head)
      if (known === undefined || cost + step < known.cost)
        best.set(head, { cost: cost + step, arc, previous: node, origin: label.origin, settled: false })
    }
  }
  const spread: FerrataSeeds = { nodes: [], costs: [], arcs: [], leads: [], origin: [] }
  for (const [node, label] of best) {
    const lead: number[] = []
    for (let at = label, n = node; at.arc >= 0; n = at.previous, at = best.get(n)!) lead.push(at.arc)
    if (leaving) lead.reverse()
    ;(spread.nodes as number[]).push(node)
    ;(spread.costs as number[]).push(label.cost)
    ;(spread.arcs as number[]).push(-1)
    spread.leads.push(Uint32Array.from(lead))
    spread.origin.push(label.origin)
  }
  return spread
}
