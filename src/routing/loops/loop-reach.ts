// What is within reach of a start, as plain lists: nodes nearest first (0 is the start; an edge that contains it is cut
// in two) and the edges between them that are open in at least one direction. By length, not cost; the number of nodes
// is limited, so that the middle of a large town gives a smaller network rather than a slow answer.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { MinHeap } from '../search/min-heap.ts'
import { POLL_INTERVAL, stopIfCancelled } from '../search/search-types.ts'
import { usableEdges, type SnapPoint } from '../legs/snap-waypoints.ts'
import { partCost } from '../legs/point-seeds.ts'

/** Nodes of the network examined for one loop. */
const MAX_REACHED = 150_000

/** Parallel lists, one member per edge. */
export interface RawEdges {
  from: number[]
  to: number[]
  lengthMm: number[]
  /** network arc from `from` to `to` */
  arc: number[]
  /** Infinity: closed */
  costForward: number[]
  costBackward: number[]
}

export interface Reach {
  /** network node of every local one, -1 for a start inside an edge */
  nodes: number[]
  raw: RawEdges
}

/** Everything within `reachMm` of travel from the start, nearest first. Throws SearchStopped if cancelled. */
export function reachFrom(
  graph: RoutingGraph,
  table: CostTable,
  start: SnapPoint,
  reachMm: number,
  cancelled: Int32Array | undefined,
): Reach {
  const scratch = scratchOf(graph)
  const touched: number[] = []
  try {
    const nodes = nearestNodes(graph, table, start, reachMm, scratch, touched, cancelled)
    const raw = new EdgeCollector()
    edgesBetween(raw, graph, table, start, nodes, scratch.local, cancelled)
    if (isInside(graph, start)) halvesOfStart(raw, graph, table, start, scratch.local)
    return { nodes, raw }
  } finally {
    clear(touched, scratch)
  }
}

/** Whether the start lies between the ends of its edge. */
function isInside(graph: RoutingGraph, { edge, atMm }: SnapPoint): boolean {
  return atMm > 0 && atMm < graph.columns.edgeLengthMm[edge]
}

/** Writes lengths and local numbers of the nodes it reaches. */
function nearestNodes(
  graph: RoutingGraph,
  table: CostTable,
  start: SnapPoint,
  reachMm: number,
  { dist, local }: Scratch,
  touched: number[],
  cancelled: Int32Array | undefined,
): number[] {
  const { firstArc, arcHead, arcId, edgeLengthMm, edgeFrom, edgeTo } = graph.columns
  const isUsable = usableEdges(graph, table)
  const nodes: number[] = []
  const heap = new MinHeap()
  const see = (node: number, mm: number) => {
    if (mm > reachMm || (local[node] !== UNSEEN && mm >= dist[node])) return
    if (local[node] === UNSEEN) {
      touched.push(node)
      local[node] = SEEN
    }
    dist[node] = mm
    heap.push(mm, node)
  }
  if (isInside(graph, start)) {
    nodes.push(-1)
    see(edgeFrom[start.edge], start.atMm)
    see(edgeTo[start.edge], edgeLengthMm[start.edge] - start.atMm)
  } else see(start.atMm <= 0 ? edgeFrom[start.edge] : edgeTo[start.edge], 0)
  while (heap.size > 0 && nodes.length < MAX_REACHED) {
    const mm = heap.topKey()
    const node = heap.pop()
    if (local[node] > 0) continue
    if (nodes.length % POLL_INTERVAL === 0) stopIfCancelled(cancelled)
    local[node] = nodes.push(node)
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const edge = arcId[a] >>> 1
      if (!isUsable(edge)) continue
      see(arcHead[a], mm + edgeLengthMm[edge])
    }
  }
  return nodes
}

class EdgeCollector implements RawEdges {
  readonly from: number[] = []
  readonly to: number[] = []
  readonly lengthMm: number[] = []
  readonly arc: number[] = []
  readonly costForward: number[] = []
  readonly costBackward: number[] = []

  /** Leaves out an edge that is closed in both directions. */
  add(from: number, to: number, lengthMm: number, arc: number, costForward: number, costBackward: number): void {
    if (costForward >= FORBIDDEN && costBackward >= FORBIDDEN) return
    this.from.push(from)
    this.to.push(to)
    this.lengthMm.push(lengthMm)
    this.arc.push(arc)
    this.costForward.push(costForward >= FORBIDDEN ? Infinity : costForward)
    this.costBackward.push(costBackward >= FORBIDDEN ? Infinity : costBackward)
  }
}

/** Whole edges between the nodes. */
function edgesBetween(
  raw: EdgeCollector,
  graph: RoutingGraph,
  table: CostTable,
  start: SnapPoint,
  nodes: readonly number[],
  local: Int32Array,
  cancelled: Int32Array | undefined,
): void {
  const { firstArc, arcHead, arcId, edgeLengthMm } = graph.columns
  const costOf = arcCosts(graph, table)
  const inside = isInside(graph, start)
  for (let n = inside ? 1 : 0; n < nodes.length; n++) {
    if (n % POLL_INTERVAL === 0) stopIfCancelled(cancelled)
    const node = nodes[n]
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const arc = arcId[a]
      if ((arc & 1) === 1 || (inside && arc >>> 1 === start.edge)) continue
      const head = local[arcHead[a]] - 1
      if (head >= 0) raw.add(n, head, edgeLengthMm[arc >>> 1], arc, costOf(arc), costOf(arc + 1))
    }
  }
}

/** The two halves of the edge that the start lies inside. */
function halvesOfStart(
  raw: EdgeCollector,
  graph: RoutingGraph,
  table: CostTable,
  { edge, atMm }: SnapPoint,
  local: Int32Array,
): void {
  const { edgeFrom, edgeTo, edgeLengthMm } = graph.columns
  const addHalf = (from: number, to: number, mm: number) =>
    raw.add(from, to, mm, edge * 2, partCost(graph, table, edge * 2, mm), partCost(graph, table, edge * 2 + 1, mm))
  const tail = local[edgeFrom[edge]] - 1
  const head = local[edgeTo[edge]] - 1
  if (tail >= 0) addHalf(tail, 0, atMm)
  if (head >= 0) addHalf(0, head, edgeLengthMm[edge] - atMm)
}

const UNSEEN = 0
const SEEN = -1

/** By node; zero between searches, so that memory is taken only where searches have been. */
interface Scratch {
  /** valid only for nodes that have been seen */
  dist: Float64Array
  /** UNSEEN, SEEN, or the local number + 1 */
  local: Int32Array
}

const scratches = new WeakMap<RoutingGraph, Scratch>()

function scratchOf(graph: RoutingGraph): Scratch {
  let scratch = scratches.get(graph)
  if (scratch === undefined)
    scratches.set(
      graph,
      (scratch = {
        dist: new Float64Array(graph.nodeCount),
        local: new Int32Array(graph.nodeCount),
      }),
    )
  return scratch
}

function clear(touched: readonly number[], { local }: Scratch): void {
  for (const node of touched) local[node] = UNSEEN
}
