// How a trail is followed under the settings of a request, and the resulting leg.

import type { TrailGap } from '../costs/route-types.ts'
import type { RestrictionAutomaton } from '../search/restriction-automaton.ts'
import type { SearchControl } from '../search/search-types.ts'
import type { LegAnswer, LegPath } from './leg-path.ts'
import type { GapTravel } from './trail-gap.ts'
import type { SnapPoint } from './snap-waypoints.ts'

export interface FollowedLeg {
  direction: 'forward' | 'backward'
  from: SnapPoint
  to: SnapPoint
  path: LegPath
  lengthMm: number
  onTrailMm: number
  leftOutM: number
  /** `[firstArc, endArc)` of the path stand in for what is left out */
  gaps: { firstArc: number; endArc: number; leftOutM: number; reason: TrailGap['reason'] }[]
}

/** What messages call the trail, and where it stands in the input. */
export interface TrailSubject {
  name: string
  inputPath: string
}

/** How a trail is travelled under the settings of a request. */
export interface TrailTravel extends GapTravel {
  control: SearchControl
  /** the cheapest way from one point of the trail to another */
  findWay(from: SnapPoint, to: SnapPoint): LegAnswer
  /** null: no turn is forbidden */
  turns: RestrictionAutomaton | null
  /** the same from the end of an arc to the beginning of another, without a turn that is forbidden */
  findTurns(from: { arc: number; state: number }, to: number): LegAnswer
  /** makes: equal for two edges only if all of one reaches all of the other; -1: of none */
  parts(): (edge: number) => number
  maxGapKm: number
}
