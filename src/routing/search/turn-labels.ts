// HOT: npm run bench -- routing
// Searches over turns settle many states, so labels are in typed arrays and only touched ones are reset.
//
// The labels of a search under turn restrictions, kept for the searches of a network and thread, apart for those that
// go forward and back.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { MinHeap } from './min-heap.ts'
import { RestrictionAutomaton } from './restriction-automaton.ts'

export const UNSEEN = 0
export const SEEN = 1
export const SETTLED = 2

/**
 * Labels by slot: last arc a in state 0 is slot a, state s > 0 is slot arcCount + s, a start at node n without an arc
 * is slot arcCount + stateCount + n. Only touched labels are reset.
 */
export class TurnLabels {
  readonly automaton: RestrictionAutomaton
  readonly graph: RoutingGraph
  readonly back: 0 | 1
  readonly firstStatePlace: number
  readonly firstNodePlace: number
  readonly heap = new MinHeap()
  readonly dist: Float64Array
  /** slot it was reached from, or -1 - seed */
  readonly from: Int32Array
  /** zero until a search comes here, so that memory is taken only where searches have been */
  readonly state: Uint8Array
  readonly touched: number[] = []

  constructor(graph: RoutingGraph, back: 0 | 1) {
    this.graph = graph
    this.back = back
    this.automaton = RestrictionAutomaton.of(graph, back === 1)
    this.firstStatePlace = graph.edgeCount * 2
    this.firstNodePlace = this.firstStatePlace + this.automaton.stateCount
    const places = this.firstNodePlace + graph.nodeCount
    this.dist = new Float64Array(places)
    this.from = new Int32Array(places)
    this.state = new Uint8Array(places)
  }

  /** Last arc, -1 at a start without one. */
  arcOf(place: number): number {
    return place < this.firstStatePlace
      ? place
      : place < this.firstNodePlace
        ? this.automaton.lastArc[place - this.firstStatePlace]
        : -1
  }

  /** Where the search has come to. */
  nodeOf(place: number): number {
    const arc = this.arcOf(place)
    if (arc < 0) return place - this.firstNodePlace
    return this.back === 0 ? this.graph.arcTarget(arc) : this.graph.arcTail(arc)
  }

  reset(): void {
    for (const place of this.touched) this.state[place] = UNSEEN
    this.touched.length = 0
    this.heap.clear()
  }
}

const known = [new WeakMap<RoutingGraph, TurnLabels>(), new WeakMap<RoutingGraph, TurnLabels>()]

export function labelsOf(graph: RoutingGraph, back: 0 | 1): TurnLabels {
  let labels = known[back].get(graph)
  if (labels === undefined) known[back].set(graph, (labels = new TurnLabels(graph, back)))
  return labels
}
