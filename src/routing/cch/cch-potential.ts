// HOT: npm run bench -- large-search
// It runs for every node that a search sees, so labels are in typed arrays and only touched ones are reset.
//
// Labels lie side by side as searches need them; by rank there is only the place of the label, so that a thread takes
// 4 bytes a rank, and these only where searches have been.
//
// Exact remaining costs as search bounds, from a customised hierarchy, computed only for the nodes that need them
// (Strasser and Zeitz, "A Fast and Tight Heuristic for A* in Road Networks", 2021): the cost to the targets is the
// least over a node's upward arcs of arc plus the head's own cost, and the heads are all ancestors in the elimination
// tree. Never above the true cost, so A* stays exact. One instance per thread.

import { lengthened } from '../../storage/typed-list.ts'
import { type Guide, type UpwardCosts, upwardCosts } from './guide.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { Seeds } from '../search/search-types.ts'

/** the cost is only that of going down to the targets */
const BELOW = 0
const KNOWN = 1
const FIRST_PLACES = 1024

export class HierarchyPotential {
  readonly #hierarchy: Hierarchy
  /** by rank: its place, 0 where it has none */
  readonly #placeOf: Int32Array
  // by place, from 1 on
  #cost = new Float64Array(FIRST_PLACES)
  #state = new Uint8Array(FIRST_PLACES)
  #ranks = new Uint32Array(FIRST_PLACES)
  #count = 0
  readonly #chain: number[] = []
  /** what the labels are of; a guide that is forgotten is not kept for it */
  #last: { guide: WeakRef<Guide>; isTowards: boolean; nodes: number[]; costs: number[] } | null = null

  constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy
    this.#placeOf = new Int32Array(hierarchy.columns.cchRank.length)
  }

  /**
   * Cost from a node to the nearest target (its seed cost included), Infinity if there is no path. Valid until the next
   * call of either with other targets; what was found for these is kept until then.
   */
  towards(guide: Guide, targets: Seeds): (node: number) => number {
    const { up, down } = upwardCosts(guide)
    return this.#costs(guide, true, up, down, targets)
  }

  /** The same from the nearest source to a node. */
  from(guide: Guide, sources: Seeds): (node: number) => number {
    const { up, down } = upwardCosts(guide)
    return this.#costs(guide, false, down, up, sources)
  }

  #costs(guide: Guide, isTowards: boolean, up: UpwardCosts, down: UpwardCosts, seeds: Seeds): (node: number) => number {
    if (!this.#isLast(guide, isTowards, seeds)) this.#begin(guide, isTowards, down, seeds)
    return (node) => this.#costOf(node, up)
  }

  #isLast(guide: Guide, isTowards: boolean, { nodes, costs }: Seeds): boolean {
    const last = this.#last
    if (last === null || last.guide.deref() !== guide || last.isTowards !== isTowards) return false
    return (
      last.nodes.length === nodes.length &&
      last.nodes.every((node, i) => node === nodes[i] && last.costs[i] === costs[i])
    )
  }

  #begin(guide: Guide, isTowards: boolean, down: UpwardCosts, { nodes, costs }: Seeds): void {
    for (let place = 1; place <= this.#count; place++) this.#placeOf[this.#ranks[place]] = 0
    this.#count = 0
    this.#last = { guide: new WeakRef(guide), isTowards, nodes: Array.from(nodes), costs: Array.from(costs) }
    for (let t = 0; t < nodes.length; t++) this.#climb(down, nodes[t], costs[t])
  }

  /** Costs of going down to one target from each rank above it. */
  #climb(down: UpwardCosts, node: number, seedCost: number): void {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    let rank = cchRank[node]
    this.#offer(rank, seedCost)
    for (;;) {
      const below = this.#cost[this.#placeOf[rank]]
      const begin = cchUpStart[rank]
      const end = cchUpStart[rank + 1]
      if (begin === end) return
      for (let a = begin; a < end; a++) this.#offer(cchUpHead[a], below + down.costOf(a))
      rank = cchUpHead[begin]
    }
  }

  #offer(rank: number, cost: number): void {
    const place = this.#placeOf[rank] === 0 ? this.#label(rank) : this.#placeOf[rank]
    if (cost < this.#cost[place]) this.#cost[place] = cost
  }

  /** A label for a rank that has none. */
  #label(rank: number): number {
    const place = ++this.#count
    if (place === this.#ranks.length) {
      this.#cost = lengthened(this.#cost, place * 2)
      this.#state = lengthened(this.#state, place * 2)
      this.#ranks = lengthened(this.#ranks, place * 2)
    }
    this.#placeOf[rank] = place
    this.#cost[place] = Infinity
    this.#state[place] = BELOW
    this.#ranks[place] = rank
    return place
  }

  #costOf(node: number, up: UpwardCosts): number {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const placeOf = this.#placeOf
    const chain = this.#chain
    let rank = cchRank[node]
    let place = placeOf[rank]
    if (place !== 0 && this.#state[place] === KNOWN) return this.#cost[place]
    chain.length = 0
    while (place === 0 || this.#state[place] !== KNOWN) {
      chain.push(rank)
      if (place === 0) this.#label(rank)
      const begin = cchUpStart[rank]
      if (begin === cchUpStart[rank + 1]) break
      rank = cchUpHead[begin]
      place = placeOf[rank]
    }
    const cost = this.#cost
    const state = this.#state
    for (let i = chain.length - 1; i >= 0; i--) {
      const at = chain[i]
      place = placeOf[at]
      cost[place] = up.least(cchUpStart[at], cchUpStart[at + 1], cchUpHead, placeOf, cost, cost[place])
      state[place] = KNOWN
    }
    return cost[place]
  }
}
