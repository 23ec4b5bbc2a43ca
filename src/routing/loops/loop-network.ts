// The part of the network in which a loop can lie, made small: everything within reach of the start, without dead ends
// (no loop uses them) and with junctions of two ways gone (nothing is decided there). An edge here is a chain of
// network arcs; an arc is edge * 2 + direction. Node 0 is the start, also where it lies inside a network edge: then its
// two halves are edges of their own.
// A ring hanging on one junction gets a node in its middle, so that searches between nodes can go round it. Lengths in
// millimetres.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { Plane, START_FIRST, START_LAST, WHOLE } from './loop-plane.ts'
import { reachFrom, type RawEdges } from './loop-reach.ts'
import { POLL_INTERVAL, stopIfCancelled } from '../search/search-types.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'

export const START = 0
/** `expands`: which directions of a chain stand for its network arcs (a ring's halves do so for one direction each). */
const FORWARD = 1
const BACKWARD = 2

export interface LoopNetwork {
  nodeCount: number
  edgeCount: number
  /** arcs leaving node n are at [firstArc[n], firstArc[n + 1]) of arcHead and arcId */
  firstArc: Uint32Array
  arcHead: Uint32Array
  arcId: Uint32Array
  edgeFrom: Uint32Array
  edgeTo: Uint32Array
  lengthMm: Float64Array
  /** by arc, Infinity closed */
  cost: Float64Array
  /** network arcs of edge e, forward: chainArcs[chainStart[e] .. chainStart[e + 1]) */
  chainStart: Uint32Array
  chainArcs: Uint32Array
  expands: Uint8Array
  /** metres east and north of the start, by node */
  eastM: Float64Array
  northM: Float64Array
  /**
   * the point of each edge that is farthest from the start, and twice the area that the edge sweeps seen from there
   * (anticlockwise forward)
   */
  farEastM: Float64Array
  farNorthM: Float64Array
  sweptM2: Float64Array
}

/**
 * The network around the start within `reachMm` of travel in either direction. Throws SearchStopped where cancelled.
 */
export function buildLoopNetwork(
  graph: RoutingGraph,
  table: CostTable,
  start: SnapPoint,
  reachMm: number,
  cancelled?: Int32Array,
): LoopNetwork {
  const { nodes, raw } = reachFrom(graph, table, start, reachMm, cancelled)
  const degree = pruneDeadEnds(nodes.length, raw)
  stopIfCancelled(cancelled)
  return contract(graph, start, nodes, raw, degree, cancelled)
}

/** Degree of every node once edges into dead ends are taken away (their `from` becomes -1). The start stays. */
function pruneDeadEnds(nodeCount: number, raw: RawEdges): Uint32Array {
  const degree = new Uint32Array(nodeCount)
  const { from, to } = raw
  for (let e = 0; e < from.length; e++) {
    degree[from[e]]++
    degree[to[e]]++
  }
  const incident = incidence(nodeCount, raw)
  const waiting: number[] = []
  for (let n = 0; n < nodeCount; n++) if (degree[n] === 1 && n !== START) waiting.push(n)
  while (waiting.length > 0) {
    const node = waiting.pop()!
    if (degree[node] !== 1) continue
    for (let i = incident.first[node]; i < incident.first[node + 1]; i++) {
      const e = incident.edges[i]
      if (from[e] < 0) continue
      const other = from[e] === node ? to[e] : from[e]
      from[e] = -1
      degree[node]--
      degree[other]--
      if (degree[other] === 1 && other !== START) waiting.push(other)
    }
  }
  return degree
}

/** Edges at every node; a ring edge stands twice at its node. */
function incidence(nodeCount: number, { from, to }: RawEdges): { first: Uint32Array; edges: Uint32Array } {
  const first = new Uint32Array(nodeCount + 1)
  for (let e = 0; e < from.length; e++) {
    if (from[e] < 0) continue
    first[from[e] + 1]++
    first[to[e] + 1]++
  }
  for (let n = 0; n < nodeCount; n++) first[n + 1] += first[n]
  const next = first.slice()
  const edges = new Uint32Array(first[nodeCount])
  for (let e = 0; e < from.length; e++) {
    if (from[e] < 0) continue
    edges[next[from[e]]++] = e
    edges[next[to[e]]++] = e
  }
  return { first, edges }
}

