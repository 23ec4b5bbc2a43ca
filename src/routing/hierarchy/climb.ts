// HOT: npm run bench -- large-search
// A query climbs twice, so a climb allocates nothing: labels are arrays by rank, and only touched ones are reset.
//
// One half of a search over the hierarchy: from seeds up to all of their ancestors in the elimination tree. Every
// upward arc leads to an ancestor, so a chain visited from below needs no queue.

import { FORBIDDEN } from '../costs/arc-cost.ts'
import type { Seeds } from '../search/search-types.ts'

/** One direction of a query: distances, and the upward arc (and its tail) or seed that gave them, by rank. */
export class Climb {
  readonly dist: Float64Array
  /** upward arc travelled last, or -1 - seed */
  readonly from: Int32Array
  readonly tail: Uint32Array
  /** ranks on the chains of this query; `inOrder` lists children before their parents */
  readonly ranks: Uint32Array
  count = 0
  #onChain: Uint8Array
  /** start of each seed's own part of the chains */
  #parts: number[] = []

  constructor(rankCount: number) {
    this.dist = new Float64Array(rankCount).fill(Infinity)
    this.from = new Int32Array(rankCount)
    this.tail = new Uint32Array(rankCount)
    this.ranks = new Uint32Array(rankCount)
    this.#onChain = new Uint8Array(rankCount)
  }

  /** Starts the chains from the seeds. */
  begin(seeds: Seeds, rank: Uint32Array, upStart: Uint32Array, upHead: Uint32Array): void {
    const { dist, from, ranks } = this
    const onChain = this.#onChain
    let count = 0
    this.#parts.length = 0
    for (let s = 0; s < seeds.nodes.length; s++) {
      let r = rank[seeds.nodes[s]]
      if (seeds.costs[s] < dist[r]) {
        dist[r] = seeds.costs[s]
        from[r] = -1 - s
      }
      this.#parts.push(count)
      while (onChain[r] === 0) {
        onChain[r] = 1
        ranks[count++] = r
        const up = upStart[r]
        if (up === upStart[r + 1]) break
        r = upHead[up]
      }
    }
    this.count = count
  }

  /**
   * Relaxes the chains from below. A later seed's part ends where it joins an earlier one, so the last part goes first.
   * Ranks that cost `limit` or more are skipped; if `other` is given, the limit falls with every meeting found. Returns
   * the rank of the best meeting, -1 if none beats the limit; its cost is `this.best`.
   */
  climb(
    cost: Int32Array,
    upStart: Uint32Array,
    upHead: Uint32Array,
    limit: number,
    other: Float64Array | null,
  ): number {
    const { dist, from, tail, ranks } = this
    let top = -1
    let best = limit
    for (let part = this.#parts.length - 1, end = this.count; part >= 0; part--) {
      const begin = this.#parts[part]
      for (let i = begin; i < end; i++) {
        const r = ranks[i]
        const d = dist[r]
        if (d >= best) continue
        if (other !== null && d + other[r] < best) {
          best = d + other[r]
          top = r
        }
        for (let a = upStart[r], stop = upStart[r + 1]; a < stop; a++) {
          const step = cost[a]
          const h = upHead[a]
          if (step !== FORBIDDEN && d + step < dist[h]) {
            dist[h] = d + step
            from[h] = a
            tail[h] = r
          }
        }
      }
      end = begin
    }
    this.best = best
    return top
  }
  best = Infinity

  /** Visits the ranks in the order in which `climb` relaxed them. */
  visit(label: (rank: number) => void): void {
    for (let part = this.#parts.length - 1, end = this.count; part >= 0; part--) {
      for (let i = this.#parts[part]; i < end; i++) label(this.ranks[i])
      end = this.#parts[part]
    }
  }

  reset(): void {
    const { dist, ranks } = this
    const onChain = this.#onChain
    for (let i = 0; i < this.count; i++) {
      dist[ranks[i]] = Infinity
      onChain[ranks[i]] = 0
    }
    this.count = 0
  }
}
