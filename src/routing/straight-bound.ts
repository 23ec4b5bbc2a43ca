// Lower bounds of cost from straight lines: no way between two nodes is shorter than the chord between them, no millimetre costs
// less than the table's smallest factor, and whoever ends higher has climbed at least the difference (node-heights.ts).
// Whole numbers, rounded down, so that the bound stays consistent with whole costs; of several seeds the least counts.

import type { RoutingGraph } from '../graph/routing-graph.ts'
import type { CostTable } from './arc-cost.ts'
import { nodeHeights } from './node-heights.ts'
import type { Seeds } from './search-types.ts'

/** Takes away what rounding in the chord (a millionth of a millimetre) could add. */
const SAFETY = 1 - 1e-7
const NONE = new Int32Array(0)

/**
 * Bound of the cost from a node to the nearest of the seeds (`towards`), or from the nearest seed to a node, the seed's own cost
 * included. Infinity without seeds. Make it once per search.
 */
export function straightBound(graph: RoutingGraph, table: CostTable, seeds: Seeds, towards: boolean): (node: number) => number {
  const xyz = graph.nodePositions
  const perM = table.minFactor === Infinity ? 0 : table.minFactor * 1000 * SAFETY
  const count = seeds.nodes.length
  const seedX = new Float64Array(count)
  const seedY = new Float64Array(count)
  const seedZ = new Float64Array(count)
  const seedCost = Float64Array.from(seeds.costs)
  const heights = table.perAscentDm > 0 || table.perDescentDm > 0 ? nodeHeights(graph) : null
  const heightDm = heights?.heightDm ?? null
  const gapUpDm = heights?.gapUpDm ?? NONE
  const gapDownDm = heights?.gapDownDm ?? NONE
  // cost of a decimetre by which the node lies below the seed, and above it
  const perBelowDm = towards ? table.perAscentDm : table.perDescentDm
  const perAboveDm = towards ? table.perDescentDm : table.perAscentDm
  const seedDm = new Float64Array(count)
  // climb between the seed and the nearest edge of unknown climb, as cost
  const seedGap = new Float64Array(count)
  for (let s = 0; s < count; s++) {
    const node = seeds.nodes[s]
    seedX[s] = xyz[3 * node]
    seedY[s] = xyz[3 * node + 1]
    seedZ[s] = xyz[3 * node + 2]
    seedDm[s] = heightDm === null ? 0 : heightDm[node]
    seedGap[s] = heightDm === null ? 0 : Math.min(gapDownDm[node] * perBelowDm, gapUpDm[node] * perAboveDm)
  }
  return (node) => {
    const x = xyz[3 * node]
    const y = xyz[3 * node + 1]
    const z = xyz[3 * node + 2]
    let gap = 0
    let ownDm = 0
    if (heightDm !== null) {
      ownDm = heightDm[node]
      gap = Math.min(gapUpDm[node] * perBelowDm, gapDownDm[node] * perAboveDm)
    }
    let best = Infinity
    for (let s = 0; s < count; s++) {
      const dx = x - seedX[s]
      const dy = y - seedY[s]
      const dz = z - seedZ[s]
      let bound = Math.sqrt(dx * dx + dy * dy + dz * dz) * perM + seedCost[s]
      if (heightDm !== null) {
        const belowDm = seedDm[s] - ownDm
        const climb = belowDm > 0 ? belowDm * perBelowDm : -belowDm * perAboveDm
        const gaps = gap + seedGap[s]
        bound += climb < gaps ? climb : gaps
      }
      if (bound < best) best = bound
    }
    return Math.floor(best)
  }
}
