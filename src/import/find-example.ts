// Finds two waypoints of a network that are a walk of a few kilometres apart, for examples and for the curl line that
// the server prints. They are junctions of the largest connected part on open ways up to T3, found by plain Dijkstra
// over lengths. Null if the network has no such walk of at least MIN_ROUTE_M: an example is never made up.

import { distanceM } from '../geo/lon-lat.ts'
import { ACCESS_OPEN, FLAG_BARRIER, FLAG_FERRY } from '../osm/edge-facts.ts'
import type { RoutingGraph } from '../graph/routing-graph.ts'
import { MinHeap } from '../routing/search/min-heap.ts'

const MIN_ROUTE_M = 1500
const MAX_ROUTE_M = 5000
const MAX_SAC = 3

/** `[[lon, lat], [lon, lat]]`, null if none was found. Deterministic. */
export function findExample(graph: RoutingGraph): [number, number][] | null {
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const walkable = listWalkable(graph)
  const start = findMiddleNode(graph, walkable)
  if (start === null) return null
  const reached = measureFrom(graph, walkable, start)
  let best = -1
  let bestM = 0
  for (const [node, lengthM] of reached) {
    if (lengthM < MIN_ROUTE_M) continue
    const straightM = distanceM(
      nodeLonE7[start] / 1e7,
      nodeLatE7[start] / 1e7,
      nodeLonE7[node] / 1e7,
      nodeLatE7[node] / 1e7,
    )
    if (straightM > bestM || (straightM === bestM && node < best)) {
      best = node
      bestM = straightM
    }
  }
  // a walk that ends where it began is not a useful example
  if (best === -1 || bestM < MIN_ROUTE_M / 2) return null
  return [start, best].map((node) => [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7])
}

/** 1 for each edge that is open on foot both ways, at most T3 or untagged, and not a ferry. */
function listWalkable(graph: RoutingGraph): Uint8Array {
  const { edgeClass, classFootForward, classFootBackward, classSac, classFlags } = graph.columns
  const walkable = new Uint8Array(graph.edgeCount)
  for (let edge = 0; edge < walkable.length; edge++) {
    const cls = edgeClass[edge]
    const isOpen = classFootForward[cls] === ACCESS_OPEN && classFootBackward[cls] === ACCESS_OPEN
    if (isOpen && classSac[cls] <= MAX_SAC && (classFlags[cls] & (FLAG_FERRY | FLAG_BARRIER)) === 0) walkable[edge] = 1
  }
  return walkable
}

/**
 * The node of the largest walkable part nearest to that part's mean position; returns null without walkable edges.
 */
function findMiddleNode(graph: RoutingGraph, walkable: Uint8Array): number | null {
  const { edgeFrom, edgeTo, nodeLonE7, nodeLatE7 } = graph.columns
  const part = new Uint32Array(graph.nodeCount)
  for (let node = 0; node < part.length; node++) part[node] = node
  const rootOf = (node: number): number => {
    while (part[node] !== node) node = part[node] = part[part[node]]
    return node
  }
  const edgesOf = new Uint32Array(graph.nodeCount)
  for (let edge = 0; edge < walkable.length; edge++) {
    if (walkable[edge] === 0) continue
    edgesOf[edgeFrom[edge]]++
    edgesOf[edgeTo[edge]]++
    part[rootOf(edgeFrom[edge])] = rootOf(edgeTo[edge])
  }
  const sizes = new Uint32Array(part.length)
  // of equals the one that is met first
  const firstMet = new Uint32Array(part.length)
  for (let node = part.length - 1; node >= 0; node--) {
    if (edgesOf[node] === 0) continue
    sizes[rootOf(node)]++
    firstMet[rootOf(node)] = node
  }
  let largest = -1
  for (let root = 0; root < sizes.length; root++) {
    if (sizes[root] === 0) continue
    const isLarger = largest === -1 || sizes[root] > sizes[largest]
    if (isLarger || (sizes[root] === sizes[largest] && firstMet[root] < firstMet[largest])) largest = root
  }
  if (largest === -1) return null
  const members = new Uint32Array(sizes[largest])
  let count = 0
  for (let node = 0; node < part.length; node++)
    if (edgesOf[node] > 0 && rootOf(node) === largest) members[count++] = node
  const midLon = members.reduce((sum, node) => sum + nodeLonE7[node], 0) / members.length
  const midLat = members.reduce((sum, node) => sum + nodeLatE7[node], 0) / members.length
  const fromMiddle = (node: number): number => Math.hypot(nodeLonE7[node] - midLon, nodeLatE7[node] - midLat)
  return members.reduce((best, node) => (fromMiddle(node) < fromMiddle(best) ? node : best))
}

/** Shortest lengths in metres from a node over walkable edges, up to MAX_ROUTE_M. */
function measureFrom(graph: RoutingGraph, walkable: Uint8Array, start: number): Map<number, number> {
  const { firstArc, arcHead, arcId, edgeLengthMm } = graph.columns
  const lengths = new Map<number, number>([[start, 0]])
  const settled = new Map<number, number>()
  const open = new MinHeap()
  open.push(0, start)
  while (open.size > 0) {
    const node = open.pop()
    if (settled.has(node)) continue
    const lengthM = lengths.get(node)!
    settled.set(node, lengthM)
    for (let arc = firstArc[node]; arc < firstArc[node + 1]; arc++) {
      const edge = arcId[arc] >>> 1
      const headM = lengthM + edgeLengthMm[edge] / 1000
      if (walkable[edge] === 0 || headM > MAX_ROUTE_M || headM >= (lengths.get(arcHead[arc]) ?? Infinity)) continue
      lengths.set(arcHead[arc], headM)
      open.push(headM, arcHead[arc])
    }
  }
  return settled
}
