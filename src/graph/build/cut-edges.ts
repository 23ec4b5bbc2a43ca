// Cuts ways into edges: at junctions, at barriers that change access, where a node is missing, and once more in the
// middle if an edge would start and end at the same node. A barrier is an edge of its own, 0 mm long, between copies of
// its node, one copy per arm. Nodes are numbered along a Hilbert curve and edges in the order of their first node.
// Parallel edges are kept. The geometry is looked up later from the sites of an edge; no coordinate is invented.

import { NO_COORDINATE_E7 } from '../../osm/read-pbf.ts'
import type { NodeCollector } from './collect-nodes.ts'
import type { WayCollector } from './collect-ways.ts'
import { hilbertOrder, orderOfKeys } from '../../geo/hilbert.ts'
import type { IgnoredCounts } from './ignored-counts.ts'
import { fillBy, uint32List } from '../../storage/typed-list.ts'

export interface CutEdges {
  edgeCount: number
  /** way index */
  edgeWay: Uint32Array
  /**
   * the edge runs over the sites refs[edgeFirst .. edgeLast] of its way; for a barrier both are the place of its node
   */
  edgeFirst: Uint32Array
  edgeLast: Uint32Array
  edgeFrom: Uint32Array
  edgeTo: Uint32Array
  /** 1 for a barrier */
  edgeIsBarrier: Uint8Array
  /** site by node */
  nodeSite: Uint32Array
}

const NONE = 0xffffffff

export function cutEdges(ways: WayCollector, nodes: NodeCollector, ignored: IgnoredCounts): CutEdges {
  const refs = ways.refs.array
  const refStart = ways.refStart.array
  const { lonE7, barriers } = nodes
  const useCount = countUses(ways)
  const way = uint32List()
  const first = uint32List()
  const last = uint32List()
  const addEdge = (w: number, a: number, b: number) => {
    way.push(w)
    first.push(a)
    last.push(b)
  }
  const addPiece = (w: number, a: number, b: number) => {
    if (refs[a] !== refs[b]) return addEdge(w, a, b)
    if (b - a < 2) return // the same node twice in a row
    const middle = (a + b) >>> 1 // differs from the ends: a node that comes twice in a way is a junction
    addEdge(w, a, middle)
    addEdge(w, middle, b)
  }
  let missing = 0
  let bare = 0
  for (let w = 0; w < ways.ids.count; w++) {
    const end = refStart[w + 1]
    const before = way.length
    let from = -1 // place where the current edge began, -1: none
    let lastPlace = -1
    for (let r = refStart[w]; r < end; r++) {
      const site = refs[r]
      if (lonE7[site] === NO_COORDINATE_E7) {
        missing++
        if (from >= 0 && lastPlace > from) addPiece(w, from, lastPlace)
        from = -1
        continue
      }
      if (from < 0) from = r
      else if (useCount[site] > 1 || barriers.has(site) || r === end - 1) {
        addPiece(w, from, r)
        from = r
      }
      lastPlace = r
    }
    if (way.length === before) bare++
  }
  ignored.add('node', 'used by a way of the network but in none of the files', missing)
  ignored.add('way', 'fewer than two of its nodes are in the files', bare)
  return joinAtNodes(way.view(), first.view(), last.view(), refs, nodes)
}

/** How often ways use a site, ends counted twice; capped at 255. */
function countUses(ways: WayCollector): Uint8Array {
  const refs = ways.refs.array
  const refStart = ways.refStart.array
  const useCount = new Uint8Array(ways.sites.count)
  for (let w = 0; w < ways.ids.count; w++) {
    const end = refStart[w + 1]
    for (let r = refStart[w]; r < end; r++) {
      const more = useCount[refs[r]] + (r === refStart[w] || r === end - 1 ? 2 : 1)
      useCount[refs[r]] = more > 255 ? 255 : more
    }
  }
  return useCount
}

function joinAtNodes(
  way: Uint32Array,
  first: Uint32Array,
  last: Uint32Array,
  refs: Uint32Array,
  nodes: NodeCollector,
): CutEdges {
  const { barriers, lonE7, latE7 } = nodes
  const wayEdges = way.length
  const nodeSite = uint32List()
  const nodeOfSite = new Uint32Array(lonE7.length).fill(NONE)
  const from = uint32List(wayEdges + 16)
  const to = uint32List(wayEdges + 16)
  // barriers: [way, place, node of the first arm, node of this arm]
  const barrierEdges: [number, number, number, number][] = []
  const nodeAt = (edge: number, place: number): number => {
    const site = refs[place]
    const known = nodeOfSite[site]
    if (known !== NONE && !barriers.has(site)) return known
    const node = nodeSite.length
    nodeSite.push(site)
    if (known === NONE) nodeOfSite[site] = node
    else barrierEdges.push([way[edge], place, known, node])
    return node
  }
  for (let e = 0; e < wayEdges; e++) {
    from.push(nodeAt(e, first[e]))
    to.push(nodeAt(e, last[e]))
  }
  for (const [, , firstArm, arm] of barrierEdges) {
    from.push(firstArm)
    to.push(arm)
  }

  const sites = nodeSite.view()
  const order = hilbertOrder(
    fillBy(new Int32Array(sites.length), (n) => lonE7[sites[n]]),
    fillBy(new Int32Array(sites.length), (n) => latE7[sites[n]]),
  )
  const rank = new Uint32Array(order.length)
  order.forEach((node, k) => (rank[node] = k))
  const edgeCount = from.length
  const keys = new Uint32Array(edgeCount)
  for (let e = 0; e < edgeCount; e++) keys[e] = rank[from.array[e]]
  const edgeOrder = orderOfKeys(keys)
  const pick = (value: (e: number) => number) => fillBy(new Uint32Array(edgeCount), (k) => value(edgeOrder[k]))
  return {
    edgeCount,
    edgeWay: pick((e) => (e < wayEdges ? way[e] : barrierEdges[e - wayEdges][0])),
    edgeFirst: pick((e) => (e < wayEdges ? first[e] : barrierEdges[e - wayEdges][1])),
    edgeLast: pick((e) => (e < wayEdges ? last[e] : barrierEdges[e - wayEdges][1])),
    edgeFrom: pick((e) => rank[from.array[e]]),
    edgeTo: pick((e) => rank[to.array[e]]),
    edgeIsBarrier: fillBy(new Uint8Array(edgeCount), (k) => (edgeOrder[k] < wayEdges ? 0 : 1)),
    nodeSite: fillBy(new Uint32Array(order.length), (k) => sites[order[k]]),
  }
}
