// The waypoints of a route: points, places, or signed routes to follow. What names something is looked up in the
// catalogue of the live release before a thread plans the route; a route over points alone asks nothing.

import { zodMessage } from '../pipeline/zod-message.ts'
import { type NameValue, say } from '../../src/language/sentence.ts'
import type { z } from 'zod'
import { ServiceError } from '../../src/errors.ts'
import type { PlaceRow, PoiRow, TrailLine, TrailRow } from '../../src/places/catalogue-rows.ts'
import {
  type PlanRouteInput,
  type Position,
  TRAIL_DIRECTIONS,
  type TrailToFollow,
} from '../../src/routing/costs/request-types.ts'
import type { Services } from '../../src/services.ts'
import { MAX_TRAIL_LINES_KM, MAX_TRAILS, MAX_WAYPOINTS, MIN_WAYPOINTS } from '../../src/travel/limits.ts'
import { listOf, onlyFields, oneOf, position, unionOf, wholeId } from './input-fields.ts'

const placeWaypoint = onlyFields({
  place: wholeId(say('expected.place_id')).describe(
    'Id of a place or an outdoor place, as search and reverse give it.',
  ),
})
const trailWaypoint = onlyFields({
  trail: wholeId(say('expected.relation_id')).describe('Relation of a signed route.'),
  from: position().optional().describe('Where it is joined, [lon, lat] in degrees. Default its start.'),
  to: position().optional().describe('Where it is left, [lon, lat] in degrees. Default its end.'),
  direction: oneOf(TRAIL_DIRECTIONS)
    .optional()
    .describe(
      'forward is the order of its members, shorter whichever makes the route shorter. Default forward; with from and to, shorter.',
    ),
})
const FORMS = say('expected.waypoint')
const LENGTH = say('expected.list', { min: MIN_WAYPOINTS, max: MAX_WAYPOINTS, items: 'pairs' })

/** In the OpenAPI document. */
const A_TRAIL = { type: 'object', required: ['trail'] }

type GivenTrail = z.infer<typeof trailWaypoint>
export type GivenWaypoint = Position | z.infer<typeof placeWaypoint> | GivenTrail

const isTrail = (waypoint: GivenWaypoint): waypoint is GivenTrail => 'trail' in waypoint

/** 2 to 100; a trail alone is a route, too. */
export const waypointsField = () =>
  listOf(unionOf([position(), placeWaypoint, trailWaypoint], FORMS), 1, MAX_WAYPOINTS, 'pairs', LENGTH)
    .refine((waypoints) => waypoints.length >= MIN_WAYPOINTS || isTrail(waypoints[0]), {
      error: zodMessage(LENGTH),
    })
    .refine((waypoints) => waypoints.filter(isTrail).length <= MAX_TRAILS, {
      error: zodMessage(say('expected.trails', { max: MAX_TRAILS })),
    })
    .meta({
      anyOf: [{ minItems: MIN_WAYPOINTS }, { items: A_TRAIL }],
      ...{ contains: A_TRAIL, minContains: 0, maxContains: MAX_TRAILS },
      description:
        'Waypoints in the order of travel, counted from 0: points [lon, lat] in degrees, places, or signed routes to follow. Each leg at most 60 km in a straight line.',
    })
export const countTrails = (waypoints: readonly GivenWaypoint[]): number => waypoints.filter(isTrail).length

type Planned = Pick<PlanRouteInput, 'waypoints' | 'trails' | 'names'>

/** A point is called after a named place so near. */
const NEAR_M = 250

/** By point; null if absent. */
async function namesOfPoints(given: readonly GivenWaypoint[], services: Services): Promise<(NameValue | null)[]> {
  const points = given.filter((one): one is Position => Array.isArray(one))
  if (points.length === 0) return given.map(() => null)
  const near = await services.places.findNear(points, { radiusM: NEAR_M, kinds: null, limit: 1 })
  let next = 0
  return given.map((one) => {
    const place = Array.isArray(one) ? near[next++][0] : undefined
    return place === undefined ? null : say('name.near', { name: short(place.name) })
  })
}

