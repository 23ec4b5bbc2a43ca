// What a search for what can be reached is asked, and what it finds: edges with the measure at their ends.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import type { ReachRequest } from './isochrone-types.ts'

/** Of a whole arc; Infinity where it is unknown. */
export interface ArcMeasure {
  of(arc: number): number
}

/** In millimetres. */
export class ArcLengths implements ArcMeasure {
  readonly #edgeLengthMm: RoutingGraph['columns']['edgeLengthMm']

  constructor({ columns }: RoutingGraph) {
    this.#edgeLengthMm = columns.edgeLengthMm
  }

  of(arc: number): number {
    return this.#edgeLengthMm[arc >>> 1]
  }
}

export interface IsochroneQuery {
  /** what is open */
  table: CostTable
  start: SnapPoint
  /** 0: from the start; 1: towards it */
  back: 0 | 1
  /** searched by */
  measure: ArcMeasure
  /** carried along; null: not requested */
  other: ArcMeasure | null
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
  /** the measure of the whole edge from there, where it is entered */
  whole: Float64Array
  /** the other measure, likewise as `at`; 0 where it is not requested */
  other: Float64Array
  /** an edge's index; -1 for one that was not entered */
  indexOf: Int32Array
  /** an open arc was not used because its measure is unknown */
  metUnknown: boolean
  /** `maxSettled` was reached: there is more */
  isCut: boolean
}

/** A search that has run; valid until the next of the same planner. */
export interface FoundIsochrone {
  request: ReachRequest
  query: IsochroneQuery
  edges: ReachedEdges
  /** seconds or millimetres of each contour */
  limits: number[]
}
