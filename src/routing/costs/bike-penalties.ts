// The cost model's numbers for bicycles: speeds by surface and type, climb terms and penalties. A penalty of 1.3 means:
// a rider would rather ride 30 % longer than go there. An ungraded way is not assumed to be easy.

import type { Smoothness } from '../../osm/edge-facts.ts'
import type { BicycleType } from './request-types.ts'
import type { SurfaceKind } from '../../travel/surfaces.ts'

/** Level speed by surface. */
export const SURFACE_KMH: Record<BicycleType, Record<SurfaceKind, number>> = {
  road: { paved: 25, gravel: 12, trail: 6, unknown: 14 },
  hybrid: { paved: 18, gravel: 14, trail: 9, unknown: 13 },
  mountain: { paved: 17, gravel: 14.5, trail: 11, unknown: 13 },
}
/** Centiseconds per decimetre: about 800 m/h up on top of the level time; descending saves no time. */
export const CLIMB = { perAscentDm: 45, perDescentDm: 2 }

/** Surface tags worse than their bucket. */
const ROUGH = {
  sett: 1.2,
  cobblestone: 1.4,
  unhewn_cobblestone: 1.6,
  pebblestone: 1.4,
  grass: 1.4,
  sand: 2.5,
  mud: 2.5,
  rock: 1.8,
  stone: 1.8,
  rocks: 1.8,
  snow: 4,
  ice: 4,
  woodchips: 1.3,
}
const GRAVEL = { gravel: 1.15 }
export const SURFACE_TAG: Record<BicycleType, Partial<Record<string, number>>> = {
  road: { ...ROUGH, gravel: 1.5, sett: 1.5, cobblestone: 1.9, unhewn_cobblestone: 2.2 },
  hybrid: { ...ROUGH, ...GRAVEL },
  mountain: { ...ROUGH, rock: 1.3, rocks: 1.4, stone: 1.3, cobblestone: 1.1, sett: 1.05 },
}

/** By mtb:scale: untagged, S0..S6. */
export const MTB: Record<BicycleType, readonly number[]> = {
  road: [1, 2, 4, 7, 10, 14, 18, 22],
  hybrid: [1, 1.1, 1.6, 3, 5, 8, 12, 16],
  mountain: [1, 1, 1.05, 1.25, 1.8, 3, 5, 8],
}
/** An ungraded unpaved path may be of any grade. */
export const UNGRADED_PATH: Record<BicycleType, number> = { road: 2, hybrid: 1.5, mountain: 1.2 }
/** By SAC grade, untagged, T1..T6, via ferrata. */
export const SAC = [1, 1.1, 1.8, 3.5, 8, 15, 20, 20] as const
/** By a mountain bike; other bicycles are not ridden there. */
export const SMOOTHNESS: Partial<Record<Smoothness, number>> = { horrible: 2, very_horrible: 3 }

/** Centiseconds per millimetre at a speed. */
export const csPerMm = (kmh: number) => 0.36 / kmh

/** Walking beside the bicycle; the penalty for it is in pushing.ts. */
export const PUSHING_KMH = 4
/** Steps that are open to bicycles. */
export const STEPS = 2.5
export const SIGNED = 0.9

/** Roads with cars, by highway value. */
export const TRAFFIC: Partial<Record<string, number>> = {
  trunk: 2.2,
  trunk_link: 2.2,
  primary: 1.5,
  primary_link: 1.5,
  secondary: 1.25,
  secondary_link: 1.25,
  tertiary: 1.1,
  tertiary_link: 1.1,
  road: 1.1,
}
export const MOST_TRAFFIC = Math.max(...Object.values(TRAFFIC).map((penalty) => penalty ?? 1))
/**
 * With use_roads 0 every road with traffic costs this much more; with 1 every other way costs ROADS_SOUGHT times as
 * much.
 */
export const ROADS_SHUNNED = 3
export const ROADS_SOUGHT = 1.6
