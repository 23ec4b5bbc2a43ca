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

/** Costs by node: `known[rank[node]]`, once the node was prepared. Infinity: no path. */
export interface NodeCosts {
  rank: Uint32Array
  known: Float64Array
  /** null: all are known */
  prepare: ((node: number) => void) | null
}

export class HierarchyPotential {
  readonly #hierarchy: Hierarchy
  /** cost from a rank down to the targets, through ancestors of the targets only */
  readonly #below: Float64Array
  readonly #known: Float64Array
  readonly #isKnown: Uint8Array
  readonly #touched: number[] = []
  readonly #chain: number[] = []

  constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy
    const ranks = hierarchy.columns.cchRank.length
    this.#below = new Float64Array(ranks).fill(Infinity)
    this.#known = new Float64Array(ranks)
    this.#isKnown = new Uint8Array(ranks)
  }

  /**
   * Cost from a node to the nearest target (its seed cost included), Infinity if there is no path. Valid until the next
   * call of `towards`.
   */
  towards({ up, down }: Metric, targets: Seeds): (node: number) => number {
    return this.#costs(up, down, targets)
  }

  /** The same from the nearest source to a node. Valid until the next call of either. */
  from({ up, down }: Metric, sources: Seeds): (node: number) => number {
    return this.#costs(down, up, sources)
  }

  /** `towards`, or `from` with `back`, as arrays: for all nodes at once, or for those that `prepare` is asked for. */
  costs({ up, down }: Metric, seeds: Seeds, back: boolean, atOnce: boolean): NodeCosts {
    const prepare = back ? this.#costs(down, up, seeds) : this.#costs(up, down, seeds)
    if (atOnce) this.#computeAll(back ? down : up)
    return { rank: this.#hierarchy.columns.cchRank, known: this.#known, prepare: atOnce ? null : prepare }
  }

  /** From the top down, so that what lies above a rank is known. */
  #computeAll(up: Int32Array): void {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const below = this.#below
    const known = this.#known
    for (let rank = cchRank.length - 1; rank >= 0; rank--) {
      let best = below[rank]
      for (let a = cchUpStart[rank], end = cchUpStart[rank + 1]; a < end; a++) {
        const step = up[a]
        if (step === FORBIDDEN) continue
        const cost = step + known[cchUpHead[a]]
        if (cost < best) best = cost
      }
      known[rank] = best
    }
  }

  #costs(up: Int32Array, down: Int32Array, targets: Seeds): (node: number) => number {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const below = this.#below
    const known = this.#known
    const isKnown = this.#isKnown
    const chain = this.#chain
    for (const rank of this.#touched) {
      below[rank] = Infinity
      isKnown[rank] = 0
    }
    this.#touched.length = 0
    for (let t = 0; t < targets.nodes.length; t++) {
      const first = cchRank[targets.nodes[t]]
      if (targets.costs[t] < below[first]) below[first] = targets.costs[t]
      for (let rank = first; ; ) {
        this.#touched.push(rank)
        const begin = cchUpStart[rank]
        const end = cchUpStart[rank + 1]
        for (let a = begin; a < end; a++) {
          const cost = below[rank] + down[a]
          if (down[a] !== FORBIDDEN && cost < below[cchUpHead[a]]) below[cchUpHead[a]] = cost
        }
        if (begin === end) break
        rank = cchUpHead[begin]
      }
    }
    return (node) => {
      chain.length = 0
      let rank = cchRank[node]
      while (isKnown[rank] === 0) {
        chain.push(rank)
        const begin = cchUpStart[rank]
        if (begin === cchUpStart[rank + 1]) break
        rank = cchUpHead[begin]
      }
      for (let i = chain.length - 1; i >= 0; i--) {
        const at = chain[i]
        let best = below[at]
        for (let a = cchUpStart[at], end = cchUpStart[at + 1]; a < end; a++) {
          const cost = up[a] + known[cchUpHead[a]]
          if (up[a] !== FORBIDDEN && cost < best) best = cost
        }
        known[at] = best
        isKnown[at] = 1
        this.#touched.push(at)
      }
      return known[cchRank[node]]
    }
  }
}
