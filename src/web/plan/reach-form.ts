// How far one wants to get: from where, in minutes or metres, in how many steps. Pure.

import type { LonLat } from '../../geo/lon-lat.ts'
import { MAX_CONTOURS, REACH_METRES, REACH_MINUTES } from '../../travel/limits.ts'
import type { ReachQueryVariables, TravelSettings } from '../documents/generated/graphql.ts'

export const REACH_MEASURES = ['minutes', 'metres'] as const
export type ReachMeasure = (typeof REACH_MEASURES)[number]
export const REACH_DIRECTIONS = ['FROM', 'TO'] as const

export interface ReachForm {
  from: LonLat | null
  measure: ReachMeasure
  /** the largest limit in its measure */
  most: number
  /** contours, evenly spaced up to the largest */
  steps: number
  direction: (typeof REACH_DIRECTIONS)[number]
}

/** Of the slider: what the service takes, in whole steps. */
export const REACH_BOUNDS = {
  minutes: { min: 10, max: REACH_MINUTES.max, step: 10, preset: 60 },
  metres: { min: 1000, max: REACH_METRES.max, step: 500, preset: 5000 },
} as const satisfies Record<ReachMeasure, object>
export const MAX_STEPS = MAX_CONTOURS
/** Colours of what is within reach, from the nearest contour to the farthest: 3:1 from the ground in both themes. */
export const REACH_COLOURS = ['#8e8e15', '#0c8ff5', '#d0147f', '#5155eb'] as const

export const NO_REACH: ReachForm = {
  from: null,
  measure: 'minutes',
  most: REACH_BOUNDS.minutes.preset,
  steps: 3,
  direction: 'FROM',
}

/** Ascending, in minutes or metres. */
function reachLimits({ most, steps }: Pick<ReachForm, 'most' | 'steps'>): number[] {
  return Array.from({ length: steps }, (_, i) => Math.round((most * (i + 1)) / steps))
}

/** Null without a point. */
export function toReachInput(
  form: ReachForm,
  settings: TravelSettings,
): Omit<ReachQueryVariables, 'language' | 'outdoorKinds' | 'kinds'> | null {
  if (form.from === null) return null
  const limits = reachLimits(form)
  return {
    at: [form.from[0], form.from[1]],
    within: form.measure === 'minutes' ? { movingS: limits.map((minutes) => minutes * 60) } : { lengthM: limits },
    direction: form.direction,
    settings,
  }
}
