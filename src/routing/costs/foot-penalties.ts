// The cost model's numbers on foot: speeds, climb terms and penalties, each with its source or reason. A penalty of 1.3
// means: a walker would rather walk 30 % longer than go there. None is below 1: an untagged way never becomes easier.

import type { WayKind } from '../../osm/edge-facts.ts'
import { IS_PAVED, type SurfaceKind } from '../../travel/surfaces.ts'

/** Level speed of the Swiss formula. */
export const HIKE_KMH = 4.2
export const RUN_KMH = 10
/**
 * Centiseconds per decimetre climbed and dropped. Hike: 600 m/h up and 2,400 m/h down on top of the level time, near
 * the Swiss formula at 20 %.
 */
export const HIKE_CLIMB = { perAscentDm: 60, perDescentDm: 15 }
export const RUN_CLIMB = { perAscentDm: 30, perDescentDm: 6 }

/**
 * By SAC grade 0 (untagged), T1..T6: Valhalla's time multipliers (anchors 1.2). The value for via ferrata is its cost
 * once a walker is on it.
 */
export const SAC = [1, 1.11, 1.25, 1.54, 2.5, 4, 6.67, 8] as const
/** By trail_visibility: untagged, excellent, good, intermediate, bad, horrible, no. */
export const VISIBILITY = [1, 1, 1, 1.1, 1.3, 1.7, 2.2] as const
/**
 * A walker would rather walk two and a half times as far than on asphalt. Calibrated with the weights of signed trails
 * on three regions (npm run bench -- asphalt): with less, quicker ways with less asphalt are left; with more, hikes
 * become longer for little.
 */
export const SURFACE: Record<SurfaceKind, number> = { unknown: 1.02, paved: 2.5, gravel: 1, trail: 1.02 }
/**
 * By level of the best signed route: none, unknown, local, regional, national, international. With the value for none a
 * signed path of up to T2 and 1.3 times the length is preferred to the easiest unsigned way on level ground, and one of
 * up to T3 to a paved way (decision: signed-trails).
 */
export const SIGNED = [1.8, 1.03, 1.03, 1.02, 1, 1] as const
/** Of any level along a road, a street or another paved way: signs are worth little there. */
export const SIGNED_ROAD = 1.6

/** Whether a sign stands along a road, a street or another paved way. */
export const isAlongRoad = (way: WayKind, surface: SurfaceKind): boolean =>
  IS_PAVED[surface] || way === 'road' || way === 'street'

export const signedWeight = (level: number, way: WayKind, surface: SurfaceKind): number =>
  level > 0 && isAlongRoad(way, surface) ? SIGNED_ROAD : SIGNED[level]

export const STEPS_HIKE = 1.4
export const STEPS_RUN = 1.8

/** Roads with cars, by highway value. */
export const TRAFFIC: Partial<Record<string, number>> = {
  motorway: 3,
  motorway_link: 3,
  trunk: 2.6,
  trunk_link: 2.6,
  primary: 2,
  primary_link: 2,
  secondary: 1.7,
  secondary_link: 1.7,
  tertiary: 1.4,
  tertiary_link: 1.4,
  unclassified: 1.2,
  road: 1.3,
  residential: 1.1,
  service: 1.1,
}
