// Round trips as every layer speaks of them: input and answer of `roundtrips/1` with the layouts of decision D13.
// camelCase here and in GraphQL; REST writes the mechanical snake_case. Metres; `null` means missing and is never
// replaced by zero.

import type { Unknown, Warning } from '../../unknowns.ts'
import type { LoopStatus } from './loop-score.ts'
import type { Walker } from '../../course/walker-pace.ts'
import type { AppliedSettings, AskedSettings } from '../../travel/settings.ts'
import type { Difficulty, Engine, Hazard, MovingTime, Position, Snap, Surfaces, Ways } from '../costs/route-types.ts'

/** What a caller asks; exactly one of `distanceKm` and `distanceM`. */
export interface RoundTripsInput extends AskedSettings<'loop'> {
  start: Position
  /** one's own pace; absent: somebody unknown */
  walker?: Walker | undefined
  distanceKm?: number
  distanceM?: number
  /** degrees clockwise from north; null or left out: anywhere */
  direction?: number | null
  alternatives?: number
}

/** The request as applied. Settings are absent where the profile does not take them. */
export type RoundTripsRequest = {
  start: Position
  walker?: Walker | undefined
  /** one distance, said both ways */
  distanceKm: number
  distanceM: number
  direction: number | null
  alternatives: number
  snapRadiusM: number
} & AppliedSettings<'loop'>

export interface LoopElevation {
  source: 'terrain'
  method: string
  ascentM: number
  descentM: number
  minM: number
  maxM: number
  /** metres along the loop whose height is not known; climb there is left out */
  unknownM: number
}

export interface Loop {
  rank: number
  status: LoopStatus
  /** why it is rough, or does not lie in the direction asked; null where all is as asked */
  reason: string | null
  distanceM: number
  targetM: number
  /** how far the distance is off the target, either way */
  targetErrorPct: number
  /** metres travelled on edges that were travelled before, in either direction */
  repeatedM: number
  /** `repeatedM` over `distanceM` */
  repeatedShare: number
  /** bearing from the start to the farthest point, degrees clockwise from north */
  bearingDeg: number
  ascentM: number | null
  descentM: number | null
  elevation: LoopElevation | null
  /** hike only */
  time: MovingTime | null
  surfaces: Surfaces
  ways: Ways
  difficulty: Difficulty | null
  hazards: Hazard[]
  warnings: Warning[]
  unknowns: Unknown[]
  /** polyline with 6 decimal digits */
  shape: string
}

export interface RoundTrips {
  schema: 'roundtrips/1'
  engine: Engine
  /** of the first loop */
  status: LoopStatus
  reason: string | null
  request: RoundTripsRequest
  /** where the start met the network */
  snap: Omit<Snap, 'waypoint'>
  loops: Loop[]
}
