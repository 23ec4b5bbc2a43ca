// What `oneway` and `conveying` allow in the two directions of a way: `open`, `closed`, or `conditional` if it varies
// or is unknown. way-access.ts decides which modes they apply to. Pure.

import type { Access } from './edge-facts.ts'
import { isTagged, type Tags } from './tags.ts'

/** Access along the way's own direction and against it. */
export type AccessPair = readonly [forward: Access, backward: Access]

export const DIRECTIONS = ['forward', 'backward'] as const
export const BOTH_OPEN: AccessPair = ['open', 'open']
const BOTH_CONDITIONAL: AccessPair = ['conditional', 'conditional']
/** Of two rules the stricter one counts. */
const STRICTNESS: Access[] = ['open', 'conditional', 'closed']

/** Directions allowed by a value of `oneway` or `oneway:MODE`. */
export function directionsOf(oneway: string): AccessPair {
  switch (oneway) {
    case 'yes':
    case 'true':
    case '1':
      return ['open', 'closed']
    case '-1':
    case 'reverse':
      return ['closed', 'open']
    case 'reversible':
      return BOTH_CONDITIONAL
    default:
      return BOTH_OPEN
  }
}

/** Directions allowed by `oneway`, without evaluating its condition. `implied`: one-way if nothing is tagged. */
export function onewayDirections(tags: Tags, implied: boolean): AccessPair {
  const [forward, backward] = directionsOf(tags.get('oneway') ?? (implied ? 'yes' : 'no'))
  if (!tags.has('oneway:conditional')) return [forward, backward]
  if (forward === backward) return BOTH_CONDITIONAL
  return forward === 'closed' ? ['conditional', backward] : [forward, 'conditional']
}

/** Moving steps and walkways; on any other way `conveying` is about something else. */
const CONVEYORS: readonly string[] = ['steps', 'escalator', 'footway']

function isConveyor(tags: Tags): boolean {
  const highway = tags.get('highway') ?? ''
  return highway === 'escalator' || (CONVEYORS.includes(highway) && isTagged(tags, 'conveying'))
}

/** Directions of an escalator or moving walkway; both are open on any other way, and where `oneway=no` says so. */
export function conveyedDirections(tags: Tags): AccessPair {
  if (!isConveyor(tags) || tags.get('oneway') === 'no') return BOTH_OPEN
  const conveying = tags.get('conveying')
  if (conveying === 'forward') return ['open', 'closed']
  if (conveying === 'backward') return ['closed', 'open']
  const oneway = onewayDirections(tags, false)
  return oneway[0] === 'open' && oneway[1] === 'open' ? BOTH_CONDITIONAL : oneway
}

/** What both rules together allow. */
export function stricter(a: AccessPair, b: AccessPair): AccessPair {
  const of = (i: 0 | 1) => (STRICTNESS.indexOf(a[i]) >= STRICTNESS.indexOf(b[i]) ? a[i] : b[i])
  return [of(0), of(1)]
}
