// The part of the network in which a loop can lie, made small: everything within reach of the start, without dead ends
// (no loop uses them) and with junctions of two ways merged (there is no choice there). An edge here is a chain of
// network arcs; an arc is edge * 2 + direction. Node 0 is the start, even inside a network edge: then the two halves
// are separate edges. A ring attached to one junction gets a node in its middle, so that searches between nodes can go
// round it. Lengths in millimetres.

import { linkArcs, type RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { BACKWARD, ChainCollector, FORWARD, incidence } from './loop-chains.ts'
import { reachFrom, type RawEdges, type Reach } from './loop-reach.ts'
import { POLL_INTERVAL, stopIfCancelled } from '../search/search-types.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'

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
