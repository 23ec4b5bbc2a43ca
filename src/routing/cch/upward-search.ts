// HOT: npm run bench -- large-search
// A query climbs twice, so a climb allocates nothing once its arrays are as long as the longest chains so far.
//
// Labels lie side by side in the order of the chains; by rank there is only the place of the label.
//
// One half of a search over the hierarchy: from seeds up to all of their ancestors in the elimination tree. Every
// upward arc leads to an ancestor, so a chain visited from below needs no queue.

import { lengthened } from '../../storage/typed-list.ts'
import { FORBIDDEN } from '../costs/arc-cost.ts'
import type { Seeds } from '../search/search-types.ts'

const FIRST_PLACES = 1024

/** One direction of a query: distances, and the upward arc (and its tail) or seed that gave them, by place. */
export class UpwardSearch {
  /** by rank: its place on the chains of this query, 0 where it is on none */
  readonly placeOf: Int32Array
  /** Infinity at place 0 */
  dist = new Float64Array(FIRST_PLACES).fill(Infinity)
  /** upward arc travelled last, or -1 - seed */
  from = new Int32Array(FIRST_PLACES)
  /** place of that arc's tail */
  tail = new Int32Array(FIRST_PLACES)
  /** ranks on the chains of this query, from place 1 on; `visit` lists children before their parents */
  ranks = new Uint32Array(FIRST_PLACES)
  count = 0
  /** place of the start of each seed's own part of the chains */
  #parts: number[] = []

  /** `placeOf` is 0 everywhere, again after `reset`. */
  constructor(placeOf: Int32Array) {
    this.placeOf = placeOf
  }

  /** Starts the chains from the seeds. */
  begin(seeds: Seeds, rank: Uint32Array, upStart: Uint32Array, upHead: Uint32Array): void {
    const { placeOf } = this
    this.#parts.length = 0
    for (let s = 0; s < seeds.nodes.length; s++) {
      const first = rank[seeds.nodes[s]]
      this.#parts.push(this.count + 1)
      for (let r = first; placeOf[r] === 0; ) {
        const place = ++this.count
        if (place === this.ranks.length) this.#grow()
        placeOf[r] = place
        this.ranks[place] = r
        this.dist[place] = Infinity
        const up = upStart[r]
        if (up === upStart[r + 1]) break
        r = upHead[up]
      }
      const place = placeOf[first]
      if (seeds.costs[s] < this.dist[place]) {
        this.dist[place] = seeds.costs[s]
        this.from[place] = -1 - s
      }
    }
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
    other: UpwardSearch | null,
  ): number {
    const { dist, from, tail, ranks, placeOf } = this
    let top = -1
    let best = limit
    for (let part = this.#parts.length - 1, end = this.count + 1; part >= 0; part--) {
      const begin = this.#parts[part]
      for (let place = begin; place < end; place++) {
        const d = dist[place]
        if (d >= best) continue
        const r = ranks[place]
        if (other !== null) {
          const through = d + other.distOf(r)
          if (through < best) {
            best = through
            top = r
          }
        }
        for (let a = upStart[r], stop = upStart[r + 1]; a < stop; a++) {
          const step = cost[a]
          const head = placeOf[upHead[a]]
          if (step !== FORBIDDEN && d + step < dist[head]) {
            dist[head] = d + step
            from[head] = a
            tail[head] = place
          }
        }
      }
      end = begin
    }
    this.best = best
    return top
  }
  best = Infinity

  /** Cost to a rank, Infinity where the chains do not lead. */
  distOf(rank: number): number {
    return this.dist[this.placeOf[rank]]
  }

  /** Visits the places in the order in which `climb` relaxed them. */
  visit(label: (place: number) => void): void {
    for (let part = this.#parts.length - 1, end = this.count + 1; part >= 0; part--) {
      for (let place = this.#parts[part]; place < end; place++) label(place)
      end = this.#parts[part]
    }
  }

  reset(): void {
    const { placeOf, ranks } = this
    for (let place = 1; place <= this.count; place++) placeOf[ranks[place]] = 0
    this.count = 0
  }

  #grow(): void {
    const length = this.ranks.length * 2
    this.dist = lengthened(this.dist, length)
    this.from = lengthened(this.from, length)
    this.tail = lengthened(this.tail, length)
    this.ranks = lengthened(this.ranks, length)
  }
}
