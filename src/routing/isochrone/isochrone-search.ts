// HOT: npm run bench -- planner
// It settles every junction within reach, so labels are rows of typed arrays that are kept from search to search.
//
// What can be reached from a point, or from where a point can be reached, within a limit of seconds or metres: Dijkstra
// (1959) to all junctions, over the arcs that the setting opens. Where turn restrictions bind, one does not turn round
// except at dead ends, so a junction has two labels: the first arrival goes on by all arcs but the one back, and the
// first by another arc goes on by that one; no later arrival adds to these. Within a restriction, labels are the states
// of its automaton (restriction-automaton.ts). Besides the measure that is searched by, the other one is carried along
// the same paths. One instance per thread.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../storage/typed-list.ts'
import { type CostTable, type ClosedEdges, isPartClosed } from '../costs/arc-cost.ts'
import { MinHeap } from '../search/min-heap.ts'
import { RestrictionAutomaton } from '../search/restriction-automaton.ts'
import { POLL_INTERVAL, stopIfCancelled } from '../search/search-types.ts'
import type { IsochroneQuery, ReachedEdges } from './isochrone-query.ts'

const FIRST_ROWS = 4096

/** The arcs that a search may take. */
class OpenArcs {
  readonly #edgeClass: RoutingGraph['columns']['edgeClass']
  readonly #factor: Float64Array
  readonly #isClosed: ClosedEdges | null

  constructor({ columns }: RoutingGraph, { factor, isClosed }: CostTable) {
    this.#edgeClass = columns.edgeClass
    this.#factor = factor
    this.#isClosed = isClosed ?? null
  }

