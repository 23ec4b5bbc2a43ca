// HOT: npm run bench -- planner
// It settles every junction within reach, so labels are rows of typed arrays that are kept from search to search.
//
// What can be reached from a point, or from where a point can be reached, within a limit of seconds or metres: Dijkstra
// (1959) to all junctions, over the arcs that the setting opens. Where turn restrictions bind, a label is the last arc
// with the state of the restriction automaton, as in restricted-search.ts, without turning round except at dead ends.
// Besides the measure that is searched by, the other one is carried along the same paths. One instance per thread.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { MinHeap } from '../search/min-heap.ts'
import { RestrictionAutomaton } from '../search/restriction-automaton.ts'
import { POLL_INTERVAL, stopIfCancelled } from '../search/search-types.ts'
import type { ReachRequest } from './reach-types.ts'

/** A whole arc in the two measures; Infinity where it is unknown. */
export type ArcMeasure = (arc: number) => number

export interface ReachQuery {
  /** what is open */
  table: CostTable
  start: SnapPoint
  /** 0: from the start; 1: towards it */
  back: 0 | 1
  /** searched by, and carried along */
  measure: ArcMeasure
  other: ArcMeasure
  limit: number
  /** turn restrictions bind */
  restricted: boolean
  /** most labels that are settled */
  maxSettled: number
  cancelled?: Int32Array | undefined
}

/** Edges that were entered from one of their ends, in the order in which they were. */
export interface ReachedEdges {
  count: number
  edge: Int32Array
  /**
   * the measure at an end when the edge is entered there: index * 2 for edgeFrom, index * 2 + 1 for edgeTo; Infinity:
   * not entered there
   */
  at: Float64Array
  /** the other measure, likewise */
  other: Float64Array
  /** an edge's index; -1 for one that was not entered */
  indexOf: Int32Array
  /** an open arc was not used because its measure is unknown */
  metUnknown: boolean
  /** `maxSettled` was reached: there is more */
  isCut: boolean
}

/** A search that has run; valid until the next of the same planner. */
export interface FoundReach {
  request: ReachRequest
  query: ReachQuery
  edges: ReachedEdges
  /** seconds or millimetres of each contour */
  limits: number[]
}

const FIRST_ROWS = 4096