/** Chains between the start and the junctions of three and more. */
function contract(
  graph: RoutingGraph,
  start: SnapPoint,
  nodes: readonly number[],
  raw: RawEdges,
  degree: Uint32Array,
  cancelled: Int32Array | undefined,
): LoopNetwork {
  const incident = incidence(nodes.length, raw)
  const used = new Uint8Array(raw.from.length)
  const keyOf = new Int32Array(nodes.length).fill(-1)
  const places: [lonE7: number, latE7: number][] = []
  const { nodeLonE7, nodeLatE7, shapeStart, shapeLonE7, shapeLatE7 } = graph.columns
  const key = (n: number) => {
    if (keyOf[n] < 0)
      keyOf[n] =
        places.push(nodes[n] < 0 ? [start.lon * 1e7, start.lat * 1e7] : [nodeLonE7[nodes[n]], nodeLatE7[nodes[n]]]) - 1
    return keyOf[n]
  }
  key(START)
  const edgeFrom: number[] = []
  const edgeTo: number[] = []
  const lengths: number[] = []
  const costs: number[] = []
  const chainStart = [0]
  const chainArcs: number[] = []
  const expands: number[] = []
  const plane = new Plane(graph, start)
  const farEast: number[] = []
  const farNorth: number[] = []
  const swept: number[] = []
  const push = (from: number, to: number, mm: number, forward: number, backward: number, expand: number) => {
    edgeFrom.push(from)
    edgeTo.push(to)
    lengths.push(mm)
    costs.push(forward, backward)
    expands.push(expand)
    farEast.push(plane.farEastM)
    farNorth.push(plane.farNorthM)
    swept.push(expand === BACKWARD ? 0 : plane.sweptM2)
    chainStart.push(chainArcs.length)
  }
  const isKey = (n: number) => n === START || degree[n] > 2
  for (let n = 0; n < nodes.length; n++) {
    if (n % POLL_INTERVAL === 0) stopIfCancelled(cancelled)
    if (!isKey(n) || degree[n] === 0) continue
    for (let i = incident.first[n]; i < incident.first[n + 1]; i++) {
      if (used[incident.edges[i]] === 1) continue
      const chain: number[] = []
      plane.begin()
      let mm = 0
      let forward = 0
      let backward = 0
      let at = n
      for (let e = incident.edges[i]; ; ) {
        used[e] = 1
        const ahead = raw.from[e] === at
        chain.push(ahead ? raw.arc[e] : raw.arc[e] + 1)
        plane.follow(
          ahead ? raw.arc[e] : raw.arc[e] + 1,
          nodes[raw.from[e]] < 0 ? START_FIRST : nodes[raw.to[e]] < 0 ? START_LAST : WHOLE,
        )
        mm += raw.lengthMm[e]
        forward += ahead ? raw.costForward[e] : raw.costBackward[e]
        backward += ahead ? raw.costBackward[e] : raw.costForward[e]
        at = ahead ? raw.to[e] : raw.from[e]
        if (isKey(at)) break
        const here = incident.first[at]
        e = incident.edges[here] === e ? incident.edges[here + 1] : incident.edges[here]
      }
      if (forward === Infinity && backward === Infinity) continue
      const from = key(n)
      const to = key(at)
      for (const arc of chain) chainArcs.push(arc)
      if (from !== to) push(from, to, mm, forward, backward, FORWARD | BACKWARD)
      else {
        const middle = chain[chain.length >>> 1] >>> 1
        const point = (shapeStart[middle] + shapeStart[middle + 1]) >>> 1
        const there = places.push([shapeLonE7[point], shapeLatE7[point]]) - 1
        push(from, there, mm / 2, forward / 2, backward / 2, FORWARD)
        for (const arc of chain) chainArcs.push(arc)
        push(there, from, mm / 2, forward / 2, backward / 2, BACKWARD)
      }
    }
  }
  const nodeCount = places.length
  const edgeCount = edgeFrom.length
  const firstArc = new Uint32Array(nodeCount + 1)
  for (let e = 0; e < edgeCount; e++) {
    firstArc[edgeFrom[e] + 1]++
    firstArc[edgeTo[e] + 1]++
  }
  for (let n = 0; n < nodeCount; n++) firstArc[n + 1] += firstArc[n]
  const next = firstArc.slice()
  const arcHead = new Uint32Array(edgeCount * 2)
  const arcId = new Uint32Array(edgeCount * 2)
  for (let e = 0; e < edgeCount; e++) {
    arcHead[next[edgeFrom[e]]] = edgeTo[e]
    arcId[next[edgeFrom[e]]++] = e * 2
    arcHead[next[edgeTo[e]]] = edgeFrom[e]
    arcId[next[edgeTo[e]]++] = e * 2 + 1
  }
  const eastM = new Float64Array(nodeCount)
  const northM = new Float64Array(nodeCount)
  for (let n = 0; n < nodeCount; n++) {
    eastM[n] = plane.eastM(places[n][0])
    northM[n] = plane.northM(places[n][1])
  }
  return {
    nodeCount,
    edgeCount,
    firstArc,
    arcHead,
    arcId,
    edgeFrom: new Uint32Array(edgeFrom),
    edgeTo: new Uint32Array(edgeTo),
    lengthMm: new Float64Array(lengths),
    cost: new Float64Array(costs),
    chainStart: new Uint32Array(chainStart),
    chainArcs: new Uint32Array(chainArcs),
    expands: new Uint8Array(expands),
    eastM,
    northM,
    farEastM: new Float64Array(farEast),
    farNorthM: new Float64Array(farNorth),
    sweptM2: new Float64Array(swept),
  }
}

/** Tail and head of an arc. */
export const tailOf = (net: LoopNetwork, arc: number) =>
  (arc & 1) === 0 ? net.edgeFrom[arc >>> 1] : net.edgeTo[arc >>> 1]
export const headOf = (net: LoopNetwork, arc: number) =>
  (arc & 1) === 0 ? net.edgeTo[arc >>> 1] : net.edgeFrom[arc >>> 1]

/** Network arcs of a walk, in order of travel. */
export function toNetworkArcs({ chainStart, chainArcs, expands }: LoopNetwork, walk: readonly number[]): Uint32Array {
  const arcs: number[] = []
  for (const arc of walk) {
    const edge = arc >>> 1
    const back = arc & 1
    if ((expands[edge] & (back === 0 ? FORWARD : BACKWARD)) === 0) continue
    if (back === 0) for (let i = chainStart[edge]; i < chainStart[edge + 1]; i++) arcs.push(chainArcs[i])
    else for (let i = chainStart[edge + 1] - 1; i >= chainStart[edge]; i--) arcs.push(chainArcs[i] ^ 1)
  }
  return Uint32Array.from(arcs)
}
