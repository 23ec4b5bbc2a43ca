// One instruction of a leg.

import type { Sentence } from '../../language/sentence.ts'
import type { ManeuverType } from '../costs/route-types.ts'

export type LegManeuverType = Exclude<ManeuverType, 'via'>

export interface LegManeuver {
  type: LegManeuverType
  instruction: Sentence
  /** step of the line that begins here; for `arrive` the step after the last of the leg */
  step: number
}
