// HOT: npm run bench -- large-search
// It answers most legs of a route, so a query allocates nothing but its result.
//
// Exact shortest paths over a customised hierarchy: go up the ancestors of the sources and of the targets; the best
// common ancestor is the top of the path (elimination-tree query; Dibbelt, Strasser, Wagner 2014, section 7). One
// instance per thread; it never writes to shared columns.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { type CostTable, FORBIDDEN } from '../costs/arc-cost.ts'
import type { Metric } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'
import { PathUnpacker, UnpackedArcs } from './path-unpacker.ts'
import { searchPlaces, type PathResult, type Seeds } from '../search/search-types.ts'
import { lengthened } from '../../storage/typed-list.ts'

const FIRST_PLACES = 1024

/**
 * Labels lie side by side in the order of the chains; by rank there is only the place of the label. One half of a
 * search over the hierarchy: from seeds up to all of their ancestors in the elimination tree. Every upward arc leads
 * to an ancestor, so a chain visited from below needs no queue. One direction of a query: distances, and the upward
 * arc (and its tail) or seed that gave them, by place.
 */
class UpwardSearch {
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

export class HierarchyQuery {
  #hierarchy: Hierarchy
  #forward: UpwardSearch
  #backward: UpwardSearch
  #unpacker: PathUnpacker

  /** `places`: shared with other searches of the thread. */
  constructor(graph: RoutingGraph, hierarchy: Hierarchy, places = searchPlaces(graph.nodeCount)) {
    this.#hierarchy = hierarchy
    this.#unpacker = new PathUnpacker(graph, hierarchy)
    this.#forward = new UpwardSearch(places.forward)
    this.#backward = new UpwardSearch(places.backward)
  }

  /**
   * The cheapest path between two sets of seeds, null if none costs less than `upperBound` (the cost of a path known
   * already, such as the direct one along a shared edge; Infinity without one). `table` must be the one that `metric`
   * was made from.
   */
  shortestPath(
    metric: Metric,
    table: CostTable,
    sources: Seeds,
    targets: Seeds,
    upperBound = Infinity,
  ): PathResult | null {
    this.#unpacker.begin(metric, table)
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const forward = this.#forward
    const backward = this.#backward
    try {
      forward.begin(sources, cchRank, cchUpStart, cchUpHead)
      forward.climb(metric.up, cchUpStart, cchUpHead, upperBound, null)
      backward.begin(targets, cchRank, cchUpStart, cchUpHead)
      const top = backward.climb(metric.down, cchUpStart, cchUpHead, upperBound, forward)
      return top < 0 ? null : this.#unpack(top, backward.best)
    } finally {
      this.#unpacker.end()
      forward.reset()
      backward.reset()
    }
  }

  /**
   * Exact cost from the sources to each set of targets, seed costs included; Infinity if there is no path cheaper than
   * `limit`.
   */
  distances(metric: Metric, sources: Seeds, targetsList: readonly Seeds[], limit = Infinity): Float64Array {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const forward = this.#forward
    const backward = this.#backward
    const costs = new Float64Array(targetsList.length)
    try {
      forward.begin(sources, cchRank, cchUpStart, cchUpHead)
      forward.climb(metric.up, cchUpStart, cchUpHead, limit, null)
      for (let t = 0; t < targetsList.length; t++) {
        backward.begin(targetsList[t], cchRank, cchUpStart, cchUpHead)
        const top = backward.climb(metric.down, cchUpStart, cchUpHead, limit, forward)
        costs[t] = top < 0 ? Infinity : backward.best
        backward.reset()
      }
      return costs
    } finally {
      forward.reset()
      backward.reset()
    }
  }

