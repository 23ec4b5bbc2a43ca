// HOT: npm run bench -- routing
// Searches over turns settle many states, so labels are in typed arrays and only touched ones are reset.
//
// Labels lie side by side as searches reach their states; `LabelPlaces` finds that of a state.
//
// The labels of a search under turn restrictions, kept for the searches of a network and thread, apart for those that
// go forward and back.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../storage/typed-list.ts'
import { MinHeap } from './min-heap.ts'
import { RestrictionAutomaton } from './restriction-automaton.ts'

/** A power of two; so few are kept. */
const FIRST_SLOTS = 4096
/** 2^32 divided by the golden ratio: neighbouring keys are spread (Fibonacci hashing, there). */
const SPREAD = 0x9e3779b9

export class LabelPlaces {
  /** by slot: a key plus 1 (0: empty), and its place */
  #pairs = new Int32Array(FIRST_SLOTS * 2)
  #shift = 32 - Math.log2(FIRST_SLOTS)
  #count = 0

  /** Place of a key, 0 where it has none. */
  at(key: number): number {
    const pairs = this.#pairs
    const mask = pairs.length - 1
    let i = (Math.imul(key, SPREAD) >>> this.#shift) << 1
    for (;;) {
      const found = pairs[i]
      if (found === key + 1) return pairs[i + 1]
      if (found === 0) return 0
      i = (i + 2) & mask
    }
  }

  /** Gives a key that has no place one above 0. */
  set(key: number, place: number): void {
    if (++this.#count * 4 > this.#pairs.length) this.#rebuild(this.#pairs.length)
    this.#put(key + 1, place)
  }

  /** No key has a place. */
  clear(): void {
    // far fewer than there is room for: clearing would take longer than searching
    if (this.#count * 32 < this.#pairs.length && this.#pairs.length > FIRST_SLOTS * 2)
      this.#empty(this.#pairs.length / 4)
    else if (this.#count > 0) this.#pairs.fill(0)
    this.#count = 0
  }

  #put(stored: number, place: number): void {
    const pairs = this.#pairs
    const mask = pairs.length - 1
    let i = (Math.imul(stored - 1, SPREAD) >>> this.#shift) << 1
    while (pairs[i] !== 0) i = (i + 2) & mask
    pairs[i] = stored
    pairs[i + 1] = place
  }

  /** With so many slots. */
  #rebuild(slots: number): void {
    const before = this.#pairs
    this.#empty(slots)
    for (let i = 0; i < before.length; i += 2) if (before[i] !== 0) this.#put(before[i], before[i + 1])
  }

  #empty(slots: number): void {
    this.#pairs = new Int32Array(slots * 2)
    this.#shift = 32 - Math.log2(slots)
  }
}

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
