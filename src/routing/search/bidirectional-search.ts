// HOT: npm run bench -- large-search
// Long searches settle hundreds of thousands of nodes, so labels are in typed arrays and nothing is allocated per arc.
//
// Exact shortest paths without preparation: costs come from the table arc by arc, and two searches meet (NBA*: Pijls
// and Post, "Yet another bidirectional algorithm for finding the shortest path", 2009; one closed set, straight-line
// bounds). Within its budget the answer is proven; beyond it the best path found so far comes with a proven lower
// bound. If none was found by then, a forward search that weights the bound GREED-fold continues for one more budget:
// its path is valid, and its cost is compared with the bound proven before. One instance per thread.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../storage/typed-list.ts'
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
import { straightBound } from './straight-bound.ts'
import { FIRST_LABELS, SideLabels } from './side-labels.ts'

const OPEN = 0
const CLOSED = 1

/** Lower bounds of the cost from a node to the nearest target, and from the nearest source to a node. */
interface Bounds {
  toTarget: (node: number) => number
  toSource: (node: number) => number
}

export class BidirectionalSearch {
  #graph: RoutingGraph
  #forward: SideLabels
  #backward: SideLabels
  #closed: Uint8Array
  #closedNodes = new Uint32Array(FIRST_LABELS)
  #closedCount = 0
  // the best meeting so far
  #best = Infinity
  #meeting = -1

  /** `places`: shared with other searches of the thread. */
  constructor(graph: RoutingGraph, places = searchPlaces(graph.nodeCount)) {
    this.#graph = graph
    this.#forward = new SideLabels(places.forward)
    this.#backward = new SideLabels(places.backward)
    this.#closed = new Uint8Array(graph.nodeCount)
  }

