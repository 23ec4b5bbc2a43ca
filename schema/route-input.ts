// RouteInput: a route as it is requested, by `route` and wherever a line is taken.

import { creditsOf } from '../resolvers/pipeline/operation.ts'
import { onceEach } from '../resolvers/pipeline/once-each.ts'
import { rememberRequest } from '../resolvers/route-requests.ts'
import { planRoute, withLongLegs } from '../resolvers/routing.ts'
import type { GivenWaypoint } from '../resolvers/input/waypoints.ts'
import { LONG_LEG_KM, MAX_WAYPOINTS } from '../src/travel/limits.ts'
import { describeSetting } from '../src/travel/describe-setting.ts'
import { type DocumentContext, builder } from './builder.ts'
import { inGraphqlWords, parseTravel, TravelSettingsType } from './travel-settings.ts'
import { pricedAs, waypointOf, WaypointInputType } from './waypoint-input.ts'

export const RouteInput = builder.inputType('RouteInput', {
  description:
    'The waypoints of a route, and how you travel. Omitted settings take their defaults and are named in settingsDefaulted.',
  fields: (t) => ({
    waypoints: t.field({
      type: [WaypointInputType],
      required: true,
      description: `2 to 100 waypoints, counted from 0, or one trail to follow; each leg at most ${LONG_LEG_KM.hike} km on foot and ${LONG_LEG_KM.bike} km by bicycle, in a straight line.`,
    }),
    settings: t.field({ type: TravelSettingsType, description: 'How you travel.' }),
    names: t.boolean({
      description:
        'Names waypoints in instructions, warnings and `snaps`: places by their names, points after the nearest named place within 250 m. Default false; trails to follow are named anyway.',
    }),
    straightLegs: t.intList({ description: describeSetting('straightLegs') }),
  }),
})
export type GivenRoute = typeof RouteInput.$inferInput

/** Beyond that a waypoint is not even looked up. */
const hasFewWaypoints = ({ waypoints }: GivenRoute) => waypoints.length <= MAX_WAYPOINTS

function toRoute({ straightLegs, names, settings }: GivenRoute, waypoints: readonly GivenWaypoint[], argument: string) {
  const fields = {
    waypoints,
    ...(names === true ? { names } : {}),
    ...(straightLegs == null ? {} : { straightLegs }),
  }
  return parseTravel(planRoute, 'route', fields, settings, argument)
}

/** What it will cost; an input that does not pass its checks costs nothing. */
export const priceOfRoute = onceEach((input: GivenRoute): number => {
  if (!hasFewWaypoints(input)) return 0
  try {
    return creditsOf(planRoute, toRoute(input, input.waypoints.map(pricedAs), ''))
  } catch {
    return 0
  }
})

/** Charged as the operation. `argument`: where the input stands, for errors (`input.`). */
export async function findRoute(input: GivenRoute, { session, loaders }: DocumentContext, argument: string) {
  const waypoints = hasFewWaypoints(input)
    ? await Promise.all(
        input.waypoints.map((one, i) => waypointOf(one, loaders, `${argument}waypoints[${i}]`, input.names === true)),
      )
    : (input.waypoints as never[])
  const request = withLongLegs(toRoute(input, waypoints, argument))
  return rememberRequest(await inGraphqlWords(session.run(planRoute, request), argument), request)
}
