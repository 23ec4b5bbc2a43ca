// HOT: npm run bench -- round-trips
// A request for loops runs hundreds of searches here, so labels are in typed arrays and only touched ones are reset.
//
// Searches inside a loop network under one weighting: the trees of cheapest ways from the start and back to it, and
// single ways between two nodes on which some edges cost more (`multiplier`, at least 1). The trees bound the remaining
// cost (exactly towards the start, as a landmark elsewhere), so the search for a single way examines little more than
// the way itself. It never passes through the start. One instance per loop network; `settled` counts the work done;
// `poll` checks the cancel flag.

import { START, tailOf, type LoopNetwork } from './loop-network.ts'
import { MinHeap } from '../search/min-heap.ts'
import { POLL_INTERVAL, stopIfCancelled } from '../search/search-types.ts'

const NO_ARC = -1

export interface TurnRules {
  /** whether one arc of the loop network may not follow another */
  forbidsTurn(from: number, to: number): boolean
}

export class LoopTrees {
  /** by arc, Infinity: closed; changed only by `weigh` */
  readonly weight: Float64Array
  /** by edge, 1: unchanged; callers that raise one restore it */
  readonly multiplier: Float64Array
  /** cheapest way from the start to every node: weight, length, last arc */
  readonly outWeight: Float64Array
  readonly outMm: Float64Array
  readonly outArc: Int32Array
  /** cheapest way from every node back to the start: weight, length, first arc */
  readonly backWeight: Float64Array
  readonly backMm: Float64Array
  readonly backArc: Int32Array
  settled = 0
  /** 1: single ways are the cheapest; above 1 they may cost more by this factor, and are found with less work */
  greed = 1
  readonly #net: LoopNetwork
  readonly #cancelled: Int32Array | undefined
  readonly #rules: TurnRules | null
  readonly #heap = new MinHeap()
  readonly #dist: Float64Array
  readonly #via: Int32Array
  readonly #touched: number[] = []
  readonly #done: Uint8Array

  /** `rules`: null if every turn is allowed. */
  constructor(net: LoopNetwork, cancelled?: Int32Array, rules: TurnRules | null = null) {
    const { nodeCount, edgeCount } = net
    this.#net = net
    this.#cancelled = cancelled
    this.#rules = rules
    this.weight = new Float64Array(net.cost)
    this.multiplier = new Float64Array(edgeCount).fill(1)
    this.outWeight = new Float64Array(nodeCount)
    this.outMm = new Float64Array(nodeCount)
    this.outArc = new Int32Array(nodeCount)
    this.backWeight = new Float64Array(nodeCount)
    this.backMm = new Float64Array(nodeCount)
    this.backArc = new Int32Array(nodeCount)
    this.#dist = new Float64Array(nodeCount).fill(Infinity)
    this.#via = new Int32Array(nodeCount)
    this.#done = new Uint8Array(nodeCount)
  }

  /** Sets the weights and grows both trees. */
  weigh(weights: Float64Array): void {
    this.poll()
    this.weight.set(weights)
    this.#grow(0, this.outWeight, this.outMm, this.outArc)
    this.#grow(1, this.backWeight, this.backMm, this.backArc)
  }

  #grow(back: 0 | 1, best: Float64Array, mm: Float64Array, via: Int32Array): void {
    const { firstArc, arcHead, arcId, lengthMm } = this.#net
    const weight = this.weight
    const heap = this.#heap
    best.fill(Infinity)
    mm.fill(Infinity)
    via.fill(NO_ARC)
    best[START] = 0
    mm[START] = 0
    heap.clear()
    heap.push(0, START)
    while (heap.size > 0) {
      const key = heap.topKey()
      const node = heap.pop()
      if (key > best[node]) continue
      this.#count()
      for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++) {
        const arc = arcId[a] ^ back
        const next = key + weight[arc]
        const head = arcHead[a]
        if (next >= best[head]) continue
        if (back === 0 ? this.#forbids(via[node], arc) : this.#forbids(arc, via[node])) continue
        best[head] = next
        mm[head] = mm[node] + lengthMm[arc >>> 1]
        via[head] = arc
        heap.push(next, head)
      }
    }
  }

  /** Length of the cheapest ways to an edge, over it and back; the shorter of the two directions. */
  overMm(edge: number): number {
    const { outMm, backMm } = this
    const { edgeFrom, edgeTo, lengthMm } = this.#net
    const [a, b] = [edgeFrom[edge], edgeTo[edge]]
    return Math.min(outMm[a] + backMm[b], outMm[b] + backMm[a]) + lengthMm[edge]
  }

  /** Arcs of the tree from the start to a node; empty at the start and at unreachable nodes. */
  wayOut(node: number): number[] {
    const arcs: number[] = []
    for (let n = node; this.outArc[n] !== NO_ARC; n = tailOf(this.#net, this.outArc[n])) arcs.push(this.outArc[n])
    return arcs.reverse()
  }

  /**
   * Cheapest way between two nodes with the multipliers; null if absent below `limit`. `after`: the arc
   * travelled before it.
   */
  way(from: number, to: number, after = NO_ARC, limit = Infinity): number[] | null {
    const { firstArc, arcHead, arcId } = this.#net
    const { weight, multiplier } = this
    const dist = this.#dist
    const via = this.#via
    const heap = this.#heap
    const touched = this.#touched
    const done = this.#done
    heap.clear()
    dist[from] = 0
    via[from] = after
    touched.push(from)
    heap.push(this.#remaining(from, to), from)
    let found = false
    while (heap.size > 0) {
      const key = heap.topKey()
      const node = heap.pop()
      if (key >= limit) break
      const here = dist[node]
      if (done[node] === 1) continue
      done[node] = 1
      this.#count()
      if (node === to && here > 0) {
        found = true
        break
      }
      if (node === START && from !== START) continue
      for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++) {
        const arc = arcId[a]
        const next = here + weight[arc] * multiplier[arc >>> 1]
        const head = arcHead[a]
        if (done[head] === 1 || !(next < dist[head])) continue
        if (this.#forbids(via[node], arc)) continue
        const bound = this.#remaining(head, to)
        if (bound === Infinity) continue
        if (dist[head] === Infinity) touched.push(head)
        dist[head] = next
        via[head] = arc
        heap.push(next + bound, head)
      }
    }
    let arcs: number[] | null = null
    if (found) {
      arcs = []
      for (let node = to; node !== from; node = tailOf(this.#net, via[node])) arcs.push(via[node])
      arcs.reverse()
    }
    for (const node of touched) {
      dist[node] = Infinity
      done[node] = 0
    }
    touched.length = 0
    return arcs
  }

  /** At most the weight of the cheapest way from one node to another, times `greed`; Infinity if absent. */
  #remaining(node: number, to: number): number {
    const { outWeight, backWeight, greed } = this
    if (to === START) return backWeight[node] * greed
    const byBack = backWeight[node] - backWeight[to]
    const byOut = outWeight[to] - outWeight[node]
    const bound = byBack > byOut ? byBack : byOut
    return bound > 0 ? bound * greed : 0 // also if both are NaN
  }

  #forbids(from: number, to: number): boolean {
    return this.#rules !== null && from !== NO_ARC && to !== NO_ARC && this.#rules.forbidsTurn(from, to)
  }

  #count(): void {
    if (++this.settled % POLL_INTERVAL === 0) this.poll()
  }

  /** Throws SearchStopped if the flag is raised. */
  poll(): void {
    stopIfCancelled(this.#cancelled)
  }
}
