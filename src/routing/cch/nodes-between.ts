// HOT: npm run bench -- planner
// It computes costs for tens of thousands of nodes, so they are in typed arrays, and only touched ones are reset.
//
// All nodes whose way from a source over them to a target costs at most a limit, with both costs, from a customised
// hierarchy. The elimination tree is walked from its top: a rank's costs follow from those above it, and what lies
// below it is entered only over it and the ranks that its arcs lead up to. Where the cheapest entry and the cheapest
// exit together cost more than the limit, nothing below is looked at. One instance per thread.

import { FORBIDDEN } from '../costs/arc-cost.ts'
import { POLL_INTERVAL, type SearchControl, type Seeds, stopIfCancelled } from '../search/search-types.ts'
import type { Metric } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'

export class NodesBetween {
  readonly #hierarchy: Hierarchy
  /**
   * by rank * 2: cost from the sources, + 1: to the targets; before the rank is visited, by way of ranks below it only
   */
  readonly #known: Float64Array
  /** whether it is a seed, or one lies below it */
  readonly #isAbove: Uint8Array
  readonly #touched: Uint32Array
  #touchedCount = 0
  readonly #stack: Uint32Array
  readonly #roots = new Set<number>()
  /** ranks right below each rank in the elimination tree */
  readonly #below: { start: Uint32Array; rank: Uint32Array }
  // of the nodes found
  count = 0
  readonly node: Uint32Array
  /** from the nearest source */
  readonly from: Float64Array
  /** from the nearest source over the node to the nearest target */
  readonly way: Float64Array

  /** At most this many nodes are found. */
  constructor(hierarchy: Hierarchy, most: number) {
    const ranks = hierarchy.columns.cchRank.length
    const room = Math.min(most, ranks)
    this.#hierarchy = hierarchy
    this.#below = ranksBelow(hierarchy)
    this.#known = new Float64Array(ranks * 2).fill(Infinity)
    this.#isAbove = new Uint8Array(ranks)
    this.#touched = new Uint32Array(ranks)
    this.#stack = new Uint32Array(ranks)
    this.node = new Uint32Array(room)
    this.from = new Float64Array(room)
    this.way = new Float64Array(room)
  }

  /**
   * Finds them; false if there are more than there is room for: the rest is missing. Throws SearchStopped. Valid until
   * the next call.
   */
  find({ up, down }: Metric, sources: Seeds, targets: Seeds, limit: number, control: SearchControl): boolean {
    this.count = 0
    try {
      this.#climb(sources, up, 0)
      this.#climb(targets, down, 1)
      return this.#descend(up, down, limit, control)
    } finally {
      for (let i = 0; i < this.#touchedCount; i++) {
        const rank = this.#touched[i]
        this.#known[rank * 2] = this.#known[rank * 2 + 1] = Infinity
        this.#isAbove[rank] = 0
      }
      this.#touchedCount = 0
      this.#roots.clear()
    }
  }

  /** Costs between seeds and all ranks above them, by way of ranks below these only. */
  #climb({ nodes, costs }: Seeds, metric: Int32Array, side: 0 | 1): void {
    const known = this.#known
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    for (let s = 0; s < nodes.length; s++) {
      const first = cchRank[nodes[s]]
      if (costs[s] < known[first * 2 + side]) known[first * 2 + side] = costs[s]
      for (let rank = first; ; ) {
        if (this.#isAbove[rank] === 0) this.#touched[this.#touchedCount++] = rank
        this.#isAbove[rank] = 1
        const begin = cchUpStart[rank]
        const end = cchUpStart[rank + 1]
        for (let a = begin; a < end; a++) {
          const cost = known[rank * 2 + side] + metric[a]
          const head = cchUpHead[a] * 2 + side
          if (metric[a] !== FORBIDDEN && cost < known[head]) known[head] = cost
        }
        if (begin === end) {
          this.#roots.add(rank)
          break
        }
        rank = cchUpHead[begin]
      }
    }
  }

  #descend(up: Int32Array, down: Int32Array, limit: number, control: SearchControl): boolean {
    const { cchNode, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const { start: belowStart, rank: below } = this.#below
    const known = this.#known
    const isAbove = this.#isAbove
    const stack = this.#stack
    let depth = 0
    for (const root of this.#roots) stack[depth++] = root
    for (let visited = 0; depth > 0; visited++) {
      if ((visited & (POLL_INTERVAL - 1)) === 0) stopIfCancelled(control.cancelled)
      const rank = stack[--depth]
      let from = known[rank * 2]
      let to = known[rank * 2 + 1]
      // the cheapest entry and exit of what lies below
      let entry = Infinity
      let exit = Infinity
      for (let a = cchUpStart[rank], end = cchUpStart[rank + 1]; a < end; a++) {
        const head = cchUpHead[a] * 2
        const fromHead = known[head]
        const toHead = known[head + 1]
        if (fromHead < entry) entry = fromHead
        if (toHead < exit) exit = toHead
        const inwards = down[a]
        const outwards = up[a]
        if (inwards !== FORBIDDEN && fromHead + inwards < from) from = fromHead + inwards
        if (outwards !== FORBIDDEN && toHead + outwards < to) to = toHead + outwards
      }
      if (isAbove[rank] === 0) this.#touched[this.#touchedCount++] = rank
      known[rank * 2] = from
      known[rank * 2 + 1] = to
      if (from + to <= limit) {
        if (this.count === this.node.length) return false
        this.node[this.count] = cchNode[rank]
        this.from[this.count] = from
        this.way[this.count++] = from + to
      }
      if (isAbove[rank] === 0 && Math.min(entry, from) + Math.min(exit, to) > limit) continue
      for (let i = belowStart[rank], end = belowStart[rank + 1]; i < end; i++) stack[depth++] = below[i]
    }
    return true
  }
}

/** By the rank above: a rank's first arc leads to it. */
function ranksBelow({ columns: { cchUpStart, cchUpHead } }: Hierarchy): { start: Uint32Array; rank: Uint32Array } {
  const count = cchUpStart.length - 1
  const start = new Uint32Array(count + 1)
  for (let rank = 0; rank < count; rank++)
    if (cchUpStart[rank] < cchUpStart[rank + 1]) start[cchUpHead[cchUpStart[rank]] + 1]++
  for (let rank = 0; rank < count; rank++) start[rank + 1] += start[rank]
  const at = start.slice(0, count)
  const below = new Uint32Array(start[count])
  for (let rank = 0; rank < count; rank++)
    if (cchUpStart[rank] < cchUpStart[rank + 1]) below[at[cchUpHead[cchUpStart[rank]]]++] = rank
  return { start, rank: below }
}