  /**
   * The cheapest path between two sets of seeds that costs less than `upperBound`; SearchOutcome says what was proven.
   * Throws SearchStopped when the control's flag is raised.
   */
  shortestPath(
    table: CostTable,
    sources: Seeds,
    targets: Seeds,
    upperBound: number,
    control: SearchControl,
  ): SearchOutcome {
    const bounds: Bounds = {
      toTarget: straightBound(this.#graph, table, targets),
      toSource: straightBound(this.#graph, table, sources),
    }
    try {
      return this.#search(table, sources, targets, upperBound, control, bounds)
    } finally {
      for (let i = 0; i < this.#closedCount; i++) this.#closed[this.#closedNodes[i]] = OPEN
      this.#closedCount = 0
      this.#forward.reset()
      this.#backward.reset()
    }
  }

  #search(
    table: CostTable,
    sources: Seeds,
    targets: Seeds,
    upperBound: number,
    control: SearchControl,
    { toTarget, toSource }: Bounds,
  ): SearchOutcome {
    const forward = this.#forward
    const backward = this.#backward
    const costOf = arcCosts(this.#graph, table)
    forward.seed(sources, toTarget)
    backward.seed(targets, toSource)
    this.#best = upperBound
    this.#meeting = -1
    for (let place = 1; place <= forward.count; place++) this.#meet(forward.node[place])

    let forwardTop = forward.heap.topKey()
    let backwardTop = backward.heap.topKey()
    let complete = true
    while (forwardTop < this.#best && backwardTop < this.#best) {
      if ((this.#closedCount & (POLL_INTERVAL - 1)) === 0) stopIfCancelled(control.cancelled)
      if (this.#closedCount >= control.maxSettled) {
        complete = false
        break
      }
      // the side with fewer waiting labels continues
      if (forward.heap.size <= backward.heap.size) {
        this.#settle(forward, backward, 0, backwardTop, costOf, toTarget, toSource)
        forwardTop = forward.heap.topKey()
      } else {
        this.#settle(backward, forward, 1, forwardTop, costOf, toSource, toTarget)
        backwardTop = backward.heap.topKey()
      }
    }
    const lowerBound = Math.min(this.#best, Math.max(forwardTop, backwardTop))
    if (!complete && this.#meeting < 0 && upperBound === Infinity) this.#goOnGreedily(costOf, toTarget, control)
    const path = this.#meeting < 0 ? null : this.#unpack()
    return { path, complete, lowerBound: complete ? this.#best : lowerBound, settledCount: this.#closedCount }
  }

  /** Settles the next node of one side. `back` is 1 where arcs are travelled towards the node. */
  #settle(
    side: SideLabels,
    other: SideLabels,
    back: 0 | 1,
    otherTop: number,
    costOf: (arcId: number) => number,
    boundOf: (node: number) => number,
    otherBoundOf: (node: number) => number,
  ): void {
    const node = side.heap.pop()
    if (this.#closed[node] === CLOSED) return
    this.#close(node)
    const place = side.placeOf[node]
    const dist = side.dist[place]
    // no cheaper path leads through a node whose cost so far and bound of the rest reach the best path's cost
    if (dist + side.bound[place] >= this.#best) return
    if (this.#best !== Infinity) {
      const otherPlace = other.placeOf[node]
      const otherBound = otherPlace === 0 ? otherBoundOf(node) : other.bound[otherPlace]
      if (dist + otherTop - otherBound >= this.#best) return
    }
    this.#relax(side, other, node, dist, back, costOf, boundOf, 1)
  }

  #relax(
    side: SideLabels,
    other: SideLabels,
    node: number,
    dist: number,
    back: 0 | 1,
    costOf: (arcId: number) => number,
    boundOf: (node: number) => number,
    greed: number,
  ): void {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const closed = this.#closed
    const begin = firstArc[node]
    const stop = firstArc[node + 1]
    side.makeRoom(stop - begin)
    const { placeOf, dist: sideDist, bound, from } = side
    for (let a = begin; a < stop; a++) {
      const head = arcHead[a]
      if (closed[head] === CLOSED) continue
      const arc = arcId[a] ^ back
      const step = costOf(arc)
      if (step === FORBIDDEN) continue
      let place = placeOf[head]
      const cost = dist + step
      if (cost >= sideDist[place]) continue
      if (place === 0) place = side.label(head, boundOf(head))
      sideDist[place] = cost
      from[place] = arc
      const total = cost + other.distOf(head)
      if (total < this.#best) {
        this.#best = total
        this.#meeting = head
      }
      const key = cost + greed * bound[place]
      if (greed > 1 || key < this.#best) side.heap.push(key, head)
    }
  }

  #close(node: number): void {
    if (this.#closedCount === this.#closedNodes.length)
      this.#closedNodes = lengthened(this.#closedNodes, this.#closedNodes.length * 2)
    this.#closed[node] = CLOSED
    this.#closedNodes[this.#closedCount++] = node
  }

  #meet(node: number): void {
    const total = this.#forward.distOf(node) + this.#backward.distOf(node)
    if (total >= this.#best) return
    this.#best = total
    this.#meeting = node
  }

  /** After the budget: forward only, with the weighted bound, until a path is found; at most one more budget. */
  #goOnGreedily(costOf: (arcId: number) => number, toTarget: (node: number) => number, control: SearchControl): void {
    const forward = this.#forward
    const { heap } = forward
    forward.weigh(GREED, (node) => this.#closed[node] === CLOSED)
    const end = this.#closedCount + control.maxSettled
    while (heap.size > 0 && this.#meeting < 0 && this.#closedCount < end) {
      if ((this.#closedCount & (POLL_INTERVAL - 1)) === 0) stopIfCancelled(control.cancelled)
      const node = heap.pop()
      if (this.#closed[node] === CLOSED) continue
      this.#close(node)
      this.#relax(forward, this.#backward, node, forward.distOf(node), 0, costOf, toTarget, GREED)
    }
  }

  #unpack(): PathResult {
    const graph = this.#graph
    const forward = (node: number) => this.#forward.from[this.#forward.placeOf[node]]
    const backward = (node: number) => this.#backward.from[this.#backward.placeOf[node]]
    let ahead = 0
    let node = this.#meeting
    for (; forward(node) >= 0; node = graph.arcTail(forward(node))) ahead++
    const sourceSeed = -1 - forward(node)
    let behind = 0
    for (node = this.#meeting; backward(node) >= 0; node = graph.arcTarget(backward(node))) behind++
    const targetSeed = -1 - backward(node)
    const arcs = new Uint32Array(ahead + behind)
    node = this.#meeting
    for (let i = ahead - 1; i >= 0; i--, node = graph.arcTail(arcs[i + 1])) arcs[i] = forward(node)
    node = this.#meeting
    for (let i = ahead; i < arcs.length; i++, node = graph.arcTarget(arcs[i - 1])) arcs[i] = backward(node)
    return { cost: this.#best, sourceSeed, targetSeed, arcs }
  }
}
