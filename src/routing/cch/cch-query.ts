// HOT: npm run bench -- large-search
// It answers most legs of a route, so a query allocates nothing but its result.
//
// Exact shortest paths over a customised hierarchy: go up the ancestors of the sources and of the targets; the best
// common ancestor is the top of the path (elimination-tree query; Dibbelt, Strasser, Wagner 2014, section 7). One
// instance per thread; it never writes to shared columns.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { UpwardSearch } from './upward-search.ts'
import type { Metric } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'
import { MatrixQuery } from './matrix-query.ts'
import { PathUnpacker } from './path-unpacker.ts'
import { searchPlaces } from '../search/search-places.ts'
import type { PathResult, Seeds } from '../search/search-types.ts'

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
