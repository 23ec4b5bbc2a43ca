// The route as every layer sees it: input and answer of `route/1` with the layouts of decision D13. camelCase here and
// in GraphQL; REST writes the mechanical snake_case. Metres along the line everywhere, counted from the start of the
// whole route. `null` means missing and is never replaced by zero.

import type { MovingTime } from '../../course/moving-time.ts'
import type { Walker } from '../../course/walker-pace.ts'
import type { ErrorCode } from '../../errors.ts'
import type { HazardKind, SurfaceKind, SurfaceSource } from '../../osm/edge-facts.ts'
import type { Avoid } from '../../travel/avoid.ts'
import type { AppliedSettings, AskedSettings, SettingValue } from '../../travel/settings.ts'
import type { Unknown, Warning } from '../../unknowns.ts'

export type { MovingTime } from '../../course/moving-time.ts'

export type { Profile } from '../../travel/settings.ts'
export type MarkedTrails = SettingValue<'markedTrails'>
export type BicycleType = SettingValue<'bicycleType'>
export type Position = [lon: number, lat: number]

/** A signed route in the place of a waypoint. */
export interface TrailToFollow {
  /** its number among the waypoints; `waypoints` has the start of its line there */
  waypoint: number
  relationId: number
  /** as messages call it */
  name: string
  /** its line in walking order: lon and lat in turn, micro-degrees */
  parts: Int32Array[]
  /** the part of it to follow; absent: from its start, to its end */
  from?: Position | undefined
  to?: Position | undefined
  /** absent: forward, and between `from` and `to` the shorter */
  direction?: TrailDirection | undefined
}

export const TRAIL_DIRECTIONS = ['forward', 'backward', 'shorter'] as const
export type TrailDirection = (typeof TRAIL_DIRECTIONS)[number]

/** The request; absent fields take their defaults and are listed in `settingsDefaulted`. */
export interface PlanRouteInput extends AskedSettings<'route' | 'trip'> {
  waypoints: Position[]
  /** signed routes to follow, ascending by waypoint; absent: none */
  trails?: TrailToFollow[] | undefined
  /** of the waypoints, null where one has none; absent: none has */
  names?: (string | null)[] | undefined
  /** the walker's own pace; absent: a typical person's */
  walker?: Walker | undefined
  /** areas, ways and kinds of way that are not used; absent: none */
  avoid?: Avoid | undefined
  /** when the start is left: a time with offset, or a date (src/travel/at.ts); absent: dates are not regarded */
  at?: string | undefined
  /** other good routes wanted beside the best, 0 to 3; absent: 0, and the answer does not speak of them */
  alternatives?: number | undefined
  /** legs may be as long as GraphQL allows; absent: as long as REST does */
  longLegs?: boolean | undefined
}

/** Every setting as applied (docs/decisions.md, D13). Absent if the profile does not accept it. */
export type RouteSettings = AppliedSettings<'route'> & AskedSettings<'trip'>

export interface Engine {
  name: 'waypost'
  version: string
  networkRelease: string
  terrainRelease: string | null
}

export interface Surfaces {
  pavedM: number
  gravelM: number
  trailM: number
  unknownM: number
  mappedM: number
  assumedM: number
  /** `source` is null on a straight leg, about which nothing is claimed */
  stretches: { fromM: number; toM: number; surface: SurfaceKind; tag: string | null; source: SurfaceSource | null }[]
}

export interface Ways {
  roadM: number
  streetM: number
  trackM: number
  pathM: number
  footwayM: number
  stepsM: number
  cyclewayM: number
  ferryM: number
  straightM: number
  otherM: number
  signedM: number
  /** metres over which a bicycle is pushed or carried, on any kind of way */
  pushedM: number
  /** `highway` is the map's value, or `ferry`, or `straight_leg`, whose `wayId` is null */
  stretches: {
    fromM: number
    toM: number
    wayId: number | null
    highway: string
    name: string | null
    ref: string | null
    trails: number[]
  }[]
}

export interface GradedStretch {
  fromM: number
  toM: number
  /** `T1`..`T6`, `via_ferrata`, `S0`..`S6`; null: an untagged path, whose grade is unknown */
  grade: string | null
}

export interface HardestStretch {
  grade: string
  fromM: number
  toM: number
}

/** On foot. No figure includes ferries or straight legs; no stretch includes roads. */
export interface FootDifficulty {
  T1M: number
  T2M: number
  T3M: number
  T4M: number
  T5M: number
  T6M: number
  viaFerrataM: number
  untaggedPathM: number
  roadM: number
  hardest: HardestStretch | null
  stretches: GradedStretch[]
}

