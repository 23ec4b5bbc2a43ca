// How a node restricts walkers and bicycles passing it, by decision `ways-and-access`. A barrier is closed if its own
// foot, bicycle or access tag says so, or if it is locked without an explicit permission. A wall, fence or hedge is
// closed unless a tag opens it; a stile or turnstile stops bicycles; an untagged gate is open. Access tags also close a
// node without a barrier, except at a crossing, where they concern those who cross the way. Pure.

import type { Access } from './edge-facts.ts'
import { accessOfValue, firstTagged, hasConditional, isPermission } from './access-value.ts'
import { isTagged, listValues, type Tags } from './tags.ts'

export interface BarrierAccess {
  foot: Access
  bike: Access
}

const FOOT_KEYS = ['foot', 'access']
const BIKE_KEYS = ['bicycle', 'vehicle', 'access']
const CLOSED_UNLESS_TAGGED = new Set(['wall', 'fence', 'hedge', 'city_wall', 'retaining_wall'])
const STOPS_BICYCLES = new Set(['stile', 'turnstile', 'full-height_turnstile'])
/** A bicycle passes these only if pushed. */
const PUSHED_THROUGH = new Set(['kissing_gate'])

/** A node without any of these keys restricts nobody. */
export const NODE_ACCESS_KEYS: readonly string[] = ['barrier', ...new Set([...FOOT_KEYS, ...BIKE_KEYS])]

/** Access past a node; returns null if it restricts neither mode. */
export function findBarrierAccess(tags: Tags): BarrierAccess | null {
  const { foot, bike } = isTagged(tags, 'barrier')
    ? pastBarrier(tags, listValues(tags.get('barrier')!))
    : isCrossing(tags) || tags.has('barrier')
      ? { foot: 'open' as const, bike: 'open' as const }
      : pastPlainNode(tags)
  const walked = foot === 'dismount' ? 'open' : foot
  return walked === 'open' && bike === 'open' ? null : { foot: walked, bike }
}

/** If a node has several kinds of barrier (`gate;stile`), the easiest counts. */
function pastBarrier(tags: Tags, kinds: readonly string[]): BarrierAccess {
  const every = (set: ReadonlySet<string>) => kinds.every((kind) => set.has(kind))
  if (every(CLOSED_UNLESS_TAGGED))
    return { foot: past(tags, FOOT_KEYS, 'closed'), bike: past(tags, BIKE_KEYS, 'closed') }
  const bike = past(tags, BIKE_KEYS, 'open')
  const physical = every(STOPS_BICYCLES) ? 'closed' : every(PUSHED_THROUGH) ? 'dismount' : 'open'
  // only a bicycle tag lets bicycles past a stile
  const lifted = physical === 'open' || bike === 'closed' || tags.has('bicycle') || bike === 'conditional'
  return { foot: past(tags, FOOT_KEYS, 'open'), bike: lifted ? bike : physical }
}

/** Only closures count: a reservation on a bench or an entrance says nothing about the way. */
function pastPlainNode(tags: Tags): BarrierAccess {
  const closing = (keys: readonly string[]): Access => {
    const tagged = firstTagged(tags, keys)
    if (tagged === null || accessOfValue(tagged.value) !== 'closed') return 'open'
    return hasConditional(tags, keys, tagged.rank) ? 'conditional' : 'closed'
  }
  return { foot: closing(FOOT_KEYS), bike: closing(BIKE_KEYS) }
}

function isCrossing(tags: Tags): boolean {
  return tags.get('highway') === 'crossing' || isTagged(tags, 'crossing')
}

function past(tags: Tags, keys: readonly string[], untagged: Access): Access {
  const tagged = firstTagged(tags, keys)
  if (hasConditional(tags, keys, tagged?.rank ?? keys.length)) return 'conditional'
  if (tags.get('locked') === 'yes' && !isPermission(tagged?.value)) return 'closed'
  return tagged === null ? untagged : accessOfValue(tagged.value)
}