/** As the planner takes them; `areNamed`: points, too. Throws `not_found`, `too_long`, `artifacts_missing`. */
export async function findWaypoints(
  given: readonly GivenWaypoint[],
  services: Services,
  areNamed = false,
): Promise<Planned> {
  const near = areNamed ? await namesOfPoints(given, services) : null
  if (given.every((one) => Array.isArray(one)))
    return { waypoints: given as Position[], ...(near === null ? {} : { names: near }) }
  const [places, trails] = await Promise.all([
    findPlaces(
      given.flatMap((one) => ('place' in one ? [one.place] : [])),
      services,
    ),
    findTrails(
      given.flatMap((one) => (isTrail(one) ? [one.trail] : [])),
      services,
    ),
  ])
  const planned: Required<Planned> = { waypoints: [], trails: [], names: [] }
  let linesM = 0
  given.forEach((one, waypoint) => {
    if (Array.isArray(one)) {
      planned.waypoints.push(one)
      planned.names!.push(near?.[waypoint] ?? null)
    } else if ('place' in one) {
      const place = places.get(one.place) ?? missing('place', waypoint, one.place)
      planned.waypoints.push([place.lon, place.lat])
      planned.names!.push(place.name === null ? null : short(place.name))
    } else {
      const found = trails.get(one.trail) ?? missing('trail', waypoint, one.trail)
      linesM += found.trail.lengthM
      if (linesM > MAX_TRAIL_LINES_KM * 1000)
        throw new ServiceError(say('error.too_long.trails', { maxKm: MAX_TRAIL_LINES_KM }), {
          inputPath: `waypoints[${waypoint}].trail`,
        })
      const trail = toFollow(one, waypoint, found)
      planned.waypoints.push(found.line.parts[0][0] as Position)
      planned.names!.push(trail.name)
      planned.trails!.push(trail)
    }
  })
  return planned
}

function missing(form: 'place' | 'trail', waypoint: number, id: number): never {
  const inputPath = `waypoints[${waypoint}].${form}`
  throw new ServiceError(say(`error.not_found.${form}_field`, { field: inputPath, id }), { inputPath })
}

function toFollow(
  { trail: relationId, from, to, direction }: GivenTrail,
  waypoint: number,
  { trail, line }: FoundTrail,
): TrailToFollow {
  const ownName = trail.name ?? trail.ref
  return {
    waypoint,
    relationId,
    name: ownName === null ? say('name.trail', { id: relationId }) : short(ownName),
    parts: line.parts.map((part) => Int32Array.from(part.flatMap(([lon, lat]) => [toMicro(lon), toMicro(lat)]))),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(direction === undefined ? {} : { direction }),
  }
}

const toMicro = (degrees: number) => Math.round(degrees * 1e6)

/** Names of the map may be of any length; messages are not. */
const short = (name: string) => (name.length <= 60 ? name : `${name.slice(0, 59)}…`)

/** Named places and outdoor places share their ids. */
export async function findPlaces(ids: readonly number[], services: Services): Promise<Map<number, PlaceRow | PoiRow>> {
  const found = new Map<number, PlaceRow | PoiRow>()
  if (ids.length === 0) return found
  const [places, outdoor] = await Promise.all([services.places.findByIds(ids), services.pois.findByIds(ids)])
  ids.forEach((id, i) => {
    const place = places[i] ?? outdoor[i]
    if (place !== null) found.set(id, place)
  })
  return found
}

interface FoundTrail {
  trail: TrailRow
  line: TrailLine
}

async function findTrails(ids: readonly number[], services: Services): Promise<Map<number, FoundTrail>> {
  const found = new Map<number, FoundTrail>()
  if (ids.length === 0) return found
  const [trails, lines] = await Promise.all([services.trails.findByRelationIds(ids), services.trails.findLines(ids)])
  ids.forEach((id, i) => {
    const trail = trails[i]
    const line = lines[i]
    if (trail !== null && line !== null && line.parts.length > 0) found.set(id, { trail, line })
  })
  return found
}