/** By bicycle (`mtb:scale`). */
export interface BikeDifficulty {
  S0M: number
  S1M: number
  S2M: number
  S3M: number
  S4M: number
  S5M: number
  S6M: number
  /** paths without a grade */
  untaggedM: number
  hardest: HardestStretch | null
  stretches: GradedStretch[]
}

export type Difficulty = FootDifficulty | BikeDifficulty

export interface Hazard {
  kind: HazardKind
  fromM: number
  toM: number
  lengthM: number
  wayId: number | null
}

/** Where a followed trail is left, because it has no way that is open. */
export interface TrailGap {
  /** along the route, metres: what is travelled instead */
  fromM: number
  toM: number
  /** metres of the trail that are left out there */
  leftOutM: number
  /**
   * `missing`: the map or the network has no way there; `closed`: there is one, but not for this request;
   * `unreachable`: no open way leads there
   */
  reason: 'missing' | 'closed' | 'unreachable'
}

/** The signed route that a leg follows. */
export interface FollowedTrail {
  relationId: number
  direction: 'forward' | 'backward'
  /** metres of the leg on ways of the trail */
  onTrailM: number
  /** metres of the trail, or of the part that was asked for, that are left out */
  leftOutM: number
  gaps: TrailGap[]
}

export interface Leg {
  leg: number
  distanceM: number
  ascentM: number | null
  descentM: number | null
  fromSnapM: number
  toSnapM: number
  /** absent: the leg follows no trail */
  trail?: FollowedTrail
}

export interface Snap {
  waypoint: number
  distanceM: number
  location: Position
  wayId: number | null
  /** of the place or the trail that the waypoint is; absent: it is a point, or nameless */
  name?: string
}

export interface Maneuver {
  instruction: string
  /** our own terms, e.g. `start`, `turn_left`, `keep_right`, `continue`, `ferry`, `steps`, `arrive` */
  type: string
  location: Position
  /** metres from this maneuver to the next */
  distanceM: number
}

export interface CapAlternative {
  maxSac: number
  distanceM: number
  ascentM: number | null
  minutes: number | null
  savesM: number
}

export interface WaypointRoute {
  schema: 'route/1'
  engine: Engine
  status: 'complete' | 'best_effort'
  settings: RouteSettings
  settingsDefaulted: string[]
  distanceM: number
  ascentM: number | null
  descentM: number | null
  ascentMethod: string
  time: MovingTime | null
  surfaces: Surfaces
  ways: Ways
  difficulty: Difficulty | null
  hazards: Hazard[]
  warnings: Warning[]
  unknowns: Unknown[]
  geometry: { type: 'LineString'; coordinates: [lon: number, lat: number, heightM: number | null][] }
  legs: Leg[]
  snaps: Snap[]
  maneuvers: Maneuver[]
  capAlternative: CapAlternative | null
  /** other good routes, in the order of their merit; absent where none were asked for */
  alternatives?: AlternativeRoute[]
  /** why there are fewer than asked for; null where there are not; absent where none were asked for */
  alternativesReason?: string | null
  /** what was closed on the cheapest way; only where a date was given (`at`) */
  because?: DatedClosure[]
}

/** A way that was closed on arrival. Local times as `at` was written; null: for more than a year. */
export interface DatedClosure {
  wayId: number
  /** as mapped: `access:conditional=no @ (Nov-Apr)` */
  tag: string
  from: string | null
  to: string | null
}

/** How a route differs from the best one: its own figure less the best's; null where one of the two is not known. */
export interface RouteDifference {
  distanceM: number
  ascentM: number | null
  movingS: number | null
  /** grades of the hardest stretch: 1 if this one's is T4 and the best's T3; null by bicycle */
  hardestSac: number | null
  pavedM: number
  /** share of its cost on ways of the best route, 0 to 1 */
  sharedShare: number
  /** what it costs and what it gives, in a sentence */
  because: string
}

/** Another good route. Its `capAlternative` is null: that is said of the best one only. */
export interface AlternativeRoute extends Omit<WaypointRoute, 'alternatives' | 'alternativesReason'> {
  differs: RouteDifference
}

/** A failure as plain data, so that it can be passed between threads. */
export interface Failure {
  code: ErrorCode
  message: string
  inputPath?: string
  retryAfterS?: number
}
