// HOT: npm run bench -- large-search
// Every arc of every path is unpacked here: a stack and a list that grow, and nothing else is allocated.
//
// Arcs of the hierarchy -> arcs of the network, in order of travel. The parts of a path are added from its start to its
// end; `take` or `view` gives it.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../storage/typed-list.ts'
import { arcCosts, type CostTable } from '../costs/arc-cost.ts'
import { OWN_EDGE, UNPLACED, type Metric } from './customise.ts'
import { NO_ARC, findArc, type Hierarchy } from './hierarchy.ts'

export class PathUnpacker {
  readonly #graph: RoutingGraph
  readonly #hierarchy: Hierarchy
  /** null after the last path */
  #metric: Metric | null = null
  #costOf!: (arcId: number) => number
  #known: UnpackedArcs | null = null
  // a stack of (upward arc, its tail or the complement of it), and the arcs of the network found so far
  #stack = new Int32Array(1024)
  #depth = 0
  #arcs = new Uint32Array(4096)
  #arcCount = 0

  constructor(graph: RoutingGraph, hierarchy: Hierarchy) {
    this.#graph = graph
    this.#hierarchy = hierarchy
  }

  /**
   * `table` must be the one that `metric` was made from. `known`: what was unpacked under this metric, for many paths
   * that have parts in common.
   */
  begin(metric: Metric, table: CostTable, known: UnpackedArcs | null = null): void {
    if (metric.key !== table.key) throw new RangeError(`metric ${metric.key} was not made from table ${table.key}`)
    this.#metric = metric
    this.#costOf = arcCosts(this.#graph, table)
    this.#known = known
    this.restart()
  }

  /** The next path, under the same costs. */
  restart(): void {
    this.#arcCount = 0
    this.#depth = 0
  }

  /** Ways up are found from their ends: stack them, and `addStacked` adds them from the beginning. */
  stackUp(arc: number, tail: number): void {
    this.#depth = this.#push(this.#depth, arc, tail)
  }

  addStacked(): void {
    while (this.#depth > 0) this.#unpackTop(this.#depth--)
  }

  /** Adds an upward arc travelled down to its tail. */
  addDown(arc: number, tail: number): void {
    this.#unpackTop(this.#push(0, arc, ~tail))
  }

  take(): Uint32Array {
    return this.view().slice()
  }

  /** The same without a copy, until the next path. */
  view(): Uint32Array {
    return this.#arcs.subarray(0, this.#arcCount)
  }

  /** After the last path: the metric may be forgotten now. */
  end(): void {
    this.#metric = null
    this.#known = null
  }

  /** Stacks an upward arc with its tail; the complement of the tail means that it is travelled downwards. */
  #push(depth: number, arc: number, tail: number): number {
    this.#stack[depth * 2] = arc
    this.#stack[depth * 2 + 1] = tail
    if (depth * 2 + 4 >= this.#stack.length) this.#stack = lengthened(this.#stack, this.#stack.length * 2)
    return depth + 1
  }

  /** Unpacks the arc on top of the stack, or adds what it is known to be. */
  #unpackTop(depth: number): void {
    const known = this.#known
    const arc = this.#stack[depth * 2 - 2]
    const key = this.#stack[depth * 2 - 1] < 0 ? ~arc : arc
    const arcs = known?.find(key) ?? null
    if (arcs === null) {
      const from = this.#arcCount
      this.#unpackStack(this.#metric!, this.#costOf, depth, depth - 1)
      known?.keep(key, this.#arcs.subarray(from, this.#arcCount))
      return
    }
    if (this.#arcCount + arcs.length > this.#arcs.length) this.#growArcs(this.#arcCount + arcs.length)
    this.#arcs.set(arcs, this.#arcCount)
    this.#arcCount += arcs.length
  }

  #growArcs(count: number): void {
    this.#arcs = lengthened(this.#arcs, Math.max(count, this.#arcs.length * 2))
  }

  /** Unpacks the arcs of the hierarchy that are stacked above `bottom` into arcs of the network. */
  #unpackStack(metric: Metric, costOf: (arcId: number) => number, depth: number, bottom: number): void {
    const { cchUpStart, cchUpHead, cchDownStart, cchDownTail } = this.#hierarchy.columns
    const { up, down, upVia, downVia } = metric
    let stack = this.#stack
    while (depth > bottom) {
      depth--
      const arc = stack[depth * 2]
      const signedTail = stack[depth * 2 + 1]
      const goesDown = signedTail < 0
      const low = goesDown ? ~signedTail : signedTail
      const high = cchUpHead[arc]
      const ways = goesDown ? downVia : upVia
      let via = ways === null ? UNPLACED : ways[arc]
      if (via === OWN_EDGE || ways === null) {
        const isEdge = goesDown
          ? this.#appendEdge(high, low, down[arc], costOf, ways !== null)
          : this.#appendEdge(low, high, up[arc], costOf, ways !== null)
        if (isEdge) continue
        if (ways !== null) throw new RangeError('the metric does not fit the cost table: no arc costs what it says')
      }
      if (via === UNPLACED) via = this.#findVia(metric, arc, low, high, goesDown)
      const below = cchDownTail[cchDownStart[low] + via]
      const toLow = findArc(cchUpStart, cchUpHead, below, low)
      const toHigh = findArc(cchUpStart, cchUpHead, below, high)
      // the part travelled first, down to the rank below, is on top
      stack[depth * 2] = goesDown ? toLow : toHigh
      stack[depth * 2 + 1] = below
      depth = this.#push(depth + 1, goesDown ? toHigh : toLow, ~below)
      stack = this.#stack
    }
  }

