// The orders in which trails are listed. What is not known comes last; ties go to the higher level, then to the longer
// one, then to the lower id, so that every order is total. Pure.

import { normaliseName } from '../places/names/normalise-name.ts'
import type { TrailKey, TrailLevelName, TrailFilter, TrailRow } from '../places/catalogue-rows.ts'

/** `match`: how well they answer a text, the order of search-trails.ts. */
export const TRAIL_ORDERS = ['match', 'distance', 'level', 'longest', 'shortest', 'ascent', 'time', 'name'] as const
export type TrailOrder = (typeof TRAIL_ORDERS)[number]

/** A trail in a list: how far it is from the point that was asked of, null without one. */
export interface ListedTrail {
  key: TrailKey
  distanceM: number | null
  fuzzy: boolean
  partial: boolean
}

const LEVELS: readonly (TrailLevelName | null)[] = ['international', 'national', 'regional', 'local', null]

export const byLevel = (a: TrailKey, b: TrailKey): number =>
  LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || b.lengthM - a.lengthM || a.relationId - b.relationId

/** The least first. */
const unknownLast = (a: number | null, b: number | null): number => (a === b ? 0 : (a ?? Infinity) - (b ?? Infinity))

/** A new list; `match` leaves them as they are. */
export function orderTrails<Trail extends Pick<ListedTrail, 'key' | 'distanceM'>>(
  trails: readonly Trail[],
  order: TrailOrder,
): Trail[] {
  const sorted = [...trails]
  switch (order) {
    case 'match':
      return sorted
    case 'distance':
      return sorted.sort((a, b) => (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity) || byLevel(a.key, b.key))
    case 'level':
      return sorted.sort((a, b) => byLevel(a.key, b.key))
    case 'longest':
      return sorted.sort((a, b) => b.key.lengthM - a.key.lengthM || byLevel(a.key, b.key))
    case 'shortest':
      return sorted.sort((a, b) => a.key.lengthM - b.key.lengthM || byLevel(a.key, b.key))
    case 'ascent':
      return sorted.sort((a, b) => unknownLast(a.key.ascentM, b.key.ascentM) || byLevel(a.key, b.key))
    case 'time':
      return sorted.sort((a, b) => unknownLast(a.key.movingS, b.key.movingS) || byLevel(a.key, b.key))
    case 'name':
      return sortByName(sorted)
  }
}

/** By folded name, or reference where there is no name; those without either come last. */
function sortByName<Trail extends Pick<ListedTrail, 'key'>>(trails: Trail[]): Trail[] {
  const names = new Map(trails.map(({ key }) => [key.relationId, normaliseName(key.name ?? key.ref ?? '')]))
  return trails.sort((a, b) => {
    const [one, other] = [names.get(a.key.relationId)!, names.get(b.key.relationId)!]
    if (one === other) return byLevel(a.key, b.key)
    if (one === '' || other === '') return one === '' ? 1 : -1
    return one < other ? -1 : 1
  })
}

/** The facts of a trail that have bounds on both sides, with the names of those. */
export const RANGES = [
  ['ascentM', 'minAscentM', 'maxAscentM'],
  ['descentM', 'minDescentM', 'maxDescentM'],
  ['movingS', 'minMovingS', 'maxMovingS'],
] as const

const isWithin = (known: number | null, min: number | null | undefined, max: number | null | undefined): boolean =>
  (min == null || (known !== null && known >= min)) && (max == null || (known !== null && known <= max))

/** Whether a trail is within bounds; unknown facts never satisfy a bound. Pure. */
export function meetsFilter(
  trail: TrailRow,
  { type, levels, minLengthM, maxLengthM, roundtrip, minSac, maxSac, maxPavedShare, ...bounds }: TrailFilter,
): boolean {
  if (type != null && trail.type !== type) return false
  if (levels != null && (trail.level === null || !levels.includes(trail.level))) return false
  if (minLengthM != null && trail.lengthM < minLengthM) return false
  if (maxLengthM != null && trail.lengthM > maxLengthM) return false
  if (roundtrip != null && trail.roundtrip !== roundtrip) return false
  if (!RANGES.every(([fact, min, max]) => isWithin(trail[fact], bounds[min], bounds[max]))) return false
  if (minSac != null && (trail.sacMax === null || trail.sacMax < minSac)) return false
  if (maxSac != null && (trail.sacMax === null || trail.sacMax > maxSac)) return false
  if (maxPavedShare != null) {
    const { pavedM, gravelM, trailM, unknownM } = trail.surfaces
    const totalM = pavedM + gravelM + trailM + unknownM
    // stretches of unknown surface may be paved
    if (totalM <= 0 || (pavedM + unknownM) / totalM > maxPavedShare) return false
  }
  return true
}
