// What a barrier on a node does to walkers and bicycles, by decision D12: closed where its own foot, bicycle or access
// tag says so or it is locked without an explicit permission; a stile or turnstile stops bicycles; an untagged gate is
// open. Pure.

import type { Access } from './edge-facts.ts'
import { accessOfValue, firstTagged, hasConditional, isPermission } from './access-value.ts'
import type { Tags } from './tags.ts'

export interface BarrierAccess {
  foot: Access
  bike: Access
}

const FOOT_KEYS = ['foot', 'access']
const BIKE_KEYS = ['bicycle', 'vehicle', 'access']
const STOPS_BICYCLES = new Set(['stile', 'turnstile', 'full-height_turnstile'])
/** Passable with a bicycle at hand only. */
const PUSHED_THROUGH = new Set(['kissing_gate'])

/** Access past the barrier of a node; null where the node has none that changes anything. */
export function findBarrierAccess(tags: Tags): BarrierAccess | null {
  const barrier = tags.get('barrier')
  if (barrier === undefined || barrier === 'no') return null
  const foot = past(tags, FOOT_KEYS, 'open')
  const bike = past(
    tags,
    BIKE_KEYS,
    STOPS_BICYCLES.has(barrier) ? 'closed' : PUSHED_THROUGH.has(barrier) ? 'dismount' : 'open',
  )
  const walked = foot === 'dismount' ? 'open' : foot
  return walked === 'open' && bike === 'open' ? null : { foot: walked, bike }
}

function past(tags: Tags, keys: readonly string[], untagged: Access): Access {
  const tagged = firstTagged(tags, keys)
  if (hasConditional(tags, keys, tagged?.rank ?? keys.length)) return 'conditional'
  if (tags.get('locked') === 'yes' && !isPermission(tagged?.value)) return 'closed'
  if (tagged === null) return untagged
  const access = accessOfValue(tagged.value)
  // a general permission does not lift a bicycle over a stile
  return access !== 'closed' && untagged !== 'open' && tagged.rank > 0 ? untagged : access
}
