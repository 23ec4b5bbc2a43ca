// HOT: npm run bench -- routing
// Searches over turns settle many states, so labels are in typed arrays and only touched ones are reset.
//
// Labels lie side by side as searches reach their states; by state there is only the place of the label, so that a
// thread takes 8 bytes an edge and 4 a node, and these only where searches have been.
//
// The labels of a search under turn restrictions, kept for the searches of a network and thread, apart for those that
// go forward and back.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../graph/typed-list.ts'
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
  /** by slot: the place of its label, 0 where it has none */
  readonly placeOf: Int32Array
  // by place, from 1 on
  dist = new Float64Array(FIRST_PLACES)
  /** slot it was reached from, or -1 - seed */
  from = new Int32Array(FIRST_PLACES)
  state = new Uint8Array(FIRST_PLACES)
  #slots = new Uint32Array(FIRST_PLACES)
  #count = 0

  constructor(graph: RoutingGraph, back: 0 | 1) {
    this.graph = graph
    this.back = back
    this.automaton = RestrictionAutomaton.of(graph, back === 1)
    this.firstStateSlot = graph.edgeCount * 2
    this.firstNodeSlot = this.firstStateSlot + this.automaton.stateCount
    this.placeOf = new Int32Array(this.firstNodeSlot + graph.nodeCount)
  }

  /** Place of the label of a slot, a new one if it has none; the arrays may then be others. */
  label(slot: number): number {
    if (this.placeOf[slot] !== 0) return this.placeOf[slot]
    const place = ++this.#count
    if (place === this.#slots.length) {
      this.dist = lengthened(this.dist, place * 2)
      this.from = lengthened(this.from, place * 2)
      this.state = lengthened(this.state, place * 2)
      this.#slots = lengthened(this.#slots, place * 2)
    }
    this.placeOf[slot] = place
    this.#slots[place] = slot
    return place
  }

  /** Cost so far of a slot that has a label. */
  distOf(slot: number): number {
    return this.dist[this.placeOf[slot]]
  }

  /** The slot from which one with a label was reached, or -1 - seed. */
  fromOf(slot: number): number {
    return this.from[this.placeOf[slot]]
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
    for (let place = 1; place <= this.#count; place++) this.placeOf[this.#slots[place]] = 0
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
