// Who may walk along a way, in each direction, by decision D12. `foot` beats `access`; `oneway` binds vehicles only,
// `oneway:foot` and `foot:forward/backward` bind walkers; a condition is not evaluated: open with the code
// `conditional`. Pure.

import type { Access } from './edge-facts.ts'
import { accessOfValue, firstTagged, hasConditional } from './access-value.ts'
import type { Tags } from './tags.ts'
import { isMotorRoad, type WayClass } from './way-class.ts'

/** Access in the way's own direction and against it. */
export type AccessPair = readonly [forward: Access, backward: Access]

const FOOT_KEYS = ['foot', 'access']
const DIRECTIONS = ['forward', 'backward'] as const

export function footAccess(tags: Tags, way: WayClass): AccessPair {
  const both = undirectedAccess(tags, way)
  const oneway = tags.get('oneway:foot')
  return DIRECTIONS.map((direction): Access => {
    if (tags.has(`foot:${direction}:conditional`)) return 'conditional'
    const own = tags.get(`foot:${direction}`)
    if (own !== undefined) return walked(accessOfValue(own))
    const against = direction === 'forward' ? oneway === '-1' : oneway === 'yes' || oneway === '1' || oneway === 'true'
    return against ? 'closed' : both
  }) as unknown as AccessPair
}

function undirectedAccess(tags: Tags, way: WayClass): Access {
  const tagged = firstTagged(tags, FOOT_KEYS)
  const rank = tagged?.rank ?? FOOT_KEYS.length
  if (isMotorRoad(way.highway, tags)) {
    const foot = tags.get('foot')
    return tags.has('foot:conditional') ? 'conditional' : foot === 'yes' || foot === 'designated' ? 'open' : 'closed'
  }
  if (hasConditional(tags, FOOT_KEYS, rank)) return 'conditional'
  const access = tagged === null ? 'open' : walked(accessOfValue(tagged.value))
  return access === 'open' && way.highway === 'cycleway' && !tags.has('foot') ? 'cycleway_untagged' : access
}

/** `dismount` says nothing to a walker. */
const walked = (access: Access): Access => (access === 'dismount' ? 'open' : access)
