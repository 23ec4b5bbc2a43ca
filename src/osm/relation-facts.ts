// Which relations are signed routes, and their kind and level, from their tags. A missing or unknown network is the
// level `unknown`, never the lowest one. Pure.

import type { TrailKind, TrailLevel } from './edge-facts.ts'
import { listValues, type Tags } from './tags.ts'

export interface RouteRelationFacts {
  kind: TrailKind
  level: TrailLevel
  name: string | null
  ref: string | null
  /** osmc:symbol, else symbol */
  symbol: string | null
}

const KIND_OF_ROUTE = new Map<string, TrailKind>([
  ['hiking', 'hiking'],
  ['foot', 'hiking'],
  ['walking', 'hiking'],
  ['bicycle', 'bicycle'],
  ['mtb', 'mtb'],
])
const LEVEL_OF_SCOPE = new Map<string, TrailLevel>([
  ['i', 'international'],
  ['n', 'national'],
  ['r', 'regional'],
  ['l', 'local'],
])

/** Facts of a signed hiking or cycling route (also one made of routes); returns null for any other relation. */
export function findRouteFacts(tags: Tags): RouteRelationFacts | null {
  const type = tags.get('type')
  if (type !== 'route' && type !== 'superroute') return null
  const route = tags.get('route')
  if (route === undefined) return null
  const kind = listValues(route)
    .map((value) => KIND_OF_ROUTE.get(value))
    .find((known) => known !== undefined)
  if (kind === undefined) return null
  return {
    kind,
    level: levelOf(tags.get('network')),
    name: tags.get('name') ?? null,
    ref: tags.get('ref') ?? null,
    symbol: tags.get('osmc:symbol') ?? tags.get('symbol') ?? null,
  }
}

/** `iwn`, `nwn`, `rwn`, `lwn` and their cycling twins; `unknown` for anything else. */
export function levelOf(network: string | undefined): TrailLevel {
  if (network === undefined) return 'unknown'
  for (const value of listValues(network)) {
    const scope = /^([inrl])[wc]n$/.exec(value.toLowerCase())
    if (scope !== null) return LEVEL_OF_SCOPE.get(scope[1])!
  }
  return 'unknown'
}

export type RestrictionKind = 'no' | 'only'
export type RestrictionFacts = { kind: RestrictionKind } | { refused: string }

/**
 * Which turn restrictions apply to bicycles, from the relation's tags: `restriction` (or `restriction:bicycle`, which
 * beats it), unless `except` names bicycles. Restrictions limited to certain hours or other vehicles do not apply and
 * are counted. Pure. Kind of a turn restriction for bicycles, or why it does not apply; returns null if it is no turn
 * restriction.
 */
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
