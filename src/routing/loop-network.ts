// The part of the network in which a loop can lie, made small: everything within reach of the start, without dead ends (no loop
// uses them) and with junctions of two ways gone (nothing is decided there). An edge here is a chain of network arcs; an arc is
// edge * 2 + direction. Node 0 is the start, also where it lies inside a network edge: then its two halves are edges of their own.
// A ring hanging on one junction gets a node in its middle, so that searches between nodes can go round it. Lengths in millimetres.

import { DEG_TO_RAD, EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import type { RoutingGraph } from '../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from './arc-cost.ts'
import { MinHeap } from './min-heap.ts'
import { SearchStopped, POLL_INTERVAL } from './search-types.ts'
import { partCost, type SnapPoint } from './snap-waypoints.ts'

export const START = 0
/** Nodes of the network looked at for one loop, nearest first. */
const MAX_REACHED = 150_000
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
  /** the point of each edge that is farthest from the start, and twice the area that the edge sweeps seen from there (anticlockwise forward) */
  farEastM: Float64Array
  farNorthM: Float64Array
  sweptM2: Float64Array
}

interface RawEdges {
  from: number[]
  to: number[]
  lengthMm: number[]
  arc: number[]
  costForward: number[]
  costBackward: number[]
}

/** The network around the start within `reachMm` of travel in either direction. Throws SearchStopped where cancelled. */
export function buildLoopNetwork(graph: RoutingGraph, table: CostTable, start: SnapPoint, reachMm: number, cancelled?: Int32Array): LoopNetwork {
  const { nodes, raw } = reach(graph, table, start, reachMm, cancelled)
  const degree = pruneDeadEnds(nodes.length, raw)
  return contract(graph, start, nodes, raw, degree)
}

/** Network node of every local node (-1: the start inside an edge), and the edges between them that are open in some direction. */
function reach(graph: RoutingGraph, table: CostTable, start: SnapPoint, reachMm: number, cancelled: Int32Array | undefined): { nodes: number[]; raw: RawEdges } {
  const { firstArc, arcHead, arcId, edgeClass, edgeLengthMm, edgeFrom, edgeTo } = graph.columns
  const { factor } = table
  const costOf = arcCosts(graph, table)
  const wholeMm = edgeLengthMm[start.edge]
  const inside = start.atMm > 0 && start.atMm < wholeMm
  const dist = new Map<number, number>()
  const local = new Map<number, number>()
  const nodes: number[] = []
  const heap = new MinHeap()
  const see = (node: number, mm: number) => {
    if (mm > reachMm || mm >= (dist.get(node) ?? Infinity)) return
    dist.set(node, mm)
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
    if (local.has(node)) continue
    if (cancelled !== undefined && nodes.length % POLL_INTERVAL === 0 && Atomics.load(cancelled, 0) === 1) throw new SearchStopped()
    local.set(node, nodes.length)
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
    const node = nodes[n]
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const arc = arcId[a]
      if ((arc & 1) === 1 || (inside && arc >>> 1 === start.edge)) continue
      const head = local.get(arcHead[a])
      if (head !== undefined) add(n, head, edgeLengthMm[arc >>> 1], arc, costOf(arc), costOf(arc + 1))
    }
  }
  if (inside) {
    const arc = start.edge * 2
    const half = (fromMm: number, toMm: number) => [toMm - fromMm, partCost(graph, table, arc, toMm - fromMm), partCost(graph, table, arc + 1, toMm - fromMm)] as const
    const tail = local.get(edgeFrom[start.edge])
    const head = local.get(edgeTo[start.edge])
    if (tail !== undefined) {
      const [mm, forward, backward] = half(0, start.atMm)
      add(tail, START, mm, arc, forward, backward)
    }
    if (head !== undefined) {
      const [mm, forward, backward] = half(start.atMm, wholeMm)
      add(START, head, mm, arc, forward, backward)
    }
  }
  return { nodes, raw }
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
function contract(graph: RoutingGraph, start: SnapPoint, nodes: readonly number[], raw: RawEdges, degree: Uint32Array): LoopNetwork {
  const incident = incidence(nodes.length, raw)
  const used = new Uint8Array(raw.from.length)
  const keyOf = new Int32Array(nodes.length).fill(-1)
  const places: [lonE7: number, latE7: number][] = []
  const { nodeLonE7, nodeLatE7, shapeStart, shapeLonE7, shapeLatE7 } = graph.columns
  const key = (n: number) => {
    if (keyOf[n] < 0) keyOf[n] = places.push(nodes[n] < 0 ? [start.lon * 1e7, start.lat * 1e7] : [nodeLonE7[nodes[n]], nodeLatE7[nodes[n]]]) - 1
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
  const far: number[] = []
  const swept: number[] = []
  const push = (from: number, to: number, mm: number, forward: number, backward: number, expand: number) => {
    edgeFrom.push(from)
    edgeTo.push(to)
    lengths.push(mm)
    costs.push(forward, backward)
    expands.push(expand)
    far.push(plane.farEastM, plane.farNorthM)
    swept.push(expand === BACKWARD ? 0 : plane.sweptM2)
    chainStart.push(chainArcs.length)
  }
  const isKey = (n: number) => n === START || degree[n] > 2
  for (let n = 0; n < nodes.length; n++) {
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
        plane.follow(ahead ? raw.arc[e] : raw.arc[e] + 1, nodes[raw.from[e]] < 0 ? START_FIRST : nodes[raw.to[e]] < 0 ? START_LAST : WHOLE)
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
      chainArcs.push(...chain)
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
  return {
    nodeCount, edgeCount, firstArc, arcHead, arcId, edgeFrom: Uint32Array.from(edgeFrom), edgeTo: Uint32Array.from(edgeTo), lengthMm: Float64Array.from(lengths),
    cost: Float64Array.from(costs), chainStart: Uint32Array.from(chainStart), chainArcs: Uint32Array.from(chainArcs), expands: Uint8Array.from(expands),
    eastM: Float64Array.from(places, ([lonE7]) => plane.eastM(lonE7)), northM: Float64Array.from(places, ([, latE7]) => plane.northM(latE7)),
    farEastM: Float64Array.from(swept, (_, e) => far[2 * e]), farNorthM: Float64Array.from(swept, (_, e) => far[2 * e + 1]), sweptM2: Float64Array.from(swept),
  }
}

/** Which points of a start edge belong to its half: those after the start in the edge's own direction, those before it, or all. */
const WHOLE = 0
const START_FIRST = 1
const START_LAST = 2

/** Points along chains on the plane at the start: the farthest one, and the area swept. Metres. */
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
    const { shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = this.#graph.columns
    const first = shapeStart[arc >>> 1]
    const last = shapeStart[(arc >>> 1) + 1] - 1
    const back = (arc & 1) === 1
    for (let s = back ? last : first; back ? s >= first : s <= last; s += back ? -1 : 1) {
      if ((half === START_FIRST && shapeAtMm[s] <= this.#startMm) || (half === START_LAST && shapeAtMm[s] >= this.#startMm)) continue
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

/** Tail and head of an arc. */
export const tailOf = (net: LoopNetwork, arc: number) => ((arc & 1) === 0 ? net.edgeFrom[arc >>> 1] : net.edgeTo[arc >>> 1])
export const headOf = (net: LoopNetwork, arc: number) => ((arc & 1) === 0 ? net.edgeTo[arc >>> 1] : net.edgeFrom[arc >>> 1])

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
