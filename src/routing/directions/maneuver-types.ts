// The kinds of instructions, and one instruction of a leg.

import type { Sentence } from '../../language/sentence.ts'
import type { Turn } from './junction-turns.ts'

export type LegManeuverType =
  | Turn
  | 'start'
  | 'roundabout'
  | 'roundabout_exit'
  | 'ferry'
  | 'ferry_exit'
  | 'steps'
  | 'push'
  | 'ride'
  | 'straight_leg'
  | 'arrive'

/** `via`: a waypoint on the way; of a leg alone it is `start` */
export type ManeuverType = LegManeuverType | 'via'

export interface LegManeuver {
  type: LegManeuverType
  instruction: Sentence
  /** step of the line that begins here; for `arrive` the step after the last of the leg */
  step: number
}
