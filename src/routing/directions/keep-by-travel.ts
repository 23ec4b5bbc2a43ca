// What a thread caches about a network for each kind of travel: made at first use and dropped with the network.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Profile } from '../costs/request-types.ts'

/** Looks up the one for a network and a profile; hiking and running share it. */
export function keepByTravel<Kept>(create: () => Kept): (graph: RoutingGraph, profile: Profile) => Kept {
  const kept = new WeakMap<RoutingGraph, { onFoot?: Kept; byBike?: Kept }>()
  return (graph, profile) => {
    let both = kept.get(graph)
    if (both === undefined) kept.set(graph, (both = {}))
    return profile === 'bike' ? (both.byBike ??= create()) : (both.onFoot ??= create())
  }
}
