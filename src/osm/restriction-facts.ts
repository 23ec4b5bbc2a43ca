// Which turn restrictions bind a bicycle, from the tags of the relation: `restriction` (or `restriction:bicycle`, which
// beats it), unless `except` names bicycles. Restrictions at certain hours or for other vehicles do not bind here and
// are counted. Pure.

import { listValues, type Tags } from './tags.ts'

export type RestrictionKind = 'no' | 'only'
export type RestrictionFacts = { kind: RestrictionKind } | { refused: string }

/** Kind of a turn restriction for bicycles, or why it binds none; null where the relation is no turn restriction. */
export function findRestriction(tags: Tags): RestrictionFacts | null {
  const type = tags.get('type')
  if (type === undefined || !(type === 'restriction' || type.startsWith('restriction:'))) return null
  const value =
    tags.get('restriction:bicycle') ??
    (type === 'restriction' || type === 'restriction:bicycle' ? tags.get('restriction') : undefined)
  if (value === undefined) return { refused: 'turn restriction at certain hours or for other vehicles' }
  if (tags.get('restriction:bicycle') === undefined && listValues(tags.get('except') ?? '').includes('bicycle'))
    return { refused: 'turn restriction that leaves bicycles out' }
  if (listValues(value).every((part) => part.endsWith('_on_red')))
    return { refused: 'turn restriction at a red light alone' }
  if (value.startsWith('no_')) return { kind: 'no' }
  if (value.startsWith('only_')) return { kind: 'only' }
  return { refused: 'turn restriction of an unknown kind' }
}
