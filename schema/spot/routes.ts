// Spot.routeTo and Spot.routeFrom: the way to another spot, and back.

import { rememberRequest, routeOfAnswer } from '../../resolvers/route-requests.ts'
import { planRoute, withLongLegs } from '../../resolvers/routing.ts'
import { type SpotSource, locationOfSpot } from '../../resolvers/spot-of.ts'
import type { GivenWaypoint } from '../../resolvers/input/waypoints.ts'
import { type DocumentContext, builder, priceOf } from '../builder.ts'
import { RouteType } from '../route-type.ts'
import { inGraphqlWords, parseTravel, TravelSettingsType } from '../travel-settings.ts'
import { type Waypoint, WaypointInputType, pricedAs, waypointOf } from '../waypoint-input.ts'
import { SpotInterface } from './spot-interface.ts'

const oneLegTo = (other: Waypoint) => ({ waypoints: [[0, 0], pricedAs(other)] })
type Settings = typeof TravelSettingsType.$inferInput

async function routeBetween(
  spot: SpotSource,
  { other, name, settings }: { other: Waypoint; name: string; settings: Settings | null | undefined },
  order: (here: GivenWaypoint, there: GivenWaypoint) => GivenWaypoint[],
  { ledger, loaders }: DocumentContext,
) {
  const waypoints = order([...locationOfSpot(spot)], await waypointOf(other, loaders, name))
  const request = withLongLegs(parseTravel(planRoute, 'routeTo', { waypoints }, settings))
  return routeOfAnswer(rememberRequest(await inGraphqlWords(ledger.run(planRoute, request)), request))
}

builder.interfaceFields(SpotInterface, (t) => ({
  routeTo: t.field({
    type: RouteType,
    nullable: true,
    description: 'A route from there to another place; null beside an error.',
    args: {
      to: t.arg({ type: WaypointInputType, required: true, description: 'Where the route ends.' }),
      settings: t.arg({ type: TravelSettingsType, description: 'How you travel.' }),
    },
    extensions: { runs: planRoute },
    complexity: ({ to }) => priceOf(planRoute, oneLegTo(to)),
    resolve: (spot, { to, settings }, context) =>
      routeBetween(spot, { other: to, name: 'to', settings }, (here, there) => [here, there], context),
  }),
  routeFrom: t.field({
    type: RouteType,
    nullable: true,
    description: 'A route from another place to there; null beside an error.',
    args: {
      from: t.arg({ type: WaypointInputType, required: true, description: 'Where the route begins.' }),
      settings: t.arg({ type: TravelSettingsType, description: 'How you travel.' }),
    },
    extensions: { runs: planRoute },
    complexity: ({ from }) => priceOf(planRoute, oneLegTo(from)),
    resolve: (spot, { from, settings }, context) =>
      routeBetween(spot, { other: from, name: 'from', settings }, (here, there) => [there, here], context),
  }),
}))
