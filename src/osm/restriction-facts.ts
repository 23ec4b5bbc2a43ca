// Which turn restrictions apply to bicycles, from the relation's tags: `restriction` (or `restriction:bicycle`, which
// beats it), unless `except` names bicycles. Restrictions limited to certain hours or other vehicles do not apply and
// are counted. Pure.

import { listValues, type Tags } from './tags.ts'

export type RestrictionKind = 'no' | 'only'
export type RestrictionFacts = { kind: RestrictionKind } | { refused: string }

/** Kind of a turn restriction for bicycles, or why it does not apply; returns null if it is no turn restriction. */
export function findRestriction(tags: Tags): RestrictionFacts | null {
  const type = tags.get('type')
  if (type === undefined || !(type === 'restriction' || type.startsWith('restriction:'))) return null
  const value =
    tags.get('restriction:bicycle') ??
    (type === 'restriction' || type === 'restriction:bicycle' ? tags.get('restriction') : undefined)
  if (value === undefined) return { refused: 'turn restriction at certain hours or for other vehicles' }
  if (tags.get('restriction:bicycle') === undefined && listValues(tags.get('except') ?? '').includes('bicycle'))
    return { refused: 'turn restriction that exempts bicycles' }
  if (listValues(value).every((part) => part.endsWith('_on_red')))
    return { refused: 'turn restriction that applies only at a red light' }
  if (value.startsWith('no_')) return { kind: 'no' }
  if (value.startsWith('only_')) return { kind: 'only' }
  return { refused: 'turn restriction of an unknown kind' }
}