  /** Whether it may be taken between two places, in millimetres from edgeFrom. */
  hasPart(arc: number, aMm: number, bMm: number): boolean {
    const edge = arc >>> 1
    const isOpen = this.#factor[this.#edgeClass[edge] * 2 + (arc & 1)] !== Infinity
    return isOpen && (this.#isClosed === null || !isPartClosed(this.#isClosed, edge, aMm, bMm))
  }

  /** Whether it may be taken as a whole. */
  has(arc: number): boolean {
    const edge = arc >>> 1
    return this.#factor[this.#edgeClass[edge] * 2 + (arc & 1)] !== Infinity && this.#isClosed?.(edge) !== true
  }
}

export class IsochroneSearch {
  readonly #graph: RoutingGraph
  readonly #heap = new MinHeap()
  /**
   * label by place, -1 for none: first arrivals by junction and, where turns are restricted, second ones, then states
   */
  #labelOf: Int32Array
  // labels
  #labels = 0
  #place = new Int32Array(FIRST_ROWS)
  #node = new Int32Array(FIRST_ROWS)
  /** the last arc; -1: none */
  #arc = new Int32Array(FIRST_ROWS)
  #dist = new Float64Array(FIRST_ROWS)
  #along = new Float64Array(FIRST_ROWS)
  #settled = new Uint8Array(FIRST_ROWS)
  /** junctions, each counted once */
  #settledCount = 0
  readonly #edges: ReachedEdges
  /** of the search that runs */
  #open!: OpenArcs

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#labelOf = new Int32Array(graph.nodeCount).fill(-1)
    this.#edges = {
      count: 0,
      edge: new Int32Array(FIRST_ROWS),
      at: new Float64Array(FIRST_ROWS * 2),
      whole: new Float64Array(FIRST_ROWS * 2),
      other: new Float64Array(FIRST_ROWS * 2),
      indexOf: new Int32Array(graph.edgeCount).fill(-1),
      metUnknown: false,
      isCut: false,
    }
  }

  /** Valid until the next search. Throws SearchStopped when the flag is raised. */
  find(query: IsochroneQuery): ReachedEdges {
    const automaton = query.restricted ? RestrictionAutomaton.of(this.#graph, query.back === 1) : null
    this.#clear()
    if (automaton !== null) this.#makeRoom(automaton)
    this.#open = new OpenArcs(this.#graph, query.table)
    this.#seed(query, automaton)
    while (this.#heap.size > 0 && !this.#edges.isCut) {
      stopIfCancelled(query.cancelled)
      this.#settle(query, automaton)
    }
    return this.#edges
  }

  /** Forgets the last search. */
  #clear(): void {
    const edges = this.#edges
    for (let i = 0; i < edges.count; i++) edges.indexOf[edges.edge[i]] = -1
    edges.count = 0
    edges.metUnknown = edges.isCut = false
    for (let i = 0; i < this.#labels; i++) this.#labelOf[this.#place[i]] = -1
    this.#labels = 0
    this.#settledCount = 0
    this.#heap.clear()
  }

  #makeRoom({ stateCount }: RestrictionAutomaton): void {
    const places = this.#graph.nodeCount * 2 + stateCount
    if (this.#labelOf.length < places) this.#labelOf = new Int32Array(places).fill(-1)
  }

  #seed(query: IsochroneQuery, automaton: RestrictionAutomaton | null): void {
    const { start, back, limit } = query
    const { edgeFrom, edgeTo, edgeLengthMm } = this.#graph.columns
    const { edge, atMm } = start
    const lengthMm = edgeLengthMm[edge]
    if (atMm <= 0) return this.#arrive(false, 0, edgeFrom[edge], -1, 0, 0)
    if (atMm >= lengthMm) return this.#arrive(false, 0, edgeTo[edge], -1, 0, 0)
    for (const side of [0, 1]) {
      const arc = edge * 2 + (side ^ back)
      if (!this.#open.hasPart(arc, atMm, side === 0 ? lengthMm : 0)) continue
      const share = (side === 0 ? lengthMm - atMm : atMm) / lengthMm
      const dist = query.measure.of(arc) * share
      if (dist > limit) continue
      const state = automaton === null ? 0 : automaton.next(0, arc)
      const node = side === 0 ? edgeTo[edge] : edgeFrom[edge]
      this.#arrive(automaton !== null, state, node, arc, dist, (query.other?.of(arc) ?? 0) * share)
    }
  }

  /** Settles up to POLL_INTERVAL labels. */
  #settle(query: IsochroneQuery, automaton: RestrictionAutomaton | null): void {
    const { nodeCount } = this.#graph
    for (let i = 0; i < POLL_INTERVAL && this.#heap.size > 0; i++) {
      const label = this.#heap.pop()
      if (this.#settled[label] === 1) continue
      this.#settled[label] = 1
      const place = this.#place[label]
      const isSecond = automaton !== null && place >= nodeCount && place < 2 * nodeCount
      if (!isSecond && this.#settledCount++ >= query.maxSettled) {
        this.#edges.isCut = true
        return
      }
      this.#goOn(query, automaton, label, isSecond)
    }
  }

  /** Goes on along the arcs that lead away from a settled label. */
  #goOn(query: IsochroneQuery, automaton: RestrictionAutomaton | null, label: number, isSecond: boolean): void {
    const { back, measure, other, limit } = query
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const { nodeCount } = this.#graph
    const place = this.#place[label]
    const node = this.#node[label]
    const dist = this.#dist[label]
    const along = this.#along[label]
    const state = place < 2 * nodeCount ? 0 : place - 2 * nodeCount
    const cameBy = automaton === null ? -1 : this.#arc[isSecond ? this.#labelOf[node] : label]
    const wayBack = cameBy < 0 ? -1 : cameBy ^ 1
    for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++) {
      const arc = arcId[a] ^ back
      if (arc === wayBack ? !isSecond && !this.#isDeadEnd(node, arcId[a]) : isSecond) continue
      const mayPass = this.#open.has(arc)
      // of an edge that is closed in part, what lies before that part is reached
      const entryMm = (arcId[a] & 1) === 0 ? 0 : this.#graph.columns.edgeLengthMm[arc >>> 1]
      if (!mayPass && !this.#open.hasPart(arc, entryMm, entryMm)) continue
      const after = automaton === null || (state === 0 && !automaton.begins(arc)) ? 0 : automaton.next(state, arc)
      if (after !== 0 && automaton!.isBroken(after)) continue
      const step = measure.of(arc)
      if (step === Infinity) {
        this.#edges.metUnknown = true
        continue
      }
      this.#enter(arc >>> 1, arcId[a] & 1, dist, step, along)
      if (!mayPass || dist + step > limit) continue
      this.#arrive(automaton !== null, after, arcHead[a], arc, dist + step, other === null ? 0 : along + other.of(arc))
    }
  }

  /** Whether no arc but one leads away from a junction. */
  #isDeadEnd(node: number, exceptArc: number): boolean {
    const { firstArc, arcId } = this.#graph.columns
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++)
      if (arcId[a] !== exceptArc && this.#open.has(arcId[a])) return false
    return true
  }

  #enter(edge: number, side: number, dist: number, whole: number, along: number): void {
    const edges = this.#edges
    let index = edges.indexOf[edge]
    if (index < 0) {
      index = edges.count++
      if (index === edges.edge.length) {
        edges.edge = lengthened(edges.edge, index * 2)
        edges.at = lengthened(edges.at, index * 4)
        edges.whole = lengthened(edges.whole, index * 4)
        edges.other = lengthened(edges.other, index * 4)
      }
      edges.indexOf[edge] = index
      edges.edge[index] = edge
      edges.at[index * 2] = edges.at[index * 2 + 1] = Infinity
    }
    const slot = index * 2 + side
    if (dist >= edges.at[slot]) return
    edges.at[slot] = dist
    edges.whole[slot] = whole
    edges.other[slot] = along
  }

  /** `state`: after the arc; 0: within no restriction. */
  #arrive(isTurning: boolean, state: number, node: number, arc: number, dist: number, along: number): void {
    const { nodeCount } = this.#graph
    const first = this.#labelOf[node]
    if (!isTurning || first < 0 || this.#arc[first] === arc || this.#arc[first] < 0) {
      if (state === 0) return this.#label(node, node, arc, dist, along)
      // an arrival by the same arc in state 0 may take every turn that this one may
      if (first >= 0 && this.#dist[first] <= dist) return
      return this.#label(2 * nodeCount + state, node, arc, dist, along)
    }
    const second = this.#labelOf[nodeCount + node]
    if (state !== 0) {
      if (second < 0 || dist < this.#dist[second]) this.#label(2 * nodeCount + state, node, arc, dist, along)
    } else if (dist >= this.#dist[first]) this.#label(nodeCount + node, node, arc, dist, along)
    else {
      // the two labels are of different arcs; what was the first is no worse than what was the second
      if (second >= 0) this.#dist[second] = Infinity
      this.#label(nodeCount + node, node, this.#arc[first], this.#dist[first], this.#along[first])
      this.#label(node, node, arc, dist, along)
    }
  }

  /** Of a place, if it is the best there. */
  #label(place: number, node: number, arc: number, dist: number, along: number): void {
    let label = this.#labelOf[place]
    if (label < 0) {
      label = this.#labels++
      if (label === this.#place.length) this.#grow(label * 2)
      this.#labelOf[place] = label
      this.#place[label] = place
      this.#node[label] = node
      this.#settled[label] = 0
    } else if (dist >= this.#dist[label]) return
    this.#arc[label] = arc
    this.#dist[label] = dist
    this.#along[label] = along
    this.#heap.push(dist, label)
  }

  #grow(rows: number): void {
    this.#place = lengthened(this.#place, rows)
    this.#node = lengthened(this.#node, rows)
    this.#arc = lengthened(this.#arc, rows)
    this.#dist = lengthened(this.#dist, rows)
    this.#along = lengthened(this.#along, rows)
    this.#settled = lengthened(this.#settled, rows)
  }
}
