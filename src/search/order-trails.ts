// The orders in which trails are listed, and which of them a filter keeps. What is not known comes last; ties go to the
// higher level, then to the longer one, then to the lower id, so that every order is total. Pure.

import type { MatchWord } from './match-name.ts'
import { normaliseName } from '../places/names/normalise-name.ts'
import type { TrailFilter, TrailKey, TrailLevelName, TrailRow, ValueRange } from '../places/catalogue-rows.ts'

/** `relevance`: as they were found. */
export const TRAIL_ORDERS = ['relevance', 'distance', 'name', 'length', 'ascent', 'time', 'level'] as const
export interface TrailOrder {
  by: (typeof TRAIL_ORDERS)[number]
  direction: 'asc' | 'desc'
}

/** A trail in a list: how far it is from the point that was asked of, null without one. */
export interface ListedTrail {
  key: TrailKey
  distanceM: number | null
  /** null without a text */
  match: MatchWord | null
}
type Listed = Pick<ListedTrail, 'key' | 'distanceM'>

const LEVELS: readonly (TrailLevelName | null)[] = ['international', 'national', 'regional', 'local', null]

export const byLevel = (a: TrailKey, b: TrailKey): number =>
  LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || b.lengthM - a.lengthM || a.relationId - b.relationId

/** What each order goes by. The name is folded, else it is the reference. */
const VALUES: Record<Exclude<TrailOrder['by'], 'relevance'>, (trail: Listed) => number | string | null> = {
  distance: ({ distanceM }) => distanceM,
  name: ({ key }) => normaliseName(key.name ?? key.ref ?? '') || null,
  length: ({ key }) => key.lengthM,
  ascent: ({ key }) => key.ascentM,
  time: ({ key }) => key.movingS,
  level: ({ key }) => (key.level === null ? null : LEVELS.indexOf(key.level)),
}

/** A new list. */
export function orderTrails<Trail extends Listed>(trails: readonly Trail[], { by, direction }: TrailOrder): Trail[] {
  if (by === 'relevance') return direction === 'asc' ? [...trails] : trails.toReversed()
  const sign = direction === 'asc' ? 1 : -1
  const valued = trails.map((trail) => ({ trail, value: VALUES[by](trail) }))
  valued.sort(({ trail: a, value: one }, { trail: b, value: other }) => {
    if (one === other) return byLevel(a.key, b.key)
    if (one === null || other === null) return one === null ? 1 : -1
    return one < other ? -sign : sign
  })
  return valued.map(({ trail }) => trail)
}

/** The facts of a trail that have a range. */
export const RANGES = ['lengthM', 'ascentM', 'descentM', 'movingS', 'sac'] as const

/** Whether a value is in a range; null: it is not known. */
export function isWithin(value: number | null, range: ValueRange | undefined): boolean | null {
  if (range?.min === undefined && range?.max === undefined) return true
  return value === null ? null : value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity)
}

/** Whether at most so much is paved; null: it depends on stretches of unknown surface. */
function isLittlePaved({ pavedM, gravelM, trailM, unknownM }: TrailRow['surfaces'], most: number): boolean | null {
  const totalM = pavedM + gravelM + trailM + unknownM
  if (totalM > 0 && pavedM + unknownM <= totalM * most) return true
  return pavedM <= totalM * most ? null : false
}

/** Whether a trail is within bounds; null: it may be, but a bound is of something that is not known of it. */
export function meetsFilter(trail: TrailRow, filter: TrailFilter): boolean | null {
  const { types, levels, loop, pavedShareMax } = filter
  const met = [
    types === undefined || types.includes(trail.type),
    levels === undefined || (trail.level === null ? null : levels.includes(trail.level)),
    loop === undefined || trail.roundtrip === loop,
    pavedShareMax === undefined || isLittlePaved(trail.surfaces, pavedShareMax),
    ...RANGES.map((fact) => isWithin(fact === 'sac' ? trail.sacMax : trail[fact], filter[fact])),
  ]
  return met.includes(false) ? false : met.includes(null) ? null : true
}
