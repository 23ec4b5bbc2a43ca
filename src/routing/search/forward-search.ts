// HOT: npm run bench -- large-search
// Long searches settle thousands of nodes, so labels are in typed arrays and nothing is allocated per arc.
//
// Exact shortest paths under a bound of the remaining costs that is nearly true (cch-potential.ts): A* from the
// sources, since one bound a node costs half of the two that a search from both ends needs. Only junctions are queued:
// a third of all nodes are dead ends or lie between two junctions, and need no bound (the same source).
//
// Within its budget the answer is proven; beyond it, if no path was found, the bound is weighted for one more budget,
// as in bidirectional-search.ts. One instance per thread.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import {
  searchPlaces,
  GREED,
  POLL_INTERVAL,
  type PathResult,
  type SearchControl,
  type SearchOutcome,
  type Seeds,
  stopIfCancelled,
} from './search-types.ts'
import { SideLabels } from './side-labels.ts'

export class ForwardSearch {
  readonly #graph: RoutingGraph
  readonly #labels: SideLabels

  /** `places`: shared with other searches of the thread. */
  constructor(graph: RoutingGraph, places = searchPlaces(graph.nodeCount)) {
    this.#graph = graph
    this.#labels = new SideLabels(places.forward)
  }

  /**
   * The cheapest path between two sets of seeds that costs less than `upperBound`; SearchOutcome says what was proven.
   * `toTarget`: consistent and never above the true cost to the nearest target, its seed cost included. If a path is
   * found, `look` receives it with what is known of the costs from the sources, and returns the answer. Throws
   * SearchStopped when the control's flag is raised.
   */
  shortestPath(
    table: CostTable,
    sources: Seeds,
    targets: Seeds,
    upperBound: number,
    control: SearchControl,
    toTarget: (node: number) => number,
    look: (outcome: SearchOutcome, costBelow: (node: number) => number) => SearchOutcome = (outcome) => outcome,
  ): SearchOutcome {
    try {
      const outcome = this.#search(table, sources, targets, upperBound, control, toTarget)
      return outcome.path === null ? outcome : look(outcome, this.#costBelow(outcome.lowerBound, toTarget))
    } finally {
      this.#labels.reset()
    }
  }

  /**
   * Bounds of the cost from the sources to a node, consistent and never above the true cost. Where the search has been
   * it is the cost that was found; elsewhere it follows from a path over the node costing at least `pathCost`.
   */
  #costBelow(pathCost: number, toTarget: (node: number) => number): (node: number) => number {
    const { placeOf, dist } = this.#labels
    const { firstArc, arcHead } = this.#graph.columns
    return (node) => {
      const first = firstArc[node]
      // dead ends are not labelled: they cost no less than the node before
      const at = placeOf[node] === 0 && firstArc[node + 1] === first + 1 ? arcHead[first] : node
      return Math.min(dist[placeOf[at]], Math.max(0, pathCost - toTarget(at)))
    }
  }

  #search(
    table: CostTable,
    sources: Seeds,
    targets: Seeds,
    upperBound: number,
    { cancelled, maxSettled }: SearchControl,
    toTarget: (node: number) => number,
  ): SearchOutcome {
    const labels = this.#labels
    const { heap, placeOf } = labels
    const { firstArc } = this.#graph.columns
    const costOf = arcCosts(this.#graph, table)
    labels.seed(sources, toTarget)
    labels.labelEnds(targets, toTarget)
    let best = upperBound
    let targetSeed = -1
    let greed = 1
    let proven = -1 // what no path costs less than, once the budget is spent
    let settledCount = 0
    for (;;) {
      const key = heap.topKey()
      if (greed === 1 ? key >= best : targetSeed >= 0 || heap.size === 0) break
      if ((settledCount & (POLL_INTERVAL - 1)) === 0) stopIfCancelled(cancelled)
      if (settledCount >= maxSettled * (greed === 1 ? 1 : 2)) {
        if (greed > 1) break
        proven = Math.min(best, key)
        if (best < Infinity) break
        greed = GREED
        labels.weigh(greed)
        continue
      }
      const node = heap.pop()
      const place = placeOf[node]
      const dist = labels.dist[place]
      if (key !== dist + greed * labels.bound[place]) continue // it was reached at less cost since
      settledCount++
      for (let t = 0; t < targets.nodes.length; t++) {
        if (targets.nodes[t] !== node || dist + targets.costs[t] >= best) continue
        best = dist + targets.costs[t]
        targetSeed = t
      }
      for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++)
        this.#follow(a, dist, costOf, toTarget, greed)
    }
    const path = targetSeed < 0 ? null : this.#unpack(best, targets, targetSeed)
    return { path, complete: proven < 0, lowerBound: proven < 0 ? best : proven, settledCount }
  }

  /** Follows a way to the next node that is queued, or until a path that costs no more has been there. */
  #follow(
    a: number,
    cost: number,
    costOf: (arcId: number) => number,
    toTarget: (node: number) => number,
    greed: number,
  ): void {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const labels = this.#labels
    const { placeOf } = labels
    for (;;) {
      const arc = arcId[a]
      const step = costOf(arc)
      if (step === FORBIDDEN) return
      const head = arcHead[a]
      cost += step
      let place = placeOf[head]
      if (cost >= labels.dist[place]) return
      a = firstArc[head]
      const ways = firstArc[head + 1] - a
      const isPassed = ways <= 2 && (place === 0 || labels.isPassed(place))
      // a dead end, where no path ends
      if (isPassed && ways === 1) return
      if (place === 0) {
        labels.makeRoom(1)
        place = labels.label(head, isPassed ? NaN : toTarget(head))
      }
      labels.dist[place] = cost
      labels.from[place] = arc
      if (!isPassed) {
        const bound = labels.bound[place]
        if (bound !== Infinity) labels.heap.push(cost + greed * bound, head)
        return
      }
      // not back
      if (arcId[a] === (arc ^ 1)) a++
    }
  }

  #unpack(cost: number, targets: Seeds, targetSeed: number): PathResult {
    const { placeOf, from } = this.#labels
    const end = targets.nodes[targetSeed]
    let count = 0
    let node = end
    for (; from[placeOf[node]] >= 0; node = this.#graph.arcTail(from[placeOf[node]])) count++
    const sourceSeed = -1 - from[placeOf[node]]
    const arcs = new Uint32Array(count)
    node = end
    for (let i = count - 1; i >= 0; i--, node = this.#graph.arcTail(arcs[i + 1])) arcs[i] = from[placeOf[node]]
    return { cost, sourceSeed, targetSeed, arcs }
  }
}
