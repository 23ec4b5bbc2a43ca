// WaypointInput: a point as a route or a loop takes it, or something of the catalogue in its place.

import type { Loaders } from '../resolvers/loaders.ts'
import type { GivenWaypoint } from '../resolvers/input/waypoints.ts'
import { ServiceError } from '../src/errors.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { builder } from './builder.ts'
import { fromGlobalId, readId } from './node-interface.ts'

export const TrailDirectionEnum = builder.enumType('TrailDirection', {
  description: 'Which way a signed route is followed.',
  values: {
    FORWARD: { value: 'forward', description: 'In the order of its members.' },
    BACKWARD: { value: 'backward', description: 'Against the order of its members.' },
    SHORTER: { value: 'shorter', description: 'Whichever makes the whole route shorter.' },
  } as const,
})

const FollowInputType = builder.inputType('FollowInput', {
  description: 'A signed route to follow, or a part of it. Gaps are bridged by the network and named by a warning.',
  fields: (t) => ({
    trail: t.id({ required: true, description: 'Its id, or the number of its relation.' }),
    from: t.field({ type: 'LonLat', description: 'Where it is joined, [lon, lat] in degrees. Default its start.' }),
    to: t.field({ type: 'LonLat', description: 'Where it is left, [lon, lat] in degrees. Default its end.' }),
    direction: t.field({
      type: TrailDirectionEnum,
      description: 'Which way round. Default FORWARD; with `from` and `to`, SHORTER.',
    }),
  }),
})

export const WaypointInputType = builder.inputType('WaypointInput', {
  description: 'A waypoint in one of these forms.',
  isOneOf: true,
  fields: (t) => ({
    at: t.field({ type: 'LonLat', description: 'The point, [lon, lat] in degrees.' }),
    place: t.id({ description: 'Id of a place or an outdoor place; a number as REST gives it is that of a place.' }),
    follow: t.field({
      type: FollowInputType,
      description: 'A signed route that the route follows; a loop has none. 1 credit.',
    }),
    trail: t.id({ description: 'The start of a signed route: its id, or the number of its relation.' }),
  }),
})
export type Waypoint = typeof WaypointInputType.$inferInput

/** As `waypoint-route` takes it; throws as `locate`. */
export async function waypointOf(
  waypoint: Waypoint,
  loaders: Loaders,
  path: string,
  isNamed = false,
): Promise<GivenWaypoint> {
  const { follow } = waypoint
  if (isNamed && waypoint.place != null) {
    const found = fromGlobalId(waypoint.place)
    return { place: found?.type === 'OutdoorPlace' ? found.id : readId('Place', waypoint.place, `${path}.place`) }
  }
  if (follow == null) {
    const [lon, lat] = await locate(waypoint, loaders, path)
    return [lon, lat]
  }
  const trail = readId('Trail', follow.trail, `${path}.follow.trail`)
  const { from, to, direction } = follow
  return {
    trail,
    ...(from == null ? {} : { from: [from[0], from[1]] }),
    ...(to == null ? {} : { to: [to[0], to[1]] }),
    ...(direction == null ? {} : { direction }),
  }
}

/** What stands for a waypoint while its price is found. */
export const pricedAs = ({ at, follow }: Waypoint): GivenWaypoint =>
  follow == null ? ((at ?? [0, 0]) as [number, number]) : { trail: 1 }

/**
 * `[lon, lat]`. Throws ServiceError `invalid_input` or `not_found` that names the field; `path` leads to the waypoint.
 */
export async function locate(waypoint: Waypoint, loaders: Loaders, path: string): Promise<LonLat> {
  if (waypoint.at != null) return waypoint.at
  if (waypoint.follow != null)
    throw new ServiceError('invalid_input', `\`${path}.follow\`: a route follows a trail, a loop does not.`, {
      inputPath: `${path}.follow`,
    })
  if (waypoint.trail != null) return startOf(await findTrail(waypoint.trail, loaders, `${path}.trail`), loaders)
  const field = `${path}.place`
  const text = waypoint.place!
  const outdoor = fromGlobalId(text)
  const found =
    outdoor?.type === 'OutdoorPlace'
      ? await loaders.outdoorPlace(outdoor.id)
      : await loaders.place(readId('Place', text, field))
  if (found === null)
    throw new ServiceError('not_found', 'There is no place of this id in the live release.', { inputPath: field })
  return [found.lon, found.lat]
}

/** Throws ServiceError `invalid_input`, `not_found`. */
export async function findTrail(text: string, loaders: Loaders, field: string): Promise<TrailRow> {
  const trail = await loaders.trail(readId('Trail', text, field))
  if (trail === null)
    throw new ServiceError('not_found', 'There is no signed route of this id in the live release.', {
      inputPath: field,
    })
  return trail
}

async function startOf({ relationId, ends, lon, lat }: TrailRow, loaders: Loaders): Promise<LonLat> {
  return ends[0] ?? (await loaders.trailLine(relationId))?.parts[0]?.[0] ?? [lon, lat]
}
