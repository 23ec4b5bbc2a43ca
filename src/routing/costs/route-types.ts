// The answer `route/1` as every layer sees it, with the layouts of decision `layouts`. camelCase here and in GraphQL;
// REST writes the mechanical snake_case. Metres along the line everywhere, counted from the start of the whole route.
// `null` means missing and is never replaced by zero.

import type { Sentence } from '../../language/sentence.ts'
import type { WayKind } from '../../osm/edge-facts.ts'
import type { LineTimes } from '../../course/moving-time.ts'
import type { TakenBy, WireSettingName } from '../../travel/settings.ts'
import type { Unknown, Warning } from '../../unknowns.ts'
import type { Position, RouteSettings } from './request-types.ts'
import type { Difficulty, Hazard, Surfaces, Ways } from './way-types.ts'

export interface Engine {
  name: 'waypost'
  version: string
  networkRelease: string
  terrainRelease: string | null
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
   * `unreachable`: no open way leads there; `turn`: a turn restriction forbids going on along it
   */
  reason: 'missing' | 'closed' | 'unreachable' | 'turn'
}

/** The signed route that a leg follows. */
export interface FollowedTrail {
  relationId: number
  direction: 'forward' | 'backward'
  /** metres of the leg on ways of the trail */
  onTrailM: number
  /** metres of the trail, or of the part that was requested, that are left out */
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
  /** of the place or the trail that the waypoint is, or after what is near it; absent: it has none */
  name?: string | Sentence
}

/** A turn where ways meet. */
export type Turn =
  | 'continue'
  | 'slight_right'
  | 'turn_right'
  | 'sharp_right'
  | 'u_turn'
  | 'sharp_left'
  | 'turn_left'
  | 'slight_left'
  | 'keep_right'
  | 'keep_left'

/** Which way a turn bends. */
export type TurnModifier =
  | 'sharp_left'
  | 'left'
  | 'slight_left'
  | 'straight'
  | 'slight_right'
  | 'right'
  | 'sharp_right'
  | 'u_turn'

/** `via`: a waypoint on the way; of a leg alone it is `start` */
export type ManeuverType =
  | Turn
  | 'start'
  | 'via'
  | 'roundabout'
  | 'roundabout_exit'
  | 'ferry'
  | 'ferry_exit'
  | 'steps'
  | 'push'
  | 'ride'
  | 'straight_leg'
  | 'arrive'

export interface Maneuver {
  instruction: Sentence
  type: ManeuverType
  location: Position
  /** metres from this maneuver to the next */
  distanceM: number
  /** moving seconds to the next; null over a ferry or a straight leg */
  movingS: number | null
  /** number of the leg, from 0; at a waypoint on the way that of the leg that begins */
  leg: number
  /** which way to turn; null where the instruction names no turn */
  modifier: TurnModifier | null
  /** of the roundabout that is entered, from 1; null where none is, and where the leg ends on it */
  exitNumber: number | null
  /** degrees clockwise from north, over the last metres before it; null at the start and after a straight leg */
  bearingBeforeDeg: number | null
  /** the same over the first metres after it; null at the end and on a straight leg */
  bearingAfterDeg: number | null
  /**
   * of the way that it leads onto, after the roundabout where one is entered; null at the end, where the leg ends on a
   * roundabout, and on a straight leg
   */
  wayKind: WayKind | null
  /** its name and ref; null where the map has none */
  name: string | null
  ref: string | null
  /** text on the sign of its trail, unless the name already has it; null without one */
  sign: string | null
  /** how a sign without text is painted (`osmc:symbol`); null elsewhere */
  symbol: string | null
}

export interface CapAlternative {
  maxSac: number
  distanceM: number
  ascentM: number | null
  minutes: number | null
  savesM: number
}

export interface WaypointRoute extends LineTimes {
  schema: 'route/1'
  engine: Engine
  status: 'complete' | 'best_effort'
  settings: RouteSettings
  settingsDefaulted: WireSettingName<TakenBy<'route'>>[]
  distanceM: number
  ascentM: number | null
  descentM: number | null
  ascentMethod: Sentence
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
  /** other good routes, in the order of their merit; absent where none were requested */
  alternatives?: AlternativeRoute[]
  /** why there are fewer than requested; null where there are not; absent where none were requested */
  alternativesReason?: Sentence | null
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
  because: Sentence
}

/** Another good route. Its `capAlternative` is null: that is said of the best one only. */
export interface AlternativeRoute extends Omit<WaypointRoute, 'alternatives' | 'alternativesReason'> {
  differs: RouteDifference
}
