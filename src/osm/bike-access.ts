// Who may ride along a way, in each direction, by decision D12. `bicycle` beats `vehicle` beats `access`. One-way
// streets bind, with their exceptions: `oneway:bicycle`, `cycleway=opposite*`, a cycleway lane running the other way,
// `bicycle:forward/backward`. `dismount` is open at walking pace. A condition is not evaluated: open with the code
// `conditional`. Pure.

import type { Access } from './edge-facts.ts'
import { accessOfValue, firstTagged, hasConditional } from './access-value.ts'
import type { AccessPair } from './foot-access.ts'
import type { Tags } from './tags.ts'
import type { WayClass } from './way-class.ts'

const BIKE_KEYS = ['bicycle', 'vehicle', 'access']
const DIRECTIONS = ['forward', 'backward'] as const
/** Ways for walkers: a bicycle goes there only where a bicycle tag says so. */
const ONLY_WHERE_TAGGED = new Set(['footway', 'pedestrian', 'steps', 'bridleway', 'platform', 'pier'])
const RIDING_PERMITTED = new Set(['yes', 'designated', 'permissive'])

export function bikeAccess(tags: Tags, way: WayClass): AccessPair {
  const both = undirectedAccess(tags, way)
  const bound = boundDirections(tags, way)
  return DIRECTIONS.map((direction, i): Access => {
    if (tags.has(`bicycle:${direction}:conditional`)) return 'conditional'
    const own = tags.get(`bicycle:${direction}`) ?? (tags.has('bicycle') ? undefined : tags.get(`vehicle:${direction}`))
    if (own !== undefined) return accessOfValue(own)
    if (both === 'closed' || bound[i] === 'open') return both
    return bound[i]
  }) as unknown as AccessPair
}

function undirectedAccess(tags: Tags, way: WayClass): Access {
  if (way.highway === 'via_ferrata') return 'closed'
  const bicycle = tags.get('bicycle')
  if (ONLY_WHERE_TAGGED.has(way.highway) || way.highway.startsWith('motorway') || tags.get('motorroad') === 'yes') {
    if (tags.has('bicycle:conditional')) return 'conditional'
    if (bicycle === 'dismount') return 'dismount'
    return bicycle !== undefined && RIDING_PERMITTED.has(bicycle) ? 'open' : 'closed'
  }
  const tagged = firstTagged(tags, BIKE_KEYS)
  if (hasConditional(tags, BIKE_KEYS, tagged?.rank ?? BIKE_KEYS.length)) return 'conditional'
  return tagged === null ? 'open' : accessOfValue(tagged.value)
}

/** What the one-way rules leave of each direction: `open`, `closed`, or `conditional` where it changes. */
function boundDirections(tags: Tags, way: WayClass): AccessPair {
  const forBikes = tags.get('oneway:bicycle')
  if (tags.has('oneway:bicycle:conditional')) return ['conditional', 'conditional']
  if (forBikes !== undefined) return directionsOf(forBikes)
  const oneway = tags.get('oneway')
  const implied =
    tags.get('junction') === 'roundabout' || tags.get('junction') === 'circular' || way.highway === 'motorway'
  const [forward, backward] = directionsOf(oneway ?? (implied ? 'yes' : 'no'))
  if (forward === backward) return tags.has('oneway:conditional') ? ['conditional', 'conditional'] : [forward, backward]
  if (runsOpposite(tags)) return ['open', 'open']
  if (!tags.has('oneway:conditional')) return [forward, backward]
  return forward === 'closed' ? ['conditional', backward] : [forward, 'conditional']
}

function directionsOf(oneway: string): AccessPair {
  switch (oneway) {
    case 'yes':
    case 'true':
    case '1':
      return ['open', 'closed']
    case '-1':
    case 'reverse':
      return ['closed', 'open']
    case 'reversible':
      return ['conditional', 'conditional']
    default:
      return ['open', 'open']
  }
}

/** Whether bicycles have a lane or leave against the one-way direction. */
function runsOpposite(tags: Tags): boolean {
  for (const key of ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both']) {
    const value = tags.get(key)
    if (value?.startsWith('opposite')) return true
    const lane = tags.get(`${key}:oneway`)
    if (value !== undefined && value !== 'no' && value !== 'separate' && (lane === '-1' || lane === 'no')) return true
  }
  return false
}
