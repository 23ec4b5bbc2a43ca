// Who may cycle along a way, in each direction, by decision `ways-and-access`. `bicycle` beats `vehicle`, which beats
// `access`. One-way streets apply, with their exceptions: `oneway:bicycle`, `cycleway=opposite*`, a contraflow cycle
// lane, `bicycle:forward/backward`. `dismount` is open at walking pace. Conditions are not evaluated: open with the
// code `conditional`. Ground that no wheel passes (`smoothness=impassable`) is closed whatever else is tagged. Pure.

import type { Access } from './edge-facts.ts'
import { accessOfValue, firstTagged, hasConditional, isPermission } from './access-value.ts'
import { isImpassable } from './surface.ts'
import { type Tags, isTagged } from './tags.ts'
import { type WayClass, isMotorRoad } from './way-class.ts'

/**
 * What `oneway` and `conveying` allow in the two directions of a way: `open`, `closed`, or `conditional` if it varies
 * or is unknown. way-access.ts decides which modes they apply to. Pure. Access along the way's own direction and
 * against it.
 */
export type AccessPair = readonly [forward: Access, backward: Access]

const DIRECTIONS = ['forward', 'backward'] as const
const BOTH_OPEN: AccessPair = ['open', 'open']
const BOTH_CONDITIONAL: AccessPair = ['conditional', 'conditional']
/** Of two rules the stricter one counts. */
const STRICTNESS: Access[] = ['open', 'conditional', 'closed']

/** Directions allowed by a value of `oneway` or `oneway:MODE`. */
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
      return BOTH_CONDITIONAL
    default:
      return BOTH_OPEN
  }
}

/** Directions allowed by `oneway`, without evaluating its condition. `implied`: one-way if nothing is tagged. */
function onewayDirections(tags: Tags, implied: boolean): AccessPair {
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
function conveyedDirections(tags: Tags): AccessPair {
  if (!isConveyor(tags) || tags.get('oneway') === 'no') return BOTH_OPEN
  const conveying = tags.get('conveying')
  if (conveying === 'forward') return ['open', 'closed']
  if (conveying === 'backward') return ['closed', 'open']
  const oneway = onewayDirections(tags, false)
  return oneway[0] === 'open' && oneway[1] === 'open' ? BOTH_CONDITIONAL : oneway
}

/** What both rules together allow. */
function stricter(a: AccessPair, b: AccessPair): AccessPair {
  const of = (i: 0 | 1) => (STRICTNESS.indexOf(a[i]) >= STRICTNESS.indexOf(b[i]) ? a[i] : b[i])
  return [of(0), of(1)]
}

const BIKE_KEYS = ['bicycle', 'vehicle', 'access']
/** Ways for walkers: open to bicycles only if a bicycle tag says so. */
const ONLY_WHERE_TAGGED = new Set(['footway', 'pedestrian', 'steps', 'escalator', 'bridleway', 'platform', 'pier'])

export function bikeAccess(tags: Tags, way: WayClass): AccessPair {
  if (isImpassable(tags)) return ['closed', 'closed']
  const both = undirectedByBike(tags, way)
  const bound = directionsByBike(tags, way)
  const general = isForWalkers(tags, way) ? 1 : BIKE_KEYS.length
  return DIRECTIONS.map((direction, i): Access => {
    for (const key of BIKE_KEYS.slice(0, general)) {
      if (tags.has(`${key}:${direction}:conditional`)) return 'conditional'
      const own = tags.get(`${key}:${direction}`)
      if (own !== undefined) return accessOfValue(own)
      if (tags.has(key)) break // beats the less specific keys, directed or not
    }
    if (both === 'closed' || bound[i] === 'open') return both
    return bound[i]
  }) as unknown as AccessPair
}

/** Ways and roads that only a bicycle tag opens to bicycles. */
function isForWalkers(tags: Tags, way: WayClass): boolean {
  return ONLY_WHERE_TAGGED.has(way.highway) || way.highway.startsWith('motorway') || tags.get('motorroad') === 'yes'
}

function undirectedByBike(tags: Tags, way: WayClass): Access {
  if (way.highway === 'via_ferrata') return 'closed'
  const bicycle = tags.get('bicycle')
  if (isForWalkers(tags, way)) {
    if (tags.has('bicycle:conditional')) return 'conditional'
    if (bicycle === 'dismount') return 'dismount'
    return isPermission(bicycle) ? 'open' : 'closed'
  }
  const tagged = firstTagged(tags, BIKE_KEYS)
  if (hasConditional(tags, BIKE_KEYS, tagged?.rank ?? BIKE_KEYS.length)) return 'conditional'
  return tagged === null ? 'open' : accessOfValue(tagged.value)
}

/** What the one-way rules allow in each direction: `open`, `closed`, or `conditional` if it varies. */
function directionsByBike(tags: Tags, way: WayClass): AccessPair {
  if (tags.has('oneway:bicycle:conditional')) return ['conditional', 'conditional']
  const forBikes = tags.get('oneway:bicycle')
  const junction = tags.get('junction')
  const implied = junction === 'roundabout' || junction === 'circular' || way.highway === 'motorway'
  const oneway =
    forBikes !== undefined ? directionsOf(forBikes) : runsOpposite(tags) ? BOTH_OPEN : onewayDirections(tags, implied)
  return stricter(oneway, conveyedDirections(tags))
}

/** Whether bicycles have a lane or permission against the one-way direction. */
function runsOpposite(tags: Tags): boolean {
  for (const key of ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both']) {
    const value = tags.get(key)
    if (value?.startsWith('opposite')) return true
    const lane = tags.get(`${key}:oneway`)
    if (value !== undefined && value !== 'no' && value !== 'separate' && (lane === '-1' || lane === 'no')) return true
  }
  return false
}

const FOOT_KEYS = ['foot', 'access']
/** A motor road is open to walkers only with one of these values. */
const OPENS_MOTOR_ROAD = new Set(['yes', 'designated', 'official'])

/**
 * Who may walk along a way, in each direction, by decision `ways-and-access`. `foot` beats `access`. `oneway` applies
 * to vehicles, and to walkers only on ferries; a conveyor runs one way; `oneway:foot` and `foot:forward/backward` apply
 * to walkers. Conditions are not evaluated: open with the code `conditional`. Pure.
 */
export function footAccess(tags: Tags, way: WayClass): AccessPair {
  const both = undirectedOnFoot(tags, way)
  const bound = directionsOnFoot(tags, way)
  const accessCounts = !tags.has('foot') && !isMotorRoad(way.highway, tags)
  return DIRECTIONS.map((direction, i): Access => {
    if (tags.has(`foot:${direction}:conditional`)) return 'conditional'
    const own = tags.get(`foot:${direction}`) ?? (accessCounts ? tags.get(`access:${direction}`) : undefined)
    if (own !== undefined) return walked(accessOfValue(own))
    return both === 'closed' || bound[i] === 'open' ? both : bound[i]
  }) as unknown as AccessPair
}

function undirectedOnFoot(tags: Tags, way: WayClass): Access {
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

function directionsOnFoot(tags: Tags, way: WayClass): AccessPair {
  if (tags.has('oneway:foot:conditional')) return ['conditional', 'conditional']
  const forWalkers = tags.get('oneway:foot')
  if (forWalkers !== undefined) return directionsOf(forWalkers)
  return way.kind === 'ferry' ? onewayDirections(tags, false) : conveyedDirections(tags)
}

/** `dismount` does not concern walkers. */
const walked = (access: Access): Access => (access === 'dismount' ? 'open' : access)
