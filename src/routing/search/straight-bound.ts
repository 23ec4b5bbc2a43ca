// HOT: npm run bench -- large-search
// It runs once for every node that a search sees, so positions are kept as points in space.
//
// Lower bounds of cost from straight lines: no way between two nodes is shorter than the chord between them, and no
// millimetre costs less than the table's smallest factor. Whole numbers, rounded down, so that the bound stays
// consistent with whole costs; of several seeds the least counts. Never above the truth: chords and lengths share one
// sphere. There is deliberately no term for heights: over Andorra it saved 1 % of the settled nodes (10 % if every
// climb were known) and cost as much to compute.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Seeds } from './search-types.ts'

/** Removes what rounding in the chord (a millionth of a millimetre) could add. */
const SAFETY = 1 - 1e-7

/**
 * Bound of the cost from any node to the nearest seed, its own cost included (or from the seed: chords have no
 * direction). Infinity without seeds.
 */
export function straightBound(graph: RoutingGraph, table: CostTable, seeds: Seeds): (node: number) => number {
  const perM = table.minFactor === Infinity ? 0 : table.minFactor * 1000 * SAFETY
  const count = seeds.nodes.length
  const seedX = new Float64Array(count)
  const seedY = new Float64Array(count)
  const seedZ = new Float64Array(count)
  const seedCost = Float64Array.from(seeds.costs)
  for (let s = 0; s < count; s++) {
    const node = seeds.nodes[s]
    const xyz = graph.positionsAt(node)
    seedX[s] = xyz[3 * node]
    seedY[s] = xyz[3 * node + 1]
    seedZ[s] = xyz[3 * node + 2]
  }
  return (node) => {
    const xyz = graph.positionsAt(node)
    const x = xyz[3 * node]
    const y = xyz[3 * node + 1]
    const z = xyz[3 * node + 2]
    let best = Infinity
    for (let s = 0; s < count; s++) {
      const dx = x - seedX[s]
      const dy = y - seedY[s]
      const dz = z - seedZ[s]
      const bound = Math.sqrt(dx * dx + dy * dy + dz * dz) * perM + seedCost[s]
      if (bound < best) best = bound
    }
    return Math.floor(best)
  }
}
