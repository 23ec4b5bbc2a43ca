// The edges of a loop network: chains of raw edges between key nodes (the start and the junctions of three or more),
// collected one by one. A ring hanging on one key node gets a node in its middle.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { Plane, START_FIRST, START_LAST, WHOLE } from './loop-plane.ts'
import type { RawEdges, Reach } from './loop-reach.ts'

/**
 * `expands`: the directions in which a chain represents its network arcs (each half of a ring represents one
 * direction).
 */
export const FORWARD = 1
export const BACKWARD = 2

/** Edges at every node n: edges[first[n] .. first[n + 1]). */
export interface Incidence {
  first: Uint32Array
  edges: Uint32Array
}

/** Raw edges at every node; a ring edge is listed twice at its node. */
export function incidence(nodeCount: number, { from, to }: RawEdges): Incidence {
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

export class ChainCollector {
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
