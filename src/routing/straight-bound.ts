// Lower bounds of cost from straight lines: no way between two nodes is shorter than the chord between them, no millimetre costs
// less than the table's smallest factor, and whoever ends higher has climbed at least the difference. The last holds only in a
// network whose every edge climbs exactly the difference of its ends, which is checked once; else heights are left out.
// Whole numbers, rounded down, so that the bound stays consistent with whole costs; of several seeds the least counts.

import { NO_CLIMB_DM, NO_HEIGHT_DM, type RoutingGraph } from '../graph/routing-graph.ts'
import type { CostTable } from './arc-cost.ts'
import type { Seeds } from './search-types.ts'

/** Takes away what rounding in the chord (a millionth of a millimetre) could add. */
const SAFETY = 1 - 1e-7

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
  const seedDm = new Float64Array(count)
  const seedCost = Float64Array.from(seeds.costs)
  const heights = table.perAscentDm > 0 || table.perDescentDm > 0 ? climbingHeights(graph) : null
  for (let s = 0; s < count; s++) {
    seedX[s] = xyz[3 * seeds.nodes[s]]
    seedY[s] = xyz[3 * seeds.nodes[s] + 1]
    seedZ[s] = xyz[3 * seeds.nodes[s] + 2]
    seedDm[s] = heights === null ? 0 : heights[seeds.nodes[s]]
  }
  // cost of a decimetre by which the node lies below the seed, and above it
  const perBelowDm = towards ? table.perAscentDm : table.perDescentDm
  const perAboveDm = towards ? table.perDescentDm : table.perAscentDm
  return (node) => {
    const x = xyz[3 * node]
    const y = xyz[3 * node + 1]
    const z = xyz[3 * node + 2]
    const heightDm = heights === null ? 0 : heights[node]
    let best = Infinity
    for (let s = 0; s < count; s++) {
      const dx = x - seedX[s]
      const dy = y - seedY[s]
      const dz = z - seedZ[s]
      let bound = Math.sqrt(dx * dx + dy * dy + dz * dz) * perM + seedCost[s]
      const belowDm = seedDm[s] - heightDm
      bound += belowDm > 0 ? belowDm * perBelowDm : -belowDm * perAboveDm
      if (bound < best) best = bound
    }
    return Math.floor(best)
  }
}

const heightsOf = new WeakMap<RoutingGraph, Int32Array | null>()

/** Height of every node in decimetres; null where any edge's climb is unknown or is not the difference of its ends. */
function climbingHeights(graph: RoutingGraph): Int32Array | null {
  let heights = heightsOf.get(graph)
  if (heights === undefined) heightsOf.set(graph, (heights = checkHeights(graph)))
  return heights
}

function checkHeights(graph: RoutingGraph): Int32Array | null {
  const { edgeFrom, edgeTo, edgeAscentDm, edgeDescentDm, shapeStart, shapeHeightDm } = graph.columns
  const heights = new Int32Array(graph.nodeCount)
  for (let e = 0; e < graph.edgeCount; e++) {
    heights[edgeFrom[e]] = shapeHeightDm[shapeStart[e]]
    heights[edgeTo[e]] = shapeHeightDm[shapeStart[e + 1] - 1]
  }
  for (let e = 0; e < graph.edgeCount; e++) {
    if (edgeAscentDm[e] === NO_CLIMB_DM || heights[edgeFrom[e]] === NO_HEIGHT_DM) return null
    if (edgeAscentDm[e] - edgeDescentDm[e] !== heights[edgeTo[e]] - heights[edgeFrom[e]]) return null
  }
  return heights
}
