// Factors on the pace of a stretch and the basis of each. The available recordings do not say what ground they are on,
// so none of these is measured; 1 is the mix of ground in the recordings. Snow has no factor: times assume ground
// without it, and answers say so.

import type { SurfaceKind } from '../travel/surfaces.ts'

/** On foot, by surface: judgement. */
export const SURFACE_PACE_FACTOR: Record<SurfaceKind, number> = { paved: 0.95, gravel: 0.97, trail: 1, unknown: 1 }
/** On foot, by SAC grade, index 0 untagged, 1..6 = T1..T6, 7 via ferrata: judgement; from T4 on outside calibration. */
export const SAC_PACE_FACTOR = [1, 1, 1.05, 1.15, 1.5, 2, 2.6, 3] as const
/** On foot, steps: judgement. */
export const STEPS_PACE_FACTOR = 1.1
/** First SAC grade that no recording covers. */
export const FIRST_SAC_OUTSIDE = 4
/** Pushing a bicycle takes this much longer than walking: judgement. */
export const PUSHING_PACE_FACTOR = 1.2
