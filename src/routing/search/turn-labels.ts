// HOT: npm run bench -- routing
// Searches over turns settle many states, so labels are in typed arrays and only touched ones are reset.
//
// Labels lie side by side as searches reach their states; label-places.ts finds that of a state.
//
// The labels of a search under turn restrictions, kept for the searches of a network and thread, apart for those that
// go forward and back.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../storage/typed-list.ts'
import { LabelPlaces } from './label-places.ts'
import { MinHeap } from './min-heap.ts'
import { RestrictionAutomaton } from './restriction-automaton.ts'

export const SEEN = 0
export const SETTLED = 1
const FIRST_PLACES = 1024

/**
 * States by slot: last arc a in state 0 is slot a, state s > 0 is slot arcCount + s, a start at node n without an arc
 * is slot arcCount + stateCount + n. Only touched labels are reset.
 */
export class TurnLabels {
  readonly automaton: RestrictionAutomaton
  readonly graph: RoutingGraph
  readonly back: 0 | 1
  readonly firstStateSlot: number
  readonly firstNodeSlot: number
  /** of slots */
  readonly heap = new MinHeap()
  /** by slot: the place of its label */
  readonly places = new LabelPlaces()
  // by place, from 1 on
  dist = new Float64Array(FIRST_PLACES)
  /** slot it was reached from, or -1 - seed */
  from = new Int32Array(FIRST_PLACES)
  state = new Uint8Array(FIRST_PLACES)
  #count = 0

  constructor(graph: RoutingGraph, back: 0 | 1) {
    this.graph = graph
    this.back = back
    this.automaton = RestrictionAutomaton.of(graph, back === 1)
    this.firstStateSlot = graph.edgeCount * 2
    this.firstNodeSlot = this.firstStateSlot + this.automaton.stateCount
  }

  /** Place of the label of a slot, a new one if it has none; the arrays may then be others. */
  label(slot: number): number {
    const known = this.places.at(slot)
    if (known !== 0) return known
    const place = ++this.#count
    if (place === this.dist.length) {
      this.dist = lengthened(this.dist, place * 2)
      this.from = lengthened(this.from, place * 2)
      this.state = lengthened(this.state, place * 2)
    }
    this.places.set(slot, place)
    return place
  }

  /** Cost so far of a slot that has a label. */
  distOf(slot: number): number {
    return this.dist[this.places.at(slot)]
  }

  /** The slot from which one with a label was reached, or -1 - seed. */
  fromOf(slot: number): number {
    return this.from[this.places.at(slot)]
  }

  /** Last arc, -1 at a start without one. */
  arcOf(slot: number): number {
    return slot < this.firstStateSlot
      ? slot
      : slot < this.firstNodeSlot
        ? this.automaton.lastArc[slot - this.firstStateSlot]
        : -1
  }

  /** Where the search has come to. */
  nodeOf(slot: number): number {
    const arc = this.arcOf(slot)
    if (arc < 0) return slot - this.firstNodeSlot
    return this.back === 0 ? this.graph.arcTarget(arc) : this.graph.arcTail(arc)
  }

  reset(): void {
    this.places.clear()
    this.#count = 0
    this.heap.clear()
  }
}

const known = [new WeakMap<RoutingGraph, TurnLabels>(), new WeakMap<RoutingGraph, TurnLabels>()]

export function labelsOf(graph: RoutingGraph, back: 0 | 1): TurnLabels {
  let labels = known[back].get(graph)
  if (labels === undefined) known[back].set(graph, (labels = new TurnLabels(graph, back)))
  return labels
}
