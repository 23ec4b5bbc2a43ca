// The arcs that leave each node: an edge gives one in each direction, in order of edge.

import type { NetworkColumns } from './network-columns.ts'

export type ArcColumns = Pick<NetworkColumns, 'firstArc' | 'arcHead' | 'arcId'>

/** `edgeFrom`, `edgeTo`: nodes, by edge. Arc ids are twice the edge, and 1 more against its direction. */
export function linkArcs(nodeCount: number, edgeFrom: ArrayLike<number>, edgeTo: ArrayLike<number>): ArcColumns {
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
  return { firstArc, arcHead, arcId }
}
