// Turn restrictions in a loop network: the search excludes pairs of network arcs that a bicycle may not travel in
// sequence; restrictions over several arcs are checked on the finished walk. On foot nothing is restricted.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { toNetworkArcs, type LoopNetwork } from './loop-network.ts'
import type { LoopWalk } from './loop-walk.ts'
import { breaksRestriction } from '../search/restricted-search.ts'

export interface LoopRestrictions {
  forbidsTurn: ((from: number, to: number) => boolean) | null
  isRefused: ((walk: LoopWalk) => boolean) | null
}

export const UNRESTRICTED: LoopRestrictions = { forbidsTurn: null, isRefused: null }

export function restrictLoops(graph: RoutingGraph, net: LoopNetwork): LoopRestrictions {
  const { restrictionStart, restrictionArcs } = graph.columns
  const pairs = new Map<number, Set<number>>()
  for (let r = 0; r + 1 < restrictionStart.length; r++) {
    if (restrictionStart[r + 1] - restrictionStart[r] !== 2) continue
    const from = restrictionArcs[restrictionStart[r]]
    let to = pairs.get(from)
    if (to === undefined) pairs.set(from, (to = new Set()))
    to.add(restrictionArcs[restrictionStart[r] + 1])
  }
  if (restrictionStart.length < 2) return UNRESTRICTED
  // the first and last network arc of a loop arc; a half of a ring that represents none is left to the final check
  const first = new Int32Array(net.edgeCount * 2).fill(-1)
  const last = new Int32Array(net.edgeCount * 2).fill(-1)
  for (let arc = 0; arc < first.length; arc++) {
    const arcs = toNetworkArcs(net, [arc])
    if (arcs.length === 0) continue
    first[arc] = arcs[0]
    last[arc] = arcs[arcs.length - 1]
  }
  return {
    forbidsTurn: (from, to) => pairs.get(last[from])?.has(first[to]) ?? false,
    isRefused: (walk) => breaksRestriction(graph, toNetworkArcs(net, walk.arcs)),
  }
}
