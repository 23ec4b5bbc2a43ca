// Turn restrictions in a loop network: the search excludes pairs of network arcs that a bicycle may not travel in
// sequence; restrictions over several arcs are checked on the finished walk. On foot nothing is restricted.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { toNetworkArcs, type LoopNetwork } from './loop-network.ts'
import type { LoopWalk } from './loop-walk.ts'
import { breaksRestriction } from '../search/restricted-search.ts'
import type { TurnRules } from './loop-trees.ts'

export class LoopRestrictions implements TurnRules {
  readonly #graph: RoutingGraph
  readonly #net: LoopNetwork
  /** by network arc: those that may not follow it */
  readonly #pairs = new Map<number, Set<number>>()
  // by loop arc: its first and last network arcs; -1 for half a ring without any, which is left to the final check
  readonly #first: Int32Array
  readonly #last: Int32Array

  constructor(graph: RoutingGraph, net: LoopNetwork) {
    this.#graph = graph
    this.#net = net
    const { restrictionStart, restrictionArcs } = graph.columns
    for (let r = 0; r + 1 < restrictionStart.length; r++) {
      if (restrictionStart[r + 1] - restrictionStart[r] !== 2) continue
      const from = restrictionArcs[restrictionStart[r]]
      let to = this.#pairs.get(from)
      if (to === undefined) this.#pairs.set(from, (to = new Set()))
      to.add(restrictionArcs[restrictionStart[r] + 1])
    }
    this.#first = new Int32Array(net.edgeCount * 2).fill(-1)
    this.#last = new Int32Array(net.edgeCount * 2).fill(-1)
    for (let arc = 0; arc < this.#first.length; arc++) {
      const arcs = toNetworkArcs(net, [arc])
      if (arcs.length === 0) continue
      this.#first[arc] = arcs[0]
      this.#last[arc] = arcs[arcs.length - 1]
    }
  }

  forbidsTurn(from: number, to: number): boolean {
    return this.#pairs.get(this.#last[from])?.has(this.#first[to]) ?? false
  }

  isRefused({ arcs }: LoopWalk): boolean {
    return breaksRestriction(this.#graph, toNetworkArcs(this.#net, arcs))
  }
}

/** Null if the network has no restrictions. */
export function restrictLoops(graph: RoutingGraph, net: LoopNetwork): LoopRestrictions | null {
  return graph.columns.restrictionStart.length < 2 ? null : new LoopRestrictions(graph, net)
}