export class ReachSearch {
  readonly #graph: RoutingGraph
  readonly #heap = new MinHeap()
  /** by place (a junction, or an arc or a state): its label, -1 for none; made for the first search that needs it */
  #labelOfNode: Int32Array | null = null
  #labelOfTurn: Int32Array | null = null
  // labels
  #labels = 0
  #place = new Int32Array(FIRST_ROWS)
  #node = new Int32Array(FIRST_ROWS)
  #dist = new Float64Array(FIRST_ROWS)
  #along = new Float64Array(FIRST_ROWS)
  #settled = new Uint8Array(FIRST_ROWS)
  readonly #edges: ReachedEdges

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#edges = {
      count: 0,
      edge: new Int32Array(FIRST_ROWS),
      at: new Float64Array(FIRST_ROWS * 2),
      other: new Float64Array(FIRST_ROWS * 2),
      indexOf: new Int32Array(graph.edgeCount).fill(-1),
      metUnknown: false,
      isCut: false,
    }
  }

  /** Valid until the next search. Throws SearchStopped when the flag is raised. */
  find(query: ReachQuery): ReachedEdges {
    const automaton = query.restricted ? RestrictionAutomaton.of(this.#graph, query.back === 1) : null
    const edges = this.#edges
    for (let i = 0; i < edges.count; i++) edges.indexOf[edges.edge[i]] = -1
    edges.count = 0
    edges.metUnknown = edges.isCut = false
    const labelOf = automaton === null ? this.#byNode() : this.#byTurn(automaton)
    try {
      this.#seed(query, labelOf, automaton)
      this.#settle(query, labelOf, automaton)
    } finally {
      for (let i = 0; i < this.#labels; i++) labelOf[this.#place[i]] = -1
      this.#labels = 0
      this.#heap.clear()
    }
    return edges
  }

  #byNode(): Int32Array {
    return (this.#labelOfNode ??= new Int32Array(this.#graph.nodeCount).fill(-1))
  }

  /** Arcs, then states, then junctions that are reached by no arc. */
  #byTurn({ stateCount }: RestrictionAutomaton): Int32Array {
    const { edgeCount, nodeCount } = this.#graph
    return (this.#labelOfTurn ??= new Int32Array(edgeCount * 2 + stateCount + nodeCount).fill(-1))
  }

  #placeOf(automaton: RestrictionAutomaton | null, node: number, arc: number, state: number): number {
    if (automaton === null) return node
    const arcCount = this.#graph.edgeCount * 2
    return state > 0 ? arcCount + state : arc >= 0 ? arc : arcCount + automaton.stateCount + node
  }

  #seed(query: ReachQuery, labelOf: Int32Array, automaton: RestrictionAutomaton | null): void {
    const { start, back, limit } = query
    const { edgeFrom, edgeTo, edgeLengthMm } = this.#graph.columns
    const { edge, atMm } = start
    const lengthMm = edgeLengthMm[edge]
    const add = (node: number, arc: number, dist: number, along: number) => {
      if (dist > limit) return
      const state = arc < 0 || automaton === null ? 0 : automaton.next(0, arc)
      this.#label(labelOf, this.#placeOf(automaton, node, arc, state), node, dist, along)
    }
    if (atMm <= 0) return add(edgeFrom[edge], -1, 0, 0)
    if (atMm >= lengthMm) return add(edgeTo[edge], -1, 0, 0)
    for (const side of [0, 1]) {
      const arc = edge * 2 + (side ^ back)
      if (this.#isClosed(query, arc)) continue
      const share = (side === 0 ? lengthMm - atMm : atMm) / lengthMm
      add(side === 0 ? edgeTo[edge] : edgeFrom[edge], arc, query.measure(arc) * share, query.other(arc) * share)
    }
  }

  #isClosed({ table }: ReachQuery, arc: number): boolean {
    const edge = arc >>> 1
    return (
      table.factor[this.#graph.columns.edgeClass[edge] * 2 + (arc & 1)] === Infinity || table.isClosed?.(edge) === true
    )
  }

  #settle(query: ReachQuery, labelOf: Int32Array, automaton: RestrictionAutomaton | null): void {
    const { back, measure, other, limit, maxSettled, cancelled } = query
    const { factor } = query.table
    const isAvoided = query.table.isClosed ?? null
    const { firstArc, arcHead, arcId, edgeClass } = this.#graph.columns
    const heap = this.#heap
    const edges = this.#edges
    const arcCount = this.#graph.edgeCount * 2
    let settledCount = 0
    while (heap.size > 0) {
      const label = heap.pop()
      if (this.#settled[label] === 1) continue
      if (settledCount % POLL_INTERVAL === 0) stopIfCancelled(cancelled)
      if (settledCount++ >= maxSettled) {
        edges.isCut = true
        return
      }
      this.#settled[label] = 1
      const node = this.#node[label]
      const dist = this.#dist[label]
      const along = this.#along[label]
      let state = 0
      let cameBy = -1
      if (automaton !== null) {
        const place = this.#place[label]
        if (place < arcCount) cameBy = place
        else if (place < arcCount + automaton.stateCount) {
          state = place - arcCount
          cameBy = automaton.lastArc[state]
        }
      }
      const turnsRound = cameBy < 0 || this.#isDeadEnd(query, node, cameBy ^ 1 ^ back)
      for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++) {
        const arc = arcId[a] ^ back
        if (factor[edgeClass[arc >>> 1] * 2 + (arc & 1)] === Infinity) continue
        if (isAvoided?.(arc >>> 1)) continue
        if (!turnsRound && arc === (cameBy ^ 1)) continue
        const after = automaton === null || (state === 0 && !automaton.begins(arc)) ? 0 : automaton.next(state, arc)
        if (after !== 0 && automaton!.isBroken(after)) continue
        const step = measure(arc)
        if (step === Infinity) {
          edges.metUnknown = true
          continue
        }
        this.#enter(arc >>> 1, arcId[a] & 1, dist, along)
        if (dist + step > limit) continue
        const head = arcHead[a]
        const place = automaton === null ? head : after > 0 ? arcCount + after : arc
        // a label in state 0 may take every turn that this one may
        if (after > 0 && labelOf[arc] >= 0 && this.#dist[labelOf[arc]] <= dist + step) continue
        this.#label(labelOf, place, head, dist + step, along + other(arc))
      }
    }
  }

  /** Whether no arc but one leads away from a junction. */
  #isDeadEnd(query: ReachQuery, node: number, exceptArc: number): boolean {
    const { firstArc, arcId } = this.#graph.columns
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++)
      if (arcId[a] !== exceptArc && !this.#isClosed(query, arcId[a])) return false
    return true
  }

  #enter(edge: number, side: number, dist: number, along: number): void {
    const edges = this.#edges
    let index = edges.indexOf[edge]
    if (index < 0) {
      index = edges.count++
      if (index === edges.edge.length) {
        edges.edge = grown(edges.edge, new Int32Array(index * 2))
        edges.at = grown(edges.at, new Float64Array(index * 4))
        edges.other = grown(edges.other, new Float64Array(index * 4))
      }
      edges.indexOf[edge] = index
      edges.edge[index] = edge
      edges.at[index * 2] = edges.at[index * 2 + 1] = Infinity
    }
    const slot = index * 2 + side
    if (dist >= edges.at[slot]) return
    edges.at[slot] = dist
    edges.other[slot] = along
  }

  #label(labelOf: Int32Array, place: number, node: number, dist: number, along: number): void {
    let label = labelOf[place]
    if (label < 0) {
      label = this.#labels++
      if (label === this.#place.length) this.#grow(label * 2)
      labelOf[place] = label
      this.#place[label] = place
      this.#node[label] = node
      this.#settled[label] = 0
    } else if (dist >= this.#dist[label]) return
    this.#dist[label] = dist
    this.#along[label] = along
    this.#heap.push(dist, label)
  }

  #grow(rows: number): void {
    this.#place = grown(this.#place, new Int32Array(rows))
    this.#node = grown(this.#node, new Int32Array(rows))
    this.#dist = grown(this.#dist, new Float64Array(rows))
    this.#along = grown(this.#along, new Float64Array(rows))
    this.#settled = grown(this.#settled, new Uint8Array(rows))
  }
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(rows: T, larger: T): T {
  larger.set(rows as never)
  return larger
}
