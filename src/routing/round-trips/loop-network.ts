// The part of the network in which a loop can lie, made small: everything within reach of the start, without dead ends
// (no loop uses them) and with junctions of two ways merged (there is no choice there). An edge here is a chain of
// network arcs; an arc is edge * 2 + direction. Node 0 is the start, even inside a network edge: then the two halves
// are separate edges. A ring attached to one junction gets a node in its middle, so that searches between nodes can go
// round it. Lengths in millimetres.

import { linkArcs, type RoutingGraph } from '../../graph/routing-graph.ts'
import { DEG_TO_RAD, EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { POLL_INTERVAL, stopIfCancelled } from '../search/search-types.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { reachFrom, type RawEdges, type Reach } from './loop-reach.ts'

/**
 * Which points of a start edge belong to its half: those after the start in the edge's own direction, those before it,
 * or all.
 */
const WHOLE = 0
const START_FIRST = 1
const START_LAST = 2

/**
 * Shapes along chains of a loop network on the plane at the start: the point farthest from it, and the area swept seen
 * from there, so that a loop's direction and roundness follow the true line. Metres; exact enough over the tens of
 * kilometres of a loop.
 */
class Plane {
  farEastM = 0
  farNorthM = 0
  sweptM2 = 0
  readonly #graph: RoutingGraph
  readonly #startMm: number
  readonly #lonE7: number
  readonly #latE7: number
  readonly #perE7 = (EARTH_RADIUS_M * DEG_TO_RAD) / 1e7
  readonly #shrink: number
  #lastEastM = Number.NaN
  #lastNorthM = Number.NaN
  #farM = 0

  constructor(graph: RoutingGraph, { lon, lat, atMm }: SnapPoint) {
    this.#graph = graph
    this.#startMm = atMm
    this.#lonE7 = lon * 1e7
    this.#latE7 = lat * 1e7
    this.#shrink = Math.cos(lat * DEG_TO_RAD)
  }

  eastM(lonE7: number): number {
    return (((lonE7 - this.#lonE7 + 5.4e9) % 3.6e9) - 1.8e9) * this.#perE7 * this.#shrink
  }

  northM(latE7: number): number {
    return (latE7 - this.#latE7) * this.#perE7
  }

  begin(): void {
    this.farEastM = this.farNorthM = this.sweptM2 = this.#farM = 0
    this.#lastEastM = Number.NaN
  }

  follow(arc: number, half: number): void {
    const edge = arc >>> 1
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const last = shapeStart[edge - firstEdge + 1] - 1
    const back = (arc & 1) === 1
    for (let s = back ? last : first; back ? s >= first : s <= last; s += back ? -1 : 1) {
      if (
        (half === START_FIRST && shapeAtMm[s] <= this.#startMm) ||
        (half === START_LAST && shapeAtMm[s] >= this.#startMm)
      )
        continue
      const east = this.eastM(shapeLonE7[s])
      const north = this.northM(shapeLatE7[s])
      const awayM = Math.hypot(east, north)
      if (awayM > this.#farM) {
        this.#farM = awayM
        this.farEastM = east
        this.farNorthM = north
      }
      if (this.#lastEastM === this.#lastEastM) this.sweptM2 += this.#lastEastM * north - east * this.#lastNorthM
      this.#lastEastM = east
      this.#lastNorthM = north
    }
  }
}

export const START = 0

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
  /** by arc; Infinity: closed */
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

/** The network around the start within `reachMm` of travel in either direction. Throws SearchStopped if cancelled. */
export function buildLoopNetwork(
  graph: RoutingGraph,
  table: CostTable,
  start: SnapPoint,
  reachMm: number,
  cancelled?: Int32Array,
): LoopNetwork {
  const reach = reachFrom(graph, table, start, reachMm, cancelled)
  const degree = pruneDeadEnds(reach.nodes.length, reach.raw)
  stopIfCancelled(cancelled)
  return toNetwork(collectChains(graph, start, reach, degree, cancelled))
}

/** Degree of every node after removing edges into dead ends (their `from` becomes -1). The start remains. */
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

/** Chains between the start and the junctions of three or more. */
function collectChains(
  graph: RoutingGraph,
  start: SnapPoint,
  reach: Reach,
  degree: Uint32Array,
  cancelled: Int32Array | undefined,
): ChainCollector {
  const isKey = new Uint8Array(degree.length)
  for (let n = 0; n < degree.length; n++) if (n === START || degree[n] > 2) isKey[n] = 1
  const chains = new ChainCollector(graph, start, reach, isKey)
  chains.keyOf(START)
  for (let n = 0; n < isKey.length; n += POLL_INTERVAL) {
    stopIfCancelled(cancelled)
    chains.addFrom(n, Math.min(n + POLL_INTERVAL, isKey.length))
  }
  return chains
}

function toNetwork(chains: ChainCollector): LoopNetwork {
  const { edgeFrom, edgeTo } = chains
  const nodeCount = chains.eastM.length
  return {
    nodeCount,
    edgeCount: edgeFrom.length,
    ...linkArcs(nodeCount, edgeFrom, edgeTo),
    edgeFrom: new Uint32Array(edgeFrom),
    edgeTo: new Uint32Array(edgeTo),
    lengthMm: new Float64Array(chains.lengthMm),
    cost: new Float64Array(chains.cost),
    chainStart: new Uint32Array(chains.chainStart),
    chainArcs: new Uint32Array(chains.chainArcs),
    expands: new Uint8Array(chains.expands),
    eastM: new Float64Array(chains.eastM),
    northM: new Float64Array(chains.northM),
    farEastM: new Float64Array(chains.farEastM),
    farNorthM: new Float64Array(chains.farNorthM),
    sweptM2: new Float64Array(chains.sweptM2),
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

/**
 * `expands`: the directions in which a chain represents its network arcs (each half of a ring represents one
 * direction).
 */
const FORWARD = 1
const BACKWARD = 2

/** Edges at every node n: edges[first[n] .. first[n + 1]). */
export interface Incidence {
  first: Uint32Array
  edges: Uint32Array
}

/**
 * The edges of a loop network: chains of raw edges between key nodes (the start and the junctions of three or more),
 * collected one by one. A ring hanging on one key node gets a node in its middle. Raw edges at every node; a ring edge
 * is listed twice at its node.
 */
function incidence(nodeCount: number, { from, to }: RawEdges): Incidence {
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

/** One chain while it is being followed. */
interface Chain {
  arcs: number[]
  /** end node */
  end: number
  lengthMm: number
  forward: number
  backward: number
}

class ChainCollector {
  /** of the key nodes and the middles of rings, by number */
  readonly eastM: number[] = []
  readonly northM: number[] = []
  readonly edgeFrom: number[] = []
  readonly edgeTo: number[] = []
  readonly lengthMm: number[] = []
  /** forward and backward in turn */
  readonly cost: number[] = []
  readonly chainStart = [0]
  readonly chainArcs: number[] = []
  readonly expands: number[] = []
  readonly farEastM: number[] = []
  readonly farNorthM: number[] = []
  readonly sweptM2: number[] = []
  readonly #graph: RoutingGraph
  readonly #start: SnapPoint
  readonly #nodes: readonly number[]
  readonly #raw: RawEdges
  readonly #incident: Incidence
  readonly #isKey: Uint8Array
  readonly #plane: Plane
  readonly #used: Uint8Array
  readonly #keyOf: Int32Array

  /** `isKey`: by node, 1: a chain ends there. */
  constructor(graph: RoutingGraph, start: SnapPoint, { nodes, raw }: Reach, isKey: Uint8Array) {
    this.#plane = new Plane(graph, start)
    this.#graph = graph
    this.#start = start
    this.#nodes = nodes
    this.#raw = raw
    this.#incident = incidence(nodes.length, raw)
    this.#isKey = isKey
    this.#used = new Uint8Array(raw.from.length)
    this.#keyOf = new Int32Array(nodes.length).fill(-1)
  }

  /** The number of a key node in the loop network, assigned at first use. */
  keyOf(node: number): number {
    if (this.#keyOf[node] < 0) {
      const { nodeLonE7, nodeLatE7 } = this.#graph.columns
      const n = this.#nodes[node]
      this.#keyOf[node] =
        n < 0 ? this.#addNode(this.#start.lon * 1e7, this.#start.lat * 1e7) : this.#addNode(nodeLonE7[n], nodeLatE7[n])
    }
    return this.#keyOf[node]
  }

  #addNode(lonE7: number, latE7: number): number {
    this.northM.push(this.#plane.northM(latE7))
    return this.eastM.push(this.#plane.eastM(lonE7)) - 1
  }

  /** Adds the chains that leave the key nodes of a range, except those already added from their other end. */
  addFrom(first: number, end: number): void {
    for (let node = first; node < end; node++) if (this.#isKey[node] === 1) this.#addLeaving(node)
  }

  #addLeaving(node: number): void {
    const { first, edges } = this.#incident
    for (let i = first[node]; i < first[node + 1]; i++) {
      if (this.#used[edges[i]] === 1) continue
      const chain = this.#follow(node, edges[i])
      if (chain.forward !== Infinity || chain.backward !== Infinity) this.#add(node, chain)
    }
  }

  #follow(node: number, firstEdge: number): Chain {
    const raw = this.#raw
    const { first, edges } = this.#incident
    const chain: Chain = { arcs: [], end: node, lengthMm: 0, forward: 0, backward: 0 }
    this.#plane.begin()
    for (let e = firstEdge; ; ) {
      this.#used[e] = 1
      const ahead = raw.from[e] === chain.end
      const arc = ahead ? raw.arc[e] : raw.arc[e] + 1
      chain.arcs.push(arc)
      this.#plane.follow(
        arc,
        this.#nodes[raw.from[e]] < 0 ? START_FIRST : this.#nodes[raw.to[e]] < 0 ? START_LAST : WHOLE,
      )
      chain.lengthMm += raw.lengthMm[e]
      chain.forward += ahead ? raw.costForward[e] : raw.costBackward[e]
      chain.backward += ahead ? raw.costBackward[e] : raw.costForward[e]
      chain.end = ahead ? raw.to[e] : raw.from[e]
      if (this.#isKey[chain.end] === 1) return chain
      const here = first[chain.end]
      e = edges[here] === e ? edges[here + 1] : edges[here]
    }
  }

  #add(node: number, { arcs, end, lengthMm, forward, backward }: Chain): void {
    const from = this.keyOf(node)
    const to = this.keyOf(end)
    for (const arc of arcs) this.chainArcs.push(arc)
    if (from !== to) {
      this.#push(from, to, lengthMm, forward, backward, FORWARD | BACKWARD)
      return
    }
    const middle = arcs[arcs.length >>> 1] >>> 1
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(middle)
    const first = shapeStart[middle - firstEdge]
    const point = first + ((shapeStart[middle - firstEdge + 1] - first) >>> 1)
    const there = this.#addNode(shapeLonE7[point], shapeLatE7[point])
    this.#push(from, there, lengthMm / 2, forward / 2, backward / 2, FORWARD)
    for (const arc of arcs) this.chainArcs.push(arc)
    this.#push(there, from, lengthMm / 2, forward / 2, backward / 2, BACKWARD)
  }

  #push(from: number, to: number, mm: number, forward: number, backward: number, expand: number): void {
    this.edgeFrom.push(from)
    this.edgeTo.push(to)
    this.lengthMm.push(mm)
    this.cost.push(forward, backward)
    this.expands.push(expand)
    this.farEastM.push(this.#plane.farEastM)
    this.farNorthM.push(this.#plane.farNorthM)
    this.sweptM2.push(expand === BACKWARD ? 0 : this.#plane.sweptM2)
    this.chainStart.push(this.chainArcs.length)
  }
}
