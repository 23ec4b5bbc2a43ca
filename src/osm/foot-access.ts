// Who may walk along a way, in each direction, by decision `ways-and-access`. `foot` beats `access`. `oneway` applies
// to vehicles, and to walkers only on ferries; a conveyor runs one way; `oneway:foot` and `foot:forward/backward` apply
// to walkers. Conditions are not evaluated: open with the code `conditional`. Pure.

import type { Access } from './edge-facts.ts'
import { accessOfValue, firstTagged, hasConditional } from './access-value.ts'
import { conveyedDirections, DIRECTIONS, directionsOf, onewayDirections, type AccessPair } from './directions.ts'
import type { Tags } from './tags.ts'
import { isMotorRoad, type WayClass } from './way-class.ts'

const FOOT_KEYS = ['foot', 'access']
/** A motor road is open to walkers only with one of these values. */
const OPENS_MOTOR_ROAD = new Set(['yes', 'designated', 'official'])

export function footAccess(tags: Tags, way: WayClass): AccessPair {
  const both = undirectedAccess(tags, way)
  const bound = boundDirections(tags, way)
  const accessCounts = !tags.has('foot') && !isMotorRoad(way.highway, tags)
  return DIRECTIONS.map((direction, i): Access => {
    if (tags.has(`foot:${direction}:conditional`)) return 'conditional'
    const own = tags.get(`foot:${direction}`) ?? (accessCounts ? tags.get(`access:${direction}`) : undefined)
    if (own !== undefined) return walked(accessOfValue(own))
    return both === 'closed' || bound[i] === 'open' ? both : bound[i]
  }) as unknown as AccessPair
}

function undirectedAccess(tags: Tags, way: WayClass): Access {
  const tagged = firstTagged(tags, FOOT_KEYS)
  const rank = tagged?.rank ?? FOOT_KEYS.length
  if (isMotorRoad(way.highway, tags))
    return tags.has('foot:conditional')
      ? 'conditional'
      : OPENS_MOTOR_ROAD.has(tags.get('foot') ?? 'no')
        ? 'open'
        : 'closed'
  if (hasConditional(tags, FOOT_KEYS, rank)) return 'conditional'
  const access = tagged === null ? 'open' : walked(accessOfValue(tagged.value))
  return access === 'open' && way.highway === 'cycleway' && !tags.has('foot') ? 'cycleway_untagged' : access
}

function boundDirections(tags: Tags, way: WayClass): AccessPair {
  if (tags.has('oneway:foot:conditional')) return ['conditional', 'conditional']
  const forWalkers = tags.get('oneway:foot')
  if (forWalkers !== undefined) return directionsOf(forWalkers)
  return way.kind === 'ferry' ? onewayDirections(tags, false) : conveyedDirections(tags)
}

/** `dismount` does not concern walkers. */
const walked = (access: Access): Access => (access === 'dismount' ? 'open' : access)
