// Input and answer of a route analysis (`route-analysis/1`; decision: layouts). Every figure is in metres along
// the supplied line; a gap between parts has no length. Null: not known or not for this profile, with an unknown that
// says why.

import type { CourseFormat } from '../../course/course.ts'
import type { ElevationChoice, GroundAlong } from '../../course/course-heights.ts'
import type { CourseElevation } from '../../course/elevation-profile.ts'
import type { LineTimes } from '../../course/moving-time.ts'
import type { Walker } from '../../course/pace-models.ts'
import type { SurfaceSource } from '../../osm/edge-facts.ts'
import type { Unknown, Warning } from '../../unknowns.ts'
import type { Profile } from '../costs/request-types.ts'
import type { Engine } from '../costs/route-types.ts'
import type { Difficulty, Hazard, Surfaces, Ways } from '../costs/way-types.ts'
import type { UnmatchedPart } from './trace-types.ts'
import type { SurfaceKind } from '../../travel/surfaces.ts'

/** The request to a thread: the line as columns, and the terrain along it. */
export interface AnalyseJob {
  profile: Profile
  /** the walker's own pace; absent or null: a typical person's */
  walker?: Walker | null | undefined
  format: CourseFormat
  lengthM: number
  lon: Float64Array
  lat: Float64Array
  /** since the epoch; NaN: none */
  timeMs: Float64Array
  /** as recorded; NaN: none */
  heightM: Float64Array
  partStart: Int32Array
  /** which heights count */
  elevation: ElevationChoice
  /** null if there is no terrain */
  ground: GroundAlong | null
  /** whether the answer has `groundM` */
  wantsGround?: boolean
}

/** One way followed, in one piece. */
export interface WayMatch {
  fromM: number
  toM: number
  fromIndex: number
  toIndex: number
  wayId: number
  highway: string
  name: string | null
  surface: SurfaceKind
  surfaceSource: SurfaceSource | null
  /** 1..6 as tagged; null: untagged, so unknown, not easy */
  sacScale: number | null
  /** metres of network followed */
  networkM: number
}

export interface AnalysedWays extends Ways {
  /** metres on no way of the network; not included in any kind */
  unmatchedM: number
}

export interface RouteAnalysis extends LineTimes {
  schema: 'route-analysis/1'
  engine: Engine
  profile: Profile
  input: { format: CourseFormat; parts: number; points: number; lengthM: number }
  match: {
    status: 'matched' | 'partial' | 'unmatched'
    /** 0..1 of the supplied line */
    coverage: number
    traceLengthM: number
    matchedLengthM: number
    networkLengthM: number
    segments: WayMatch[]
    unmatched: UnmatchedPart[]
  }
  surfaces: Surfaces | null
  ways: AnalysedWays | null
  difficulty: Difficulty | null
  hazards: Hazard[]
  elevation: CourseElevation | null
  warnings: Warning[]
  unknowns: Unknown[]
  /** where the job wants it: heights at the samples of its terrain, on bridges and in tunnels those of the network */
  groundM?: (number | null)[]
}
