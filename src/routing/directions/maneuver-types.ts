// One instruction of a leg.

import type { Sentence, WayValue } from '../../language/sentence.ts'
import type { ManeuverType, Turn, TurnModifier } from '../costs/route-types.ts'

export type LegManeuverType = Exclude<ManeuverType, 'via'>

export interface LegManeuver {
  type: LegManeuverType
  instruction: Sentence
  /** step of the line that begins here; for `arrive` the step after the last of the leg */
  step: number
  modifier: TurnModifier | null
  /** number of the exit of a roundabout that is entered here, from 1; null where none is taken or it is none */
  exitNumber: number | null
  /** the way that it leads onto; null at the end and on a straight leg */
  way: WayValue | null
  /** degrees clockwise from north over the last metres before it and the first after it; null where no way is */
  bearingBeforeDeg: number | null
  bearingAfterDeg: number | null
}

/** At a fork one bears to a side, and goes on along another way straight ahead. */
export const MODIFIERS: Readonly<Record<Turn, TurnModifier>> = {
  continue: 'straight',
  slight_right: 'slight_right',
  turn_right: 'right',
  sharp_right: 'sharp_right',
  u_turn: 'u_turn',
  sharp_left: 'sharp_left',
  turn_left: 'left',
  slight_left: 'slight_left',
  keep_right: 'slight_right',
  keep_left: 'slight_left',
}
