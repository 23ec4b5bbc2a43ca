// What a thread keeps of a network for each kind of travel, made when first asked for and gone with the network.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Profile } from '../costs/route-types.ts'

/** Looks the one of a network and a profile up; hiking and running share theirs. */
export function keepByTravel<Kept>(create: () => Kept): (graph: RoutingGraph, profile: Profile) => Kept {
  const kept = new WeakMap<RoutingGraph, { onFoot?: Kept; byBike?: Kept }>()
  return (graph, profile) => {
    let both = kept.get(graph)
    if (both === undefined) kept.set(graph, (both = {}))
    return profile === 'bike' ? (both.byBike ??= create()) : (both.onFoot ??= create())
  }
}
