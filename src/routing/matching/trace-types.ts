// The answer of map matching (decision: matching). Keys are Valhalla's, in camelCase here and snake_case on the
// wire; lengths of edges are kilometres, everything else metres. A missing value is null if the key is our own, and
// left out if Valhalla leaves it out.

import type { MatchSettings, UnmatchedReason } from './match-types.ts'
import type { SurfaceSource } from '../../osm/edge-facts.ts'

/** The request to a thread; columns, one entry per point. */
export interface MatchJob extends MatchSettings {
  lon: Float64Array
  lat: Float64Array
  /** since the epoch or any other moment; NaN: none */
  timeMs: Float64Array
  filters: TraceFilters | null
}

export interface TraceFilters {
  /** as Valhalla names them, e.g. `edge.way_id`, `matched.point`, `shape` */
  attributes: string[]
  action: 'include' | 'exclude'
}

export interface TraceEdge {
  wayId: number
  names?: string[]
  /** travelled part, kilometres */
  length: number
  /** Valhalla's word; null: unknown */
  surface: string | null
  surfaceSource: SurfaceSource | null
  use: string
  /** 1..6 as tagged; null: untagged, so unknown, not easy */
  sacScale: number | null
  roadClass: string
  beginHeading: number
  endHeading: number
  beginShapeIndex: number
  endShapeIndex: number
  /** share of the whole edge in the direction of travel, if its beginning or end is not travelled */
  sourcePercentAlong?: number
  targetPercentAlong?: number
  /** riding is not allowed here, but the bicycle may be pushed; left out where it is ridden, and on foot */
  push?: true
  meanElevation?: number
  weightedGrade?: number
}

export interface TracePoint {
  lat: number
  lon: number
  type: 'matched' | 'interpolated' | 'unmatched'
  edgeIndex: number | null
  /** 0..1 of the whole edge in the direction of travel */
  distanceAlongEdge: number | null
  distanceFromTracePoint: number | null
  beginRouteDiscontinuity?: true
  endRouteDiscontinuity?: true
}

export interface UnmatchedPart {
  fromIndex: number
  toIndex: number
  fromM: number
  toM: number
  reason: UnmatchedReason
}

export interface TraceAnswer {
  edges: TraceEdge[]
  matchedPoints: TracePoint[]
  /** polyline6 of all segments, one after another */
  shape: string
  segments: { shape: string; fromIndex: number; toIndex: number }[]
  unmatched: UnmatchedPart[]
  lengths: { traceM: number; matchedM: number; networkM: number }
  units: 'kilometers'
  tileRelease: string
}

/**
 * The answer on the wire: `filters` leave out members of edges and points, and whole lists of them; unmatched stretches
 * and lengths always stay.
 */
export type FilteredTrace = Omit<TraceAnswer, 'edges' | 'matchedPoints' | 'shape'> & {
  edges?: Partial<TraceEdge>[]
  matchedPoints?: Partial<TracePoint>[]
  shape?: string
}
