// Difficulty as tagged: SAC grade, mtb:scale, trail_visibility. Untagged is 0 and stays unknown: nothing is derived
// from surface, slope or class (decision: ways-and-access). Of several values the hardest counts.

import { MTB_UNTAGGED, SAC_UNTAGGED, SAC_VIA_FERRATA, VISIBILITIES, type WayKind } from './edge-facts.ts'
import { isTagged, listValues, type Tags } from './tags.ts'
import { IS_PAVED, type SurfaceKind } from '../travel/surfaces.ts'

const GRADE_OF_SAC = new Map([
  ['strolling', 1],
  ['hiking', 1],
  ['mountain_hiking', 2],
  ['demanding_mountain_hiking', 3],
  ['alpine_hiking', 4],
  ['demanding_alpine_hiking', 5],
  ['difficult_alpine_hiking', 6],
  ...[1, 2, 3, 4, 5, 6].map((grade) => [`T${grade}`, grade] as const),
])

/** 0 untagged, 1..6 = T1..T6, 7 via ferrata. */
export function sacGrade(tags: Tags): number {
  if (isViaFerrata(tags)) return SAC_VIA_FERRATA
  const value = tags.get('sac_scale')
  if (value === undefined) return SAC_UNTAGGED
  return Math.max(SAC_UNTAGGED, ...listValues(value).map((part) => GRADE_OF_SAC.get(part) ?? SAC_UNTAGGED))
}

export function isViaFerrata(tags: Tags): boolean {
  return tags.get('highway') === 'via_ferrata' || isTagged(tags, 'via_ferrata_scale')
}

/** 0 untagged, 1..7 = S0..S6; `2+` and `2-` count as 2. `-1` is not a grade. */
export function mtbGrade(tags: Tags): number {
  const value = tags.get('mtb:scale')
  if (value === undefined) return MTB_UNTAGGED
  const grades = listValues(value)
    .filter((part) => !part.startsWith('-'))
    .flatMap((part) => part.match(/[0-9]+/g) ?? [])
    .map(Number)
    .filter((grade) => grade <= 6)
  return grades.length === 0 ? MTB_UNTAGGED : Math.max(...grades) + 1
}

/** Index into VISIBILITIES, 0 untagged. */
export function trailVisibility(tags: Tags): number {
  const value = tags.get('trail_visibility')
  if (value === undefined) return 0
  return Math.max(0, ...listValues(value).map((part) => VISIBILITIES.indexOf(part as (typeof VISIBILITIES)[number])))
}

/** Whether an untagged way has an unknown grade (a path, an unpaved footway or flight of steps) or none (a road). */
export function isPathLike(kind: WayKind, surface: SurfaceKind): boolean {
  return kind === 'path' || kind === 'other' || ((kind === 'footway' || kind === 'steps') && !IS_PAVED[surface])
}
