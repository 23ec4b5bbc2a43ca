// HOT: npm run bench -- large-search
// Long searches settle hundreds of thousands of nodes, so labels are in typed arrays.
//
// Remaining costs as search bounds for a setting without a metric: Dijkstra backwards from the targets until every
// source is reached and a little further. Beyond the radius at which it stopped, the radius is the bound: min(cost,
// radius) is consistent and never above the true cost, so A* stays exact. It has a budget; nodes not reached by then
// are bounded by the radius reached.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { MinHeap } from './min-heap.ts'
import { POLL_INTERVAL, type SearchControl, type Seeds, stopIfCancelled } from './search-types.ts'

/** The radius extends this much beyond the farthest source: detours around a restriction are short. */
const BEYOND = 1.03

export class BackwardPotential {
  readonly #graph: RoutingGraph
  readonly #heap = new MinHeap()
  /** by node, where `#isReached` is 1: both are zeros until a search comes here, and take memory only there */
  readonly #cost: Float64Array
  readonly #isReached: Uint8Array
  readonly #touched: number[] = []

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#cost = new Float64Array(graph.nodeCount)
    this.#isReached = new Uint8Array(graph.nodeCount)
  }

  /**
   * Bound of the cost from a node to the nearest target, seed cost included. Valid until the next call of `towards`.
   * Throws SearchStopped.
   */
  towards(table: CostTable, sources: Seeds, targets: Seeds, control: SearchControl): (node: number) => number {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const cost = this.#cost
    const isReached = this.#isReached
    const heap = this.#heap
    const touched = this.#touched
    for (const node of touched) isReached[node] = 0
    touched.length = 0
    heap.clear()
    const costOf = arcCosts(this.#graph, table)
    for (let t = 0; t < targets.nodes.length; t++) {
      const node = targets.nodes[t]
      if (targets.costs[t] >= (isReached[node] === 1 ? cost[node] : Infinity)) continue
      if (isReached[node] === 0) touched.push(node)
      isReached[node] = 1
      cost[node] = targets.costs[t]
      heap.push(cost[node], node)
    }
    const waiting = new Set(Array.from(sources.nodes))
    let limit = Infinity
    let radius = Infinity
    for (let settled = 0; heap.size > 0; settled++) {
      if ((settled & (POLL_INTERVAL - 1)) === 0) stopIfCancelled(control.cancelled)
      const key = heap.topKey()
      if (key > limit || settled >= control.maxSettled) {
        radius = key
        break
      }
      const node = heap.pop()
      if (key > cost[node]) continue
      if (waiting.delete(node) && waiting.size === 0) limit = key * BEYOND
      for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++) {
        const step = costOf(arcId[a] ^ 1)
        if (step === FORBIDDEN) continue
        const tail = arcHead[a]
        const reached = key + step
        if (isReached[tail] === 1) {
          if (reached >= cost[tail]) continue
        } else {
          isReached[tail] = 1
          touched.push(tail)
        }
        cost[tail] = reached
        heap.push(reached, tail)
      }
    }
    return (node) => (isReached[node] === 1 && cost[node] < radius ? cost[node] : radius)
  }
}