  /** For many sources and targets, with the labels of this query. */
  toMatrix(): MatrixQuery {
    return new MatrixQuery(this.#hierarchy, this.#forward, this.#unpacker)
  }

  #unpack(top: number, cost: number): PathResult {
    const forward = this.#forward
    const backward = this.#backward
    const unpacker = this.#unpacker
    let at = forward.placeOf[top]
    for (; forward.from[at] >= 0; at = forward.tail[at])
      unpacker.stackUp(forward.from[at], forward.ranks[forward.tail[at]])
    const sourceSeed = -1 - forward.from[at]
    unpacker.addStacked()
    at = backward.placeOf[top]
    for (; backward.from[at] >= 0; at = backward.tail[at])
      unpacker.addDown(backward.from[at], backward.ranks[backward.tail[at]])
    return { cost, sourceSeed, targetSeed: -1 - backward.from[at], arcs: unpacker.take() }
  }
}

/**
 * Cheapest paths between many sources and many targets over a customised hierarchy. What each target's search upward
 * found is kept as labels; each source's search upward is laid over them, and the best common ancestor is the top of
 * the path. Of paths that cost the same it takes the one that `HierarchyQuery` takes. It borrows the search of a
 * HierarchyQuery, which must not be used between `search` and `end`.
 */
export class MatrixQuery {
  readonly #hierarchy: Hierarchy
  readonly #climb: UpwardSearch
  readonly #unpacker: PathUnpacker
  /** of this metric */
  #unpacked = new UnpackedArcs()
  #metric!: Metric
  #table!: CostTable
  // labels of target t: `[first[t], first[t + 1])`, in the order of its search
  #first = new Uint32Array(1)
  #rank = new Uint32Array(4096)
  #dist = new Float64Array(4096)
  /** as in Climb, but the tail is the place of a label */
  #from = new Int32Array(4096)
  #tail = new Uint32Array(4096)
  /** label of the top of the path to each target, -1 if unreachable */
  #top = new Int32Array(0)
  /** cost from the source to each target, Infinity where there is no path */
  costs = new Float64Array(0)

  constructor(hierarchy: Hierarchy, climb: UpwardSearch, unpacker: PathUnpacker) {
    this.#hierarchy = hierarchy
    this.#climb = climb
    this.#unpacker = unpacker
  }

  /** `table` must be the one that `metric` was made from. */
  setTargets(metric: Metric, table: CostTable, targets: readonly Seeds[]): void {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const climb = this.#climb
    this.#metric = metric
    this.#table = table
    this.#unpacked = new UnpackedArcs()
    this.#first = new Uint32Array(targets.length + 1)
    this.#top = new Int32Array(targets.length)
    this.costs = new Float64Array(targets.length)
    const labelOf = new Map<number, number>()
    let count = 0
    targets.forEach((seeds, t) => {
      climb.begin(seeds, cchRank, cchUpStart, cchUpHead)
      climb.climb(metric.down, cchUpStart, cchUpHead, Infinity, null)
      this.#grow(count + climb.count)
      labelOf.clear()
      climb.visit((place) => {
        if (climb.dist[place] === Infinity) return
        labelOf.set(place, count)
        this.#rank[count] = climb.ranks[place]
        this.#dist[count] = climb.dist[place]
        this.#from[count] = climb.from[place]
        if (climb.from[place] >= 0) this.#tail[count] = labelOf.get(climb.tail[place])!
        count++
      })
      this.#first[t + 1] = count
      climb.reset()
    })
  }

  /** Costs from a source to all targets, and their paths until `end`. */
  search(source: Seeds): void {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const climb = this.#climb
    climb.begin(source, cchRank, cchUpStart, cchUpHead)
    climb.climb(this.#metric.up, cchUpStart, cchUpHead, Infinity, null)
    this.#unpacker.begin(this.#metric, this.#table, this.#unpacked)
    const first = this.#first
    const rank = this.#rank
    const dist = this.#dist
    for (let t = 0; t < this.costs.length; t++) {
      let best = Infinity
      let top = -1
      for (let k = first[t], end = first[t + 1]; k < end; k++) {
        const cost = dist[k] + climb.distOf(rank[k])
        if (cost < best) {
          best = cost
          top = k
        }
      }
      this.costs[t] = best
      this.#top[t] = top
    }
  }

  /** Null if the target cannot be reached. Its arcs are valid until the next call. */
  path(target: number): PathResult | null {
    const top = this.#top[target]
    if (top < 0) return null
    const climb = this.#climb
    const unpacker = this.#unpacker
    unpacker.restart()
    let at = climb.placeOf[this.#rank[top]]
    for (; climb.from[at] >= 0; at = climb.tail[at]) unpacker.stackUp(climb.from[at], climb.ranks[climb.tail[at]])
    unpacker.addStacked()
    let k = top
    for (; this.#from[k] >= 0; k = this.#tail[k]) unpacker.addDown(this.#from[k], this.#rank[this.#tail[k]])
    return {
      cost: this.costs[target],
      sourceSeed: -1 - climb.from[at],
      targetSeed: -1 - this.#from[k],
      arcs: unpacker.view(),
    }
  }

  end(): void {
    this.#climb.reset()
    this.#unpacker.end()
  }

  #grow(count: number): void {
    if (count <= this.#rank.length) return
    const length = Math.max(count, this.#rank.length * 2)
    this.#rank = lengthened(this.#rank, length)
    this.#dist = lengthened(this.#dist, length)
    this.#from = lengthened(this.#from, length)
    this.#tail = lengthened(this.#tail, length)
  }
}
