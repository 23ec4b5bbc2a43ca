// Heights of the nodes as far as they bound costs: whoever ends higher has climbed at least the difference, in a network whose
// every edge climbs the difference of its ends. Edges of unknown climb cost nothing to climb, so all their ends count as one
// place that may be entered at one height and left at another: every node also knows how far above and below it that
// place can be entered. Checked edge by edge; never assumed. Built once per network and thread.

import { NO_CLIMB_DM, NO_HEIGHT_DM, type RoutingGraph } from '../graph/routing-graph.ts'

/** No edge of unknown climb lies that way. */
const FAR_DM = 0x3fffffff

/** By node, in decimetres. */
export interface NodeHeights {
  heightDm: Int32Array
  /** up to the nearest height at which an edge of unknown climb begins, and down to it; 0 at its ends */
  gapUpDm: Int32Array
  gapDownDm: Int32Array
}

const heightsOf = new WeakMap<RoutingGraph, NodeHeights | null>()

/** Null where an edge's known climb is not the difference of the heights of its ends: such a network has no bound by height. */
export function nodeHeights(graph: RoutingGraph): NodeHeights | null {
  let heights = heightsOf.get(graph)
  if (heights === undefined) heightsOf.set(graph, (heights = readHeights(graph)))
  return heights
}

function readHeights(graph: RoutingGraph): NodeHeights | null {
  const { edgeFrom, edgeTo, edgeAscentDm, edgeDescentDm, shapeStart, shapeHeightDm } = graph.columns
  const nodeCount = graph.nodeCount
  const heightDm = new Int32Array(nodeCount).fill(NO_HEIGHT_DM)
  for (let e = 0; e < graph.edgeCount; e++) {
    heightDm[edgeFrom[e]] = shapeHeightDm[shapeStart[e]]
    heightDm[edgeTo[e]] = shapeHeightDm[shapeStart[e + 1] - 1]
  }
  const entries = new Set<number>()
  const isEntry = new Uint8Array(nodeCount)
  for (let e = 0; e < graph.edgeCount; e++) {
    const from = heightDm[edgeFrom[e]]
    const to = heightDm[edgeTo[e]]
    if (edgeAscentDm[e] === NO_CLIMB_DM) {
      isEntry[edgeFrom[e]] = isEntry[edgeTo[e]] = 1
      if (from !== NO_HEIGHT_DM) entries.add(from)
      if (to !== NO_HEIGHT_DM) entries.add(to)
    } else if (from === NO_HEIGHT_DM || to === NO_HEIGHT_DM || edgeAscentDm[e] - edgeDescentDm[e] !== to - from) return null
  }
  const sorted = Int32Array.from(entries).sort()
  const gapUpDm = new Int32Array(nodeCount).fill(FAR_DM)
  const gapDownDm = new Int32Array(nodeCount).fill(FAR_DM)
  for (let n = 0; n < nodeCount; n++) {
    if (isEntry[n] === 1) {
      gapUpDm[n] = gapDownDm[n] = 0
      continue
    }
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle] < heightDm[n]) low = middle + 1
      else high = middle
    }
    if (low < sorted.length) gapUpDm[n] = sorted[low] - heightDm[n]
    if (low > 0) gapDownDm[n] = heightDm[n] - sorted[low - 1]
  }
  return { heightDm, gapUpDm, gapDownDm }
}
