// What lies within reach of a start, as plain lists: nodes nearest first (0 is the start, also inside an edge, which is
// then cut in two) and the edges between them that are open in some direction. Lengths decide, not costs; bounded by a
// count of nodes, so that the middle of a large town gives a smaller network rather than a slow answer.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { MinHeap } from '../search/min-heap.ts'
import { isCancelled, POLL_INTERVAL, SearchStopped } from '../search/search-types.ts'
import { partCost, type SnapPoint } from '../legs/snap-waypoints.ts'

/** Nodes of the network looked at for one loop. */
const MAX_REACHED = 150_000

/** Parallel lists, one member per edge. */
export interface RawEdges {
  from: number[]
  to: number[]
  lengthMm: number[]
  /** network arc from `from` to `to` */
  arc: number[]
  /** Infinity closed */
  costForward: number[]
  costBackward: number[]
}

export interface Reach {
  /** network node of every local one, -1 for a start inside an edge */
  nodes: number[]
  raw: RawEdges
}

/** Everything within `reachMm` of travel from the start, nearest first. Throws SearchStopped where cancelled. */
export function reachFrom(
  graph: RoutingGraph,
  table: CostTable,
  start: SnapPoint,
  reachMm: number,
  cancelled: Int32Array | undefined,
): Reach {
  const { firstArc, arcHead, arcId, edgeClass, edgeLengthMm, edgeFrom, edgeTo } = graph.columns
  const { factor } = table
  const costOf = arcCosts(graph, table)
  const wholeMm = edgeLengthMm[start.edge]
  const inside = start.atMm > 0 && start.atMm < wholeMm
  const { dist, local } = scratchOf(graph)
  const touched: number[] = []
  const nodes: number[] = []
  const heap = new MinHeap()
  const see = (node: number, mm: number) => {
    if (mm > reachMm || mm >= dist[node]) return
    if (dist[node] === Infinity) touched.push(node)
    dist[node] = mm
    heap.push(mm, node)
  }
  if (inside) {
    nodes.push(-1)
    see(edgeFrom[start.edge], start.atMm)
    see(edgeTo[start.edge], wholeMm - start.atMm)
  } else see(start.atMm <= 0 ? edgeFrom[start.edge] : edgeTo[start.edge], 0)
  while (heap.size > 0 && nodes.length < MAX_REACHED) {
    const mm = heap.topKey()
    const node = heap.pop()
    if (local[node] >= 0) continue
    if (nodes.length % POLL_INTERVAL === 0 && isCancelled(cancelled)) return forget()
    local[node] = nodes.length
    nodes.push(node)
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const edge = arcId[a] >>> 1
      const k = edgeClass[edge] * 2
      if (factor[k] === Infinity && factor[k + 1] === Infinity) continue
      see(arcHead[a], mm + edgeLengthMm[edge])
    }
  }
  const raw: RawEdges = { from: [], to: [], lengthMm: [], arc: [], costForward: [], costBackward: [] }
  const add = (from: number, to: number, lengthMm: number, arc: number, costForward: number, costBackward: number) => {
    if (costForward >= FORBIDDEN && costBackward >= FORBIDDEN) return
    raw.from.push(from)
    raw.to.push(to)
    raw.lengthMm.push(lengthMm)
    raw.arc.push(arc)
    raw.costForward.push(costForward >= FORBIDDEN ? Infinity : costForward)
    raw.costBackward.push(costBackward >= FORBIDDEN ? Infinity : costBackward)
  }
  for (let n = inside ? 1 : 0; n < nodes.length; n++) {
    if (n % POLL_INTERVAL === 0 && isCancelled(cancelled)) forget()
    const node = nodes[n]
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const arc = arcId[a]
      if ((arc & 1) === 1 || (inside && arc >>> 1 === start.edge)) continue
      const head = local[arcHead[a]]
      if (head >= 0) add(n, head, edgeLengthMm[arc >>> 1], arc, costOf(arc), costOf(arc + 1))
    }
  }
  if (inside) {
    const arc = start.edge * 2
    const half = (fromMm: number, toMm: number) =>
      [
        toMm - fromMm,
        partCost(graph, table, arc, toMm - fromMm),
        partCost(graph, table, arc + 1, toMm - fromMm),
      ] as const
    const tail = local[edgeFrom[start.edge]]
    const head = local[edgeTo[start.edge]]
    if (tail >= 0) {
      const [mm, forward, backward] = half(0, start.atMm)
      add(tail, 0, mm, arc, forward, backward)
    }
    if (head >= 0) {
      const [mm, forward, backward] = half(start.atMm, wholeMm)
      add(0, head, mm, arc, forward, backward)
    }
  }
  clear(touched, dist, local)
  return { nodes, raw }

  function forget(): never {
    clear(touched, dist, local)
    throw new SearchStopped()
  }
}

interface Scratch {
  /** by node, Infinity and -1 between searches */
  dist: Float64Array
  local: Int32Array
}

const scratches = new WeakMap<RoutingGraph, Scratch>()

function scratchOf(graph: RoutingGraph): Scratch {
  let scratch = scratches.get(graph)
  if (scratch === undefined)
    scratches.set(
      graph,
      (scratch = {
        dist: new Float64Array(graph.nodeCount).fill(Infinity),
        local: new Int32Array(graph.nodeCount).fill(-1),
      }),
    )
  return scratch
}

function clear(touched: readonly number[], dist: Float64Array, local: Int32Array): void {
  for (const node of touched) {
    dist[node] = Infinity
    local[node] = -1
  }
}
