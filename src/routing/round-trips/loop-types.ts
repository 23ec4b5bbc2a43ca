// Round trips as every layer sees them: input and answer of `roundtrips/1` with the layouts of decision `layouts`.
// camelCase here and in GraphQL; REST writes the mechanical snake_case. Metres; `null` means missing and is never
// replaced by zero.

import { type Sentence, say } from '../../language/sentence.ts'
import type { Unknown, Warning } from '../../unknowns.ts'
import type { PlaceKind } from '../../osm/place-kinds.ts'
import type { PoiKind } from '../../osm/poi-kinds.ts'
import type { LoopStatus } from './loop-score.ts'
import type { Walker } from '../../course/pace-models.ts'
import type { Avoid } from '../../travel/avoid.ts'
import { type AppliedSettings, type RequestedSettings, takenBy } from '../../travel/settings.ts'
import type { LineTimes } from '../../course/moving-time.ts'
import type { Position, RouteSettings } from '../costs/request-types.ts'
import type { Engine, Snap } from '../costs/route-types.ts'
import type { Difficulty, Hazard, Surfaces, Ways } from '../costs/way-types.ts'
import { ServiceError } from '../../errors.ts'
import { applySettings } from '../costs/route-settings.ts'
import { MAX_LOOP_KM } from '../../travel/limits.ts'
import { tenths } from '../../wire/numbers.ts'

/** A place that a loop may pass. */
export interface ThroughPlace {
  id: number
  name: string | null
  kind: PlaceKind | PoiKind
  location: Position
}

/** Places a loop must pass: all the required ones, and a given number of the optional ones. */
export interface LoopThrough {
  required: ThroughPlace[]
  choice: ThroughPlace[]
  atLeast: number
}

/** As it was requested. */
export interface AskedThrough {
  places?: number[] | undefined
  kinds?: PoiKind[] | undefined
  atLeast?: number | undefined
}

/** The request; exactly one of `distanceKm` and `distanceM`. */
export interface RoundTripsInput extends RequestedSettings<'loop'> {
  start: Position
  /** the walker's own pace; absent: a typical person's */
  walker?: Walker | undefined
  /** areas, ways and kinds of way that are not used; absent: none */
  avoid?: Avoid | undefined
  distanceKm?: number
  distanceM?: number
  /** degrees clockwise from north; null or absent: any direction */
  direction?: number | null
  alternatives?: number
  /** what the loop is to pass, as asked and as found; absent: nothing */
  through?: AskedThrough | undefined
  throughPlaces?: LoopThrough | undefined
}

/** The request as applied. Settings that the profile does not accept are absent. */
export type RoundTripsRequest = {
  start: Position
  walker?: Walker | undefined
  /** one distance in both units */
  distanceKm: number
  distanceM: number
  direction: number | null
  alternatives: number
  snapRadiusM: number
  /** absent: nothing was to be passed */
  through?: AskedThrough
} & AppliedSettings<'loop'>

export interface LoopElevation {
  source: 'terrain'
  method: Sentence
  ascentM: number
  descentM: number
  minM: number
  maxM: number
  /** metres along the loop without known height; climb there is left out */
  unknownM: number
}

export interface Loop extends LineTimes {
  rank: number
  status: LoopStatus
  /** why it is rough, or not in the requested direction; null if it is as requested */
  reason: Sentence | null
  distanceM: number
  targetM: number
  /** deviation from the target distance in either direction */
  targetErrorPct: number
  /** metres on edges travelled before, in either direction */
  repeatedM: number
  /** `repeatedM` over `distanceM` */
  repeatedShare: number
  /** bearing from the start to the farthest point, degrees clockwise from north */
  bearingDeg: number
  ascentM: number | null
  descentM: number | null
  elevation: LoopElevation | null
  surfaces: Surfaces
  ways: Ways
  difficulty: Difficulty | null
  hazards: Hazard[]
  warnings: Warning[]
  unknowns: Unknown[]
  /** places requested that the loop passes, in its order; absent: none were requested */
  through?: ThroughPlace[]
  /** polyline with 6 decimal digits */
  shape: string
}

export interface RoundTrips {
  schema: 'roundtrips/1'
  engine: Engine
  /** of the first loop */
  status: LoopStatus
  reason: Sentence | null
  request: RoundTripsRequest
  /** where the start was snapped to the network */
  snap: Omit<Snap, 'waypoint'>
  loops: Loop[]
}

/** The supplied settings that a loop accepts. */
function loopSettings(settings: RequestedSettings<'loop'>): RequestedSettings<'loop'> {
  return Object.fromEntries(
    takenBy('loop')
      .map((name) => [name, settings[name]])
      .filter(([, value]) => value !== undefined),
  )
}

export interface LoopRequest {
  request: RoundTripsRequest
  settings: RouteSettings
}

/** Throws `too_long`, `setting_refused`. */
export function applyLoopRequest(input: RoundTripsInput): LoopRequest {
  const { settings } = applySettings({ waypoints: [input.start], ...loopSettings(input) })
  const distanceM = tenths(input.distanceM ?? input.distanceKm! * 1000)
  const mostKm = MAX_LOOP_KM[settings.profile]
  if (distanceM > mostKm * 1000) {
    const field = input.distanceM === undefined ? 'distanceKm' : 'distanceM'
    const loopKm = Number((distanceM / 1000).toFixed(3))
    throw new ServiceError(say('error.too_long.loop', { profile: settings.profile, maxKm: mostKm, field, loopKm }), {
      inputPath: field,
    })
  }
  const { profile, ...others } = loopSettings(settings) as AppliedSettings<'loop'>
  const request: RoundTripsRequest = {
    start: input.start,
    distanceKm: distanceM / 1000,
    distanceM,
    profile,
    direction: input.direction ?? null,
    alternatives: input.alternatives ?? 0,
    ...others,
    snapRadiusM: settings.snapRadiusM,
    ...(input.through === undefined ? {} : { through: input.through }),
    ...(input.walker === undefined ? {} : { walker: input.walker }),
  }
  return { request, settings }
}
