// What is within reach of a start, as plain lists: nodes nearest first (0 is the start; an edge that contains it is cut
// in two) and the edges between them that are open in at least one direction. By length, not cost; the number of nodes
// is limited, so that the middle of a large town gives a smaller network rather than a slow answer.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { MinHeap } from '../search/min-heap.ts'
import { POLL_INTERVAL, stopIfCancelled } from '../search/search-types.ts'
import { usableEdges, type SnapPoint } from '../legs/snap-waypoints.ts'
import { partCost } from '../legs/leg-path.ts'

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
    const inside = isInside(graph, start)
    const raw = new EdgeCollector(graph, table, nodes, scratch.local, inside ? start.edge : -1)
    for (let n = inside ? 1 : 0; n < nodes.length; n += POLL_INTERVAL) {
      stopIfCancelled(cancelled)
      raw.addWhole(n, Math.min(n + POLL_INTERVAL, nodes.length))
    }
    if (inside) halvesOfStart(raw, graph, table, start, scratch.local)
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
  scratch: Scratch,
  touched: number[],
  cancelled: Int32Array | undefined,
): number[] {
  const { edgeLengthMm, edgeFrom, edgeTo } = graph.columns
  const search = new NodeSearch(graph, table, reachMm, scratch, touched)
  const { nodes } = search
  if (isInside(graph, start)) {
    nodes.push(-1)
    search.see(edgeFrom[start.edge], start.atMm)
    search.see(edgeTo[start.edge], edgeLengthMm[start.edge] - start.atMm)
  } else search.see(start.atMm <= 0 ? edgeFrom[start.edge] : edgeTo[start.edge], 0)
  while (nodes.length < MAX_REACHED && search.settle(Math.min(MAX_REACHED, nodes.length + POLL_INTERVAL)))
    stopIfCancelled(cancelled)
  return nodes
}

/** Nodes in order of their distance along the network. */
class NodeSearch {
  /** nearest first */
  readonly nodes: number[] = []
  readonly #graph: RoutingGraph
  readonly #isUsable: (edge: number) => boolean
  readonly #reachMm: number
  readonly #scratch: Scratch
  readonly #touched: number[]
  readonly #heap = new MinHeap()

  constructor(graph: RoutingGraph, table: CostTable, reachMm: number, scratch: Scratch, touched: number[]) {
    this.#graph = graph
    this.#isUsable = usableEdges(graph, table)
    this.#reachMm = reachMm
    this.#scratch = scratch
    this.#touched = touched
  }

  see(node: number, mm: number): void {
    const { dist, local } = this.#scratch
    if (mm > this.#reachMm || (local[node] !== UNSEEN && mm >= dist[node])) return
    if (local[node] === UNSEEN) {
      this.#touched.push(node)
      local[node] = SEEN
    }
    dist[node] = mm
    this.#heap.push(mm, node)
  }

  /** Searches on until this many nodes are settled; returns whether there may be more. */
  settle(count: number): boolean {
    const { firstArc, arcHead, arcId, edgeLengthMm } = this.#graph.columns
    const { local } = this.#scratch
    const heap = this.#heap
    while (heap.size > 0 && this.nodes.length < count) {
      const mm = heap.topKey()
      const node = heap.pop()
      if (local[node] > 0) continue
      local[node] = this.nodes.push(node)
      for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
        const edge = arcId[a] >>> 1
        if (this.#isUsable(edge)) this.see(arcHead[a], mm + edgeLengthMm[edge])
      }
    }
    return heap.size > 0
  }
}

/** Edges between the nodes. */
class EdgeCollector implements RawEdges {
  readonly from: number[] = []
  readonly to: number[] = []
  readonly lengthMm: number[] = []
  readonly arc: number[] = []
  readonly costForward: number[] = []
  readonly costBackward: number[] = []
  readonly #graph: RoutingGraph
  readonly #costOf: (arc: number) => number
  readonly #nodes: readonly number[]
  readonly #local: Int32Array
  readonly #cutEdge: number

  /** `cutEdge`: the edge that the start lies inside, -1 if none. */
  constructor(graph: RoutingGraph, table: CostTable, nodes: readonly number[], local: Int32Array, cutEdge: number) {
    this.#graph = graph
    this.#costOf = arcCosts(graph, table)
    this.#nodes = nodes
    this.#local = local
    this.#cutEdge = cutEdge
  }

  /** Adds the edges that begin at the nodes of a range, except the one that is cut. */
  addWhole(first: number, end: number): void {
    const { firstArc, arcHead, arcId, edgeLengthMm } = this.#graph.columns
    for (let n = first; n < end; n++) {
      const node = this.#nodes[n]
      for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
        const arc = arcId[a]
        const edge = arc >>> 1
        const head = this.#local[arcHead[a]] - 1
        if ((arc & 1) === 1 || edge === this.#cutEdge || head < 0) continue
        if (!this.#isDrawnTwice(edge))
          this.add(n, head, edgeLengthMm[edge], arc, this.#costOf(arc), this.#costOf(arc + 1))
      }
    }
  }

  /** Whether another edge of the same line is as good: ways along the outlines of squares are drawn more than once. */
  #isDrawnTwice(edge: number): boolean {
    const { firstArc, arcHead, arcId, edgeFrom, edgeTo, edgeLengthMm } = this.#graph.columns
    const tail = edgeFrom[edge]
    for (let a = firstArc[tail]; a < firstArc[tail + 1]; a++) {
      const other = arcId[a] >>> 1
      if (other === edge || other === this.#cutEdge || arcHead[a] !== edgeTo[edge]) continue
      if (edgeLengthMm[other] !== edgeLengthMm[edge] || !haveSameLine(this.#graph, edge, other)) continue
      // in the direction of the edge, and against it
      const back = edgeFrom[other] === tail ? 0 : 1
      const [along, against] = [other * 2 + back, other * 2 + 1 - back].map(this.#costOf)
      const [ownAlong, ownAgainst] = [edge * 2, edge * 2 + 1].map(this.#costOf)
      if (along > ownAlong || against > ownAgainst) continue
      if (other < edge || along < ownAlong || against < ownAgainst) return true
    }
    return false
  }

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

/** Whether two edges between the same nodes run through the same points, in either direction. */
function haveSameLine(graph: RoutingGraph, a: number, b: number): boolean {
  const { edgeFrom } = graph.columns
  const count = graph.pointCountOf(a)
  if (graph.pointCountOf(b) !== count) return false
  const isBack = edgeFrom[a] !== edgeFrom[b]
  const [inA, inB] = [graph.blockOf(a), graph.blockOf(b)]
  const startA = inA.shapeStart[a - inA.firstEdge]
  const startB = inB.shapeStart[b - inB.firstEdge]
  for (let i = 0; i < count; i++) {
    const p = startA + i
    const q = startB + (isBack ? count - 1 - i : i)
    if (inA.shapeLonE7[p] !== inB.shapeLonE7[q] || inA.shapeLatE7[p] !== inB.shapeLatE7[q]) return false
  }
  return true
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
  const addHalf = (from: number, to: number, endMm: number) => {
    const [forward, backward] = [edge * 2, edge * 2 + 1].map((arc) => partCost(graph, table, arc, atMm, endMm))
    raw.add(from, to, Math.abs(endMm - atMm), edge * 2, forward, backward)
  }
  const tail = local[edgeFrom[edge]] - 1
  const head = local[edgeTo[edge]] - 1
  if (tail >= 0) addHalf(tail, 0, 0)
  if (head >= 0) addHalf(0, head, edgeLengthMm[edge])
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
