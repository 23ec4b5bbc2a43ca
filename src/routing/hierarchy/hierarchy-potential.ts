// HOT: npm run bench -- large-search
// It runs for every node that a search sees, so labels are in typed arrays and only touched ones are reset.
//
// Exact remaining costs as search bounds, from a customised hierarchy, computed only for the nodes that need them
// (Strasser and Zeitz, "A Fast and Tight Heuristic for A* in Road Networks", 2021): the cost to the targets is the
// least over a node's upward arcs of arc plus the head's own cost, and the heads are all ancestors in the elimination
// tree. Never above the true cost, so A* stays exact. One instance per thread; labels by rank, reset where touched.

import { FORBIDDEN } from '../costs/arc-cost.ts'
import type { Metric } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { Seeds } from '../search/search-types.ts'

const UNKNOWN = 0
const BELOW = 1
const KNOWN = 2

export class HierarchyPotential {
  readonly #hierarchy: Hierarchy
  /** by the state of the rank: its cost, or only that of going down to the targets */
  readonly #known: Float64Array
  /** zero until a search comes here, so that memory is taken only where searches have been */
  readonly #state: Uint8Array
  readonly #touched: number[] = []
  readonly #chain: number[] = []
  /** what the labels are of; a metric that is forgotten is not kept for it */
  #last: { up: WeakRef<Int32Array>; nodes: number[]; costs: number[] } | null = null

  constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy
    const ranks = hierarchy.columns.cchRank.length
    this.#known = new Float64Array(ranks)
    this.#state = new Uint8Array(ranks)
  }

  /**
   * Cost from a node to the nearest target (its seed cost included), Infinity if there is no path. Valid until the next
   * call of either with other targets; what was found for these is kept until then.
   */
  towards({ up, down }: Metric, targets: Seeds): (node: number) => number {
    return this.#costs(up, down, targets)
  }

  /** The same from the nearest source to a node. */
  from({ up, down }: Metric, sources: Seeds): (node: number) => number {
    return this.#costs(down, up, sources)
  }

  #costs(up: Int32Array, down: Int32Array, targets: Seeds): (node: number) => number {
    if (!this.#isLast(up, targets)) this.#begin(up, down, targets)
    return (node) => this.#costOf(node, up)
  }

  #isLast(up: Int32Array, { nodes, costs }: Seeds): boolean {
    const last = this.#last
    if (last === null || last.up.deref() !== up || last.nodes.length !== nodes.length) return false
    return last.nodes.every((node, i) => node === nodes[i] && last.costs[i] === costs[i])
  }

  #begin(up: Int32Array, down: Int32Array, targets: Seeds): void {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const known = this.#known
    const state = this.#state
    for (const rank of this.#touched) state[rank] = UNKNOWN
    this.#touched.length = 0
    this.#last = { up: new WeakRef(up), nodes: Array.from(targets.nodes), costs: Array.from(targets.costs) }
    const offer = (rank: number, cost: number): void => {
      if (state[rank] === BELOW && cost >= known[rank]) return
      known[rank] = cost
      state[rank] = BELOW
    }
    for (let t = 0; t < targets.nodes.length; t++) {
      const first = cchRank[targets.nodes[t]]
      offer(first, targets.costs[t])
      for (let rank = first; ; ) {
        this.#touched.push(rank)
        const below = state[rank] === BELOW ? known[rank] : Infinity
        const begin = cchUpStart[rank]
        const end = cchUpStart[rank + 1]
        for (let a = begin; a < end; a++) if (down[a] !== FORBIDDEN) offer(cchUpHead[a], below + down[a])
        if (begin === end) break
        rank = cchUpHead[begin]
      }
    }
  }

  #costOf(node: number, up: Int32Array): number {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const known = this.#known
    const state = this.#state
    const chain = this.#chain
    const own = cchRank[node]
    if (state[own] === KNOWN) return known[own]
    chain.length = 0
    for (let rank = own; state[rank] !== KNOWN; ) {
      chain.push(rank)
      const begin = cchUpStart[rank]
      if (begin === cchUpStart[rank + 1]) break
      rank = cchUpHead[begin]
    }
    for (let i = chain.length - 1; i >= 0; i--) {
      const at = chain[i]
      let best = state[at] === BELOW ? known[at] : Infinity
      for (let a = cchUpStart[at], end = cchUpStart[at + 1]; a < end; a++) {
        const cost = up[a] + known[cchUpHead[a]]
        if (up[a] !== FORBIDDEN && cost < best) best = cost
      }
      known[at] = best
      state[at] = KNOWN
      this.#touched.push(at)
    }
    return known[own]
  }
}
