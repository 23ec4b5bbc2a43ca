// RouteInput: a route as it is requested, by `route` and wherever a line is taken.

import { say } from '../src/language/sentence.ts'
import { onceEach } from '../resolvers/pipeline/once-each.ts'
import { creditsOf } from '../resolvers/pipeline/operation.ts'
import { rememberRequest, planRoute, withLongLegs } from '../resolvers/routing.ts'
import type { GivenWaypoint } from '../resolvers/input/waypoints.ts'
import { LONG_LEG_KM } from '../src/travel/limits.ts'
import { describeSetting } from '../src/travel/settings.ts'
import type { Loaders } from '../resolvers/loaders.ts'
import { ServiceError, withPath } from '../src/errors.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { builder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { inGraphqlWords, parseTravel, TravelSettingsType } from './travel-settings.ts'
import { type GivenTrail, TrailBy, pathOfTrail, relationOf } from './trail-by.ts'
import { PlaceBy, placeIdOf } from './place-by.ts'

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
    trail: t.field({ type: TrailBy, required: true, description: 'Its id or its relation.' }),
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
    place: t.field({ type: PlaceBy, description: 'A place of the map: where it lies.' }),
    follow: t.field({
      type: FollowInputType,
      description: 'A signed route that the route follows; refused by a matrix. 1 credit.',
    }),
    trail: t.field({ type: TrailBy, description: 'A signed route: where it starts.' }),
  }),
})
export type Waypoint = typeof WaypointInputType.$inferInput

/**
 * WaypointInput: a point as a route or a matrix takes it, or something of the catalogue in its place. As
 * `waypoint-route` takes it; throws as `locate`.
 */
export async function waypointOf(
  waypoint: Waypoint,
  loaders: Loaders,
  path: string,
  isNamed = false,
): Promise<GivenWaypoint> {
  const { follow } = waypoint
  if (isNamed && waypoint.place != null) return { place: placeIdOf(waypoint.place, `${path}.place`) }
  if (follow == null) {
    const [lon, lat] = await locate(waypoint, loaders, path)
    return [lon, lat]
  }
  return { trail: relationOf(follow.trail, `${path}.follow.trail`), ...partOf(follow) }
}

function partOf({ from, to, direction }: NonNullable<Waypoint['follow']>) {
  return {
    ...(from == null ? {} : { from: [from[0], from[1]] as [number, number] }),
    ...(to == null ? {} : { to: [to[0], to[1]] as [number, number] }),
    ...(direction == null ? {} : { direction }),
  }
}

/** What stands for a waypoint until it is looked up. */
export const pricedAs = ({ at, follow }: Waypoint): GivenWaypoint =>
  follow == null ? ((at ?? [0, 0]) as [number, number]) : { trail: 1, ...partOf(follow) }

/**
 * `[lon, lat]`. Throws ServiceError `invalid_input` or `not_found` that names the field; `path` leads to the waypoint.
 */
export async function locate(waypoint: Waypoint, loaders: Loaders, path: string): Promise<LonLat> {
  if (waypoint.at != null) return waypoint.at
  if (waypoint.follow != null)
    throw new ServiceError(say('error.invalid_input.loop_follows', { field: `${path}.follow` }), {
      inputPath: `${path}.follow`,
    })
  if (waypoint.trail != null) return startOf(await findTrail(waypoint.trail, loaders, `${path}.trail`), loaders)
  const field = `${path}.place`
  const found = await loaders.place(placeIdOf(waypoint.place!, field))
  if (found === null) throw new ServiceError(say('error.not_found.place_id'), { inputPath: field })
  return [found.lon, found.lat]
}

/** Throws ServiceError `invalid_input`, `not_found`. */
export async function findTrail(by: GivenTrail, loaders: Loaders, field: string): Promise<TrailRow> {
  const trail = await loaders.trail(relationOf(by, field))
  if (trail === null) throw new ServiceError(say('error.not_found.trail_id'), { inputPath: pathOfTrail(by, field) })
  return trail
}

async function startOf({ relationId, ends, lon, lat }: TrailRow, loaders: Loaders): Promise<LonLat> {
  return ends[0] ?? (await loaders.trailLine(relationId))?.parts[0]?.[0] ?? [lon, lat]
}

export const RouteInput = builder.inputType('RouteInput', {
  description:
    'The waypoints of a route, and how you travel. Omitted settings take their defaults and are named in `settingsDefaulted`.',
  fields: (t) => ({
    waypoints: t.field({
      type: [WaypointInputType],
      required: true,
      description: `2 to 100 waypoints, counted from 0, or one trail to follow; each leg at most ${LONG_LEG_KM.hike} km on foot and ${LONG_LEG_KM.bike} km by bicycle, in a straight line.`,
    }),
    settings: t.field({ type: TravelSettingsType, description: 'How you travel.' }),
    names: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Names waypoints in instructions, warnings and `snaps`: places by their names, points after the nearest named place within 250 m. Trails to follow are named anyway.',
    }),
    straightLegs: t.intList({ description: describeSetting('straightLegs') }),
  }),
})
export type GivenRoute = typeof RouteInput.$inferInput

/** Checked once, to be priced and to run: with what stands for its waypoints. */
const checkedRoute = onceEach(({ waypoints, straightLegs, names, settings }: GivenRoute) => {
  const fields = {
    waypoints: waypoints.map(pricedAs),
    ...(names ? { names } : {}),
    ...(straightLegs == null ? {} : { straightLegs }),
  }
  return parseTravel(planRoute, 'route', fields, settings)
})

/** What it will cost; an input that does not pass its checks costs nothing. */
export function priceOfRoute(input: GivenRoute): number {
  try {
    return creditsOf(planRoute, checkedRoute(input))
  } catch {
    return 0
  }
}

/** Charged as the operation. `argument`: where the input stands, for errors (`input.`). */
export async function findRoute(input: GivenRoute, { session, loaders }: DocumentContext, argument: string) {
  let checked: ReturnType<typeof checkedRoute>
  try {
    checked = checkedRoute(input)
  } catch (thrown) {
    throw withPath(thrown, (inputPath) => argument + inputPath)
  }
  const waypoints = await Promise.all(
    input.waypoints.map((one, i) => waypointOf(one, loaders, `${argument}waypoints[${i}]`, input.names)),
  )
  const request = withLongLegs({ ...checked, waypoints })
  return rememberRequest(await inGraphqlWords(session.run(planRoute, request), argument), request)
}
