// The colours of lines. Surfaces, grades, steepness and the networks of trails (src/map/style/map-colours.ts) share no
// hue, and each family can be told apart by eyes without one of the three cones; the test over this table holds both.

import type { SurfaceKind } from '../../travel/surfaces.ts'
import type { SlopeKind } from '../line/steepness.ts'

/** `NONE`: roads and tracks, which take no grade. */
type GradeKind = 'NONE' | `T${1 | 2 | 3 | 4 | 5 | 6}` | `S${0 | 1 | 2 | 3 | 4 | 5 | 6}` | 'VIA_FERRATA'
export type LineKind = Uppercase<SurfaceKind> | GradeKind | SlopeKind

/** In the order of the legend. */
export const KIND_COLOURS: Record<LineKind, string> = {
  PAVED: '#39424e',
  GRAVEL: '#d3bf9c',
  TRAIL: '#1f7a3d',
  NONE: '#7b828a',
  T1: '#f2cf2b',
  T2: '#f09a2a',
  T3: '#e2562b',
  T4: '#b3261e',
  T5: '#741512',
  T6: '#2e0908',
  S0: '#f2cf2b',
  S1: '#f2b52b',
  S2: '#f09a2a',
  S3: '#e2562b',
  S4: '#b3261e',
  S5: '#741512',
  S6: '#2e0908',
  VIA_FERRATA: '#000000',
  G0: '#bfe6ea',
  G5: '#7cc7d3',
  G10: '#3a9fb2',
  G20: '#15697f',
  G30: '#06303f',
  UNKNOWN: '#e0409c',
}

/** Of the dots on a line where it is dangerous. */
export const HAZARD_DOT = { fill: '#ffd500', rim: '#1b1b1b' } as const

/** Of the best route and its alternatives, and of loops, by their number in the answer. */
export const ALTERNATIVE_COLOURS = ['#4a4a4a', '#7a7f00', '#00705c', '#c0287a'] as const
