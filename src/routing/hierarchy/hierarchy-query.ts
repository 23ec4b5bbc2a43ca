// HOT: npm run bench -- large-search
// It answers most legs of a route, so a query allocates nothing but its result.
//
// Exact shortest paths over a customised hierarchy: go up the ancestors of the sources and of the targets; the best
// common ancestor is the top of the path (elimination-tree query; Dibbelt, Strasser, Wagner 2014, section 7). Every
// upward arc leads to an ancestor, so a chain visited from below needs no queue. Only touched ranks are reset, and only
// the result is allocated per query. One instance per thread; it never writes to shared columns.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { OWN_EDGE, UNPLACED, type Metric } from './customise.ts'
import { NO_ARC, findArc, type Hierarchy } from './hierarchy.ts'
import type { PathResult, Seeds } from '../search/search-types.ts'

/** One direction of a query: distances, and the upward arc (and its tail) or seed that gave them, by rank. */
class Climb {
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

export class HierarchyQuery {
  #graph: RoutingGraph
  #hierarchy: Hierarchy
  #forward: Climb
  #backward: Climb
  // unpacking: a stack of (upward arc, its tail or the complement of it), and the arcs of the network found so far
  #stack = new Int32Array(1024)
  #arcs = new Uint32Array(4096)
  #arcCount = 0

  constructor(graph: RoutingGraph, hierarchy: Hierarchy) {
    this.#graph = graph
    this.#hierarchy = hierarchy
    this.#forward = new Climb(graph.nodeCount)
    this.#backward = new Climb(graph.nodeCount)
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
    if (metric.key !== table.key) throw new RangeError(`metric ${metric.key} was not made from table ${table.key}`)
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const forward = this.#forward
    const backward = this.#backward
    try {
      forward.begin(sources, cchRank, cchUpStart, cchUpHead)
      forward.climb(metric.up, cchUpStart, cchUpHead, upperBound, null)
      backward.begin(targets, cchRank, cchUpStart, cchUpHead)
      const top = backward.climb(metric.down, cchUpStart, cchUpHead, upperBound, forward.dist)
      return top < 0 ? null : this.#unpack(metric, table, top, backward.best)
    } finally {
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
        const top = backward.climb(metric.down, cchUpStart, cchUpHead, limit, forward.dist)
        costs[t] = top < 0 ? Infinity : backward.best
        backward.reset()
      }
      return costs
    } finally {
      forward.reset()
      backward.reset()
    }
  }

  #unpack(metric: Metric, table: CostTable, top: number, cost: number): PathResult {
    const forward = this.#forward
    const backward = this.#backward
    this.#arcCount = 0
    const costOf = arcCosts(this.#graph, table)
    // the way up was found backwards: stack it, so that it is unpacked from its beginning
    let depth = 0
    let r = top
    for (; forward.from[r] >= 0; r = forward.tail[r]) depth = this.#push(depth, forward.from[r], forward.tail[r])
    const sourceSeed = -1 - forward.from[r]
    this.#unpackStack(metric, costOf, depth)
    for (r = top; backward.from[r] >= 0; r = backward.tail[r])
      this.#unpackStack(metric, costOf, this.#push(0, backward.from[r], ~backward.tail[r]))
    return { cost, sourceSeed, targetSeed: -1 - backward.from[r], arcs: this.#arcs.slice(0, this.#arcCount) }
  }

  /** Stacks an upward arc with its tail; the complement of the tail means that it is travelled downwards. */
  #push(depth: number, arc: number, tail: number): number {
    this.#stack[depth * 2] = arc
    this.#stack[depth * 2 + 1] = tail
    if (depth * 2 + 4 >= this.#stack.length) {
      const larger = new Int32Array(this.#stack.length * 2)
      larger.set(this.#stack)
      this.#stack = larger
    }
    return depth + 1
  }

  /** Unpacks the stacked arcs of the hierarchy into arcs of the network. */
  #unpackStack(metric: Metric, costOf: (arcId: number) => number, depth: number): void {
    const { cchUpStart, cchUpHead, cchDownStart, cchDownTail, cchDownArc } = this.#hierarchy.columns
    const { up, down, upVia, downVia } = metric
    let stack = this.#stack
    while (depth > 0) {
      depth--
      const arc = stack[depth * 2]
      const signedTail = stack[depth * 2 + 1]
      const goesDown = signedTail < 0
      const low = goesDown ? ~signedTail : signedTail
      const high = cchUpHead[arc]
      let via: number = goesDown ? downVia[arc] : upVia[arc]
      if (via === OWN_EDGE) {
        if (goesDown) this.#appendEdge(high, low, down[arc], costOf)
        else this.#appendEdge(low, high, up[arc], costOf)
        continue
      }
      if (via === UNPLACED) via = this.#findVia(metric, arc, low, high, goesDown)
      const place = cchDownStart[low] + via
      const toLow = cchDownArc[place]
      const below = cchDownTail[place]
      const toHigh = findArc(cchUpStart, cchUpHead, below, high)
      // the part travelled first, down to the rank below, is on top
      stack[depth * 2] = goesDown ? toLow : toHigh
      stack[depth * 2 + 1] = below
      depth = this.#push(depth + 1, goesDown ? toHigh : toLow, ~below)
      stack = this.#stack
    }
  }

  /**
   * The arc of the network from one rank to another; of parallel ones the one that costs what the hierarchy says. The
   * first of a path is always checked, to detect a metric made from another table.
   */
  #appendEdge(fromRank: number, toRank: number, cost: number, costOf: (arcId: number) => number): void {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const { cchNode } = this.#hierarchy.columns
    const node = cchNode[fromRank]
    const to = cchNode[toRank]
    const stop = firstArc[node + 1]
    let a = firstArc[node]
    while (a < stop && arcHead[a] !== to) a++
    let isAlone = this.#arcCount > 0
    for (let b = a + 1; b < stop; b++) if (arcHead[b] === to) isAlone = false
    if (!isAlone) while (a < stop && (arcHead[a] !== to || costOf(arcId[a]) !== cost)) a++
    if (a >= stop) throw new RangeError('the metric does not fit the cost table: no arc costs what it says')
    if (this.#arcCount === this.#arcs.length) {
      const larger = new Uint32Array(this.#arcs.length * 2)
      larger.set(this.#arcs)
      this.#arcs = larger
    }
    this.#arcs[this.#arcCount++] = arcId[a]
  }

  /** Searches for the rank below that a way goes through, if its index was too large to store. */
  #findVia(metric: Metric, arc: number, low: number, high: number, goesDown: boolean): number {
    const { cchUpStart, cchUpHead, cchDownStart, cchDownTail, cchDownArc } = this.#hierarchy.columns
    const { up, down } = metric
    for (let i = cchDownStart[low]; i < cchDownStart[low + 1]; i++) {
      const toHigh = findArc(cchUpStart, cchUpHead, cchDownTail[i], high)
      if (toHigh === NO_ARC) continue
      const toLow = cchDownArc[i]
      if (goesDown ? down[toHigh] + up[toLow] === down[arc] : down[toLow] + up[toHigh] === up[arc])
        return i - cchDownStart[low]
    }
    throw new RangeError('the metric does not fit the hierarchy')
  }
}
