// Links of every point (`Spot`) that travel from it: routes, loops, reach.

import { rememberRequest, routeOfAnswer } from '../resolvers/route-requests.ts'
import { planRoute, withLongLegs } from '../resolvers/routing.ts'
import { type SpotSource, locationOfSpot } from '../resolvers/spot-of.ts'
import type { GivenWaypoint } from '../resolvers/input/waypoints.ts'
import { type DocumentContext, builder, priceOf } from './builder.ts'
import { RouteType } from './route-type.ts'
import { TravelSettingsType, inGraphqlWords, parseTravel } from './travel-settings.ts'
import { type Waypoint, WaypointInputType, pricedAs, waypointOf } from './waypoint-input.ts'
import { SpotInterface } from './spot.ts'
import { roundTrips } from '../resolvers/round-trips.ts'
import { RoundTripsType } from './round-trips.ts'
import { reach } from '../resolvers/reach.ts'
import { ReachDirectionEnum, ReachLimitsInput, ReachType, findReach, priceOfReach, toReach } from './reach.ts'

// Spot.routeTo and Spot.routeFrom: the way to another spot, and back.

const oneLegTo = (other: Waypoint) => ({ waypoints: [[0, 0], pricedAs(other)] })
type Settings = typeof TravelSettingsType.$inferInput

async function routeBetween(
  spot: SpotSource,
  { other, name, settings }: { other: Waypoint; name: string; settings: Settings | null | undefined },
  order: (here: GivenWaypoint, there: GivenWaypoint) => GivenWaypoint[],
  { session, loaders }: DocumentContext,
) {
  const waypoints = order([...locationOfSpot(spot)], await waypointOf(other, loaders, name))
  const request = withLongLegs(parseTravel(planRoute, 'routeTo', { waypoints }, settings))
  return routeOfAnswer(rememberRequest(await inGraphqlWords(session.run(planRoute, request)), request))
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

// Spot.loops: round trips that begin and end there.

builder.interfaceFields(SpotInterface, (t) => ({
  loops: t.field({
    type: RoundTripsType,
    nullable: true,
    description: 'Loops from there, best first; null with an error, e.g. if none was found.',
    args: {
      distanceM: t.arg.float({
        required: true,
        description: 'Length of the loop in metres, 500 to 40,000 on foot and to 60,000 by bicycle.',
      }),
      direction: t.arg.float({
        description: 'Where the loop should lie: degrees clockwise from north, give or take 45. Default anywhere.',
      }),
      alternatives: t.arg.int({
        defaultValue: 0,
        description: 'Further loops wanted, 0 to 3, each sharing less than 60 % with every other.',
      }),
      settings: t.arg({ type: TravelSettingsType, description: 'How you travel; a loop does not take all of them.' }),
    },
    extensions: { runs: roundTrips },
    complexity: () => priceOf(roundTrips, { start: [0, 0], distanceM: 5000 }),
    resolve: async (spot, { distanceM, direction, alternatives, settings }, { session }) => {
      const fields = { start: locationOfSpot(spot), distanceM, direction, alternatives: alternatives ?? 0 }
      const input = parseTravel(roundTrips, 'loop', fields, settings)
      return (await inGraphqlWords(session.run(roundTrips, input))).value
    },
  }),
}))

// Spot.reach: what is within reach of there.

builder.interfaceFields(SpotInterface, (t) => ({
  reach: t.field({
    type: ReachType,
    nullable: true,
    description: 'What is within reach of there; null beside an error.',
    args: {
      within: t.arg({ type: ReachLimitsInput, required: true, description: 'How far to go.' }),
      direction: t.arg({ type: ReachDirectionEnum, defaultValue: 'from', description: 'Which way is travelled.' }),
      toleranceM: t.arg.float({
        defaultValue: 25,
        description: 'How far ground extends to both sides of a way, 10 to 500 metres.',
      }),
      settings: t.arg({
        type: TravelSettingsType,
        description: 'How you travel; a reach takes only settings that forbid ways.',
      }),
    },
    extensions: { runs: reach },
    complexity: (args) => priceOfReach(args),
    resolve: (spot, asked, context, info) => findReach(toReach(asked, locationOfSpot(spot), info), context),
  }),
}))