  /**
   * Adds the arc of the network from one rank to another that costs what the hierarchy says; false if absent. If
   * it `isKnown` to be one, its cost is read only where there are parallel ones, and for the first of a path, to detect
   * a metric made from another table.
   */
  #appendEdge(
    fromRank: number,
    toRank: number,
    cost: number,
    costOf: (arcId: number) => number,
    isKnown: boolean,
  ): boolean {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const { cchNode } = this.#hierarchy.columns
    const node = cchNode[fromRank]
    const to = cchNode[toRank]
    const stop = firstArc[node + 1]
    let a = firstArc[node]
    while (a < stop && arcHead[a] !== to) a++
    let isAlone = isKnown && this.#arcCount > 0
    for (let b = a + 1; b < stop; b++) if (arcHead[b] === to) isAlone = false
    if (!isAlone) while (a < stop && (arcHead[a] !== to || costOf(arcId[a]) !== cost)) a++
    if (a >= stop) return false
    if (this.#arcCount === this.#arcs.length) this.#growArcs(this.#arcCount + 1)
    this.#arcs[this.#arcCount++] = arcId[a]
    return true
  }

  /** Searches for the rank below that a way goes through, if its index was too large to store, or ways are not kept. */
  #findVia(metric: Metric, arc: number, low: number, high: number, goesDown: boolean): number {
    const { cchUpStart, cchUpHead, cchDownStart, cchDownTail } = this.#hierarchy.columns
    const { up, down } = metric
    for (let i = cchDownStart[low]; i < cchDownStart[low + 1]; i++) {
      const below = cchDownTail[i]
      const toHigh = findArc(cchUpStart, cchUpHead, below, high)
      if (toHigh === NO_ARC) continue
      const toLow = findArc(cchUpStart, cchUpHead, below, low)
      if (goesDown ? down[toHigh] + up[toLow] === down[arc] : down[toLow] + up[toHigh] === up[arc])
        return i - cchDownStart[low]
    }
    throw new RangeError('the metric does not fit the hierarchy')
  }
}

/** Arcs of the network, 4 MB. */
const MOST_ARCS = 1 << 20

/**
 * The arcs of the network that arcs of the hierarchy stand for under one metric, in order of travel. It keeps a
 * bounded number of them.
 */
export class UnpackedArcs {
  readonly #byArc = new Map<number, Uint32Array>()
  readonly #most: number
  #count = 0

  constructor(most = MOST_ARCS) {
    this.#most = most
  }

  /** `key`: an upward arc, or the complement of one that is travelled downwards. Null if it was not kept. */
  find(key: number): Uint32Array | null {
    return this.#byArc.get(key) ?? null
  }

  keep(key: number, arcs: Uint32Array): void {
    if (this.#count + arcs.length > this.#most) return
    this.#count += arcs.length
    this.#byArc.set(key, arcs.slice())
  }
}
