// Turn restrictions of relations as sequences of arcs of the network.

import type { EdgeAttributes } from './edge-attributes.ts'
import type { RelationCollector } from './collect-relations.ts'
import type { WayCollector } from './collect-ways.ts'
import type { CutEdges } from './cut-edges.ts'
import type { ArcColumns } from '../link-arcs.ts'
import type { IgnoredCounts } from './ignored-counts.ts'
import { buildRestrictions } from './turn-restrictions.ts'

/** Forbidden sequences of arcs, from the restrictions that relations state between ways. */
export function restrictEdges(
  cut: CutEdges,
  arcs: ArcColumns,
  ways: WayCollector,
  relations: RelationCollector,
  edgeClass: Uint32Array,
  { classBikeForward, classBikeBackward }: ReturnType<EdgeAttributes['toColumns']>,
  ignored: IgnoredCounts,
): number[][] {
  const bikeAccess = (arc: number) => ((arc & 1) === 0 ? classBikeForward : classBikeBackward)[edgeClass[arc >>> 1]]
  const viaNodes = nodesOfSites(cut, new Set(relations.restrictions.map((r) => ways.sites.find(r.viaNodeId))))
  const withNodes = relations.restrictions.map((r) => ({
    ...r,
    viaNodeId: viaNodes.get(ways.sites.find(r.viaNodeId)) ?? -1,
  }))
  return buildRestrictions(
    withNodes,
    ways.ids,
    { ...cut, ...arcs, nodeCount: cut.nodeSite.length, bikeAccess, edgesOfWays: (named) => edgesOfWays(cut, named) },
    ignored,
  )
}

/** The node of each site; -1 for a site that a barrier splits into several nodes. */
function nodesOfSites({ nodeSite }: CutEdges, sites: Set<number>): Map<number, number> {
  const found = new Map<number, number>()
  for (let n = 0; n < nodeSite.length; n++) {
    if (!sites.has(nodeSite[n])) continue
    found.set(nodeSite[n], found.has(nodeSite[n]) ? -1 : n)
  }
  return found
}

/** Edges of the given ways without barriers, in the order of the way. */
function edgesOfWays({ edgeWay, edgeFirst, edgeIsBarrier }: CutEdges, named: readonly number[]): Map<number, number[]> {
  const edges = new Map<number, number[]>(named.map((way) => [way, []]))
  for (let e = 0; e < edgeWay.length; e++) if (edgeIsBarrier[e] === 0) edges.get(edgeWay[e])?.push(e)
  for (const list of edges.values()) list.sort((a, b) => edgeFirst[a] - edgeFirst[b])
  return edges
}

/** Where each list begins in all of them joined, and their end. */
export function startsOf(lists: readonly (readonly number[])[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1)
  lists.forEach((list, i) => (starts[i + 1] = starts[i] + list.length))
  return starts
}
