// Links of every point (`Spot`): what can be asked where it is.

import { elevation } from '../resolvers/maps.ts'
import { locationOfSpot, placeIdOf, timezoneOfSpot, type SpotSource } from '../resolvers/spot-of.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import { forecast, linkedForecastArgs, linkedForecastInput, placeForecast } from '../resolvers/weather.ts'
import { dateField, fields } from '../resolvers/input/input-fields.ts'
import { sun } from '../resolvers/sun.ts'
import { routeSnow } from '../resolvers/snow.ts'
import { alongPoints, onLine } from '../resolvers/stretch-of.ts'
import { readPage } from '../resolvers/page-of.ts'
import { reverse, trails, findTrailsNear } from '../resolvers/search.ts'
import { nearbyArgs, trailsNearArgs } from '../resolvers/input/search-args.ts'
import { areasAround, placesAround, unknownsOfAreas } from '../resolvers/place-lists.ts'
import { rememberRequest, routeOfAnswer, planRoute, withLongLegs } from '../resolvers/routing.ts'
import type { GivenWaypoint } from '../resolvers/input/waypoints.ts'
import { withPath } from '../src/errors.ts'
import { argsOf } from './arguments.ts'
import { builder, priceOf, withoutNulls } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { SpotInterface } from './spot.ts'
import { ForecastType, requestedOfForecast } from './forecast.ts'
import { SunType } from './sun.ts'
import { asksFor } from './asks-for.ts'
import { RouteSnowType } from './snow.ts'
import { pageRequest, priceOfPage } from './connection.ts'
import { PlaceConnectionType, PlaceType, placeConnection } from './place-type.ts'
import { filterOf, NearbyWhere } from './place-where.ts'
import { LinkedTrailWhere, TrailOrderInput, listTrails } from './trails.ts'
import { TrailConnectionType } from './trail-type.ts'
import { UnknownType } from './route-notes.ts'
import { RouteType } from './route-type.ts'
import { TravelSettingsType, inGraphqlWords, parseTravel } from './travel-settings.ts'
import { type Waypoint, WaypointInputType, pricedAs, waypointOf } from './route-input.ts'

const HeightReadingType = builder.objectRef<{ heightM: number | null }>('HeightReading').implement({
  description: 'A height of the terrain model.',
  fields: (t) => ({
    heightM: t.exposeFloat('heightM', {
      nullable: true,
      description: 'Modelled height in metres above sea level; null where the terrain has none, never 0 for missing.',
    }),
  }),
})

/** Spot.elevation: the height of the terrain there. */
builder.interfaceFields(SpotInterface, (t) => ({
  elevation: t.field({
    type: HeightReadingType,
    mayFail: true,
    description: 'The height of the terrain model there, whatever the map says; null beside an error. Costs nothing.',
    operations: [elevation],
    runs: elevation,
    credits: 0,
    resolve: (source, _args, { session, loaders }) =>
      session.runLinked(elevation, 0, async () => ({ heightM: await loaders.height(locationOfSpot(source)) })),
  }),
}))

const checked = { input: withoutNulls(linkedForecastInput) }

/**
 * Spot.forecast: the weather there. Charged nothing, counted as one point; all that a document asks for so many days is
 * one question to the provider.
 */
builder.interfaceFields(SpotInterface, (t) => ({
  forecast: t.field({
    type: ForecastType,
    mayFail: true,
    description: 'The weather there, at the height of the terrain; null with an error if no forecast is available.',
    args: argsOf(t, linkedForecastArgs),
    operations: [forecast],
    runs: forecast,
    forecastPoints: () => 1,
    resolve: (source, args, { session, loaders }, info) =>
      session.run(
        placeForecast(loaders),
        parseInput(checked as never, { at: locationOfSpot(source), ...args, ...requestedOfForecast(info) }) as never,
      ),
  }),
}))

/** Spot.sun: when the sun rises and sets there. */
builder.interfaceFields(SpotInterface, (t) => ({
  sun: t.field({
    type: SunType,
    mayFail: true,
    description: 'Sunrise, sunset and twilight there on a date; null beside an error. Costs nothing.',
    args: argsOf(t, fields({ date: dateField() })),
    operations: [sun],
    runs: sun,
    credits: 0,
    resolve: (source, { date }, { session }) => {
      const [lon, lat] = locationOfSpot(source)
      return session.run(sun, { lon, lat, date })
    },
  }),
}))

/** Spot.timezone: whose clock people there read. */
builder.interfaceFields(SpotInterface, (t) => ({
  timezone: t.string({
    description: 'The time zone there by its IANA name: Europe/Andorra. Costs nothing.',
    resolve: (source) => timezoneOfSpot(source),
  }),
}))

/** Spot.snow: observed and forecast snow there. */
builder.interfaceFields(SpotInterface, (t) => ({
  snow: t.field({
    type: RouteSnowType,
    mayFail: true,
    description:
      'Snow there, as the answer for a line of one point; null beside an error if the raster cannot be read.',
    runs: routeSnow,
    credits: () => priceOf(routeSnow, {}),
    resolve: async (source, _, { session }, info) => {
      const points: [number, number][] = [[...locationOfSpot(source)]]
      return onLine(
        await session.run(routeSnow, { points, evidence: asksFor(info, 'evidence') }),
        alongPoints(() => points),
      )
    },
  }),
}))

/** Spot.nearby: places around it. */
builder.interfaceFields(SpotInterface, (t) => ({
  nearby: t.field({
    type: PlaceConnectionType,
    mayFail: true,
    description: 'Other places around it, nearest first; null beside an error.',
    args: argsOf(t, nearbyArgs, { where: NearbyWhere }),
    runs: reverse,
    credits: (args) => priceOfPage(1, args),
    resolve: (source, { withinM, where, ...paging }, { session, loaders }) =>
      session.runLinked(reverse, 1, async () => {
        const own = placeIdOf(source)
        const requested = { withinM, filter: filterOf(where) }
        const found = await placesAround(locationOfSpot(source), requested, { stores: session.services, loaders })
        const page = await readPage({ ...found.list, isLeftOut: ({ id }) => id === own }, pageRequest(paging))
        return placeConnection(page, { ...found, total: page.end })
      }),
  }),
}))

/** Spot.trails: signed routes that pass near it. */
builder.interfaceFields(SpotInterface, (t) => ({
  trails: t.field({
    type: TrailConnectionType,
    mayFail: true,
    description: 'Signed routes that pass near it; null beside an error.',
    args: argsOf(t, trailsNearArgs, { where: LinkedTrailWhere, orderBy: TrailOrderInput }),
    runs: trails,
    credits: (args) => priceOfPage(1, args),
    resolve: (source, { withinM, where, orderBy, ...paging }, { session, loaders }) =>
      session.runLinked(trails, 1, async () => {
        const requested = { radiusM: withinM, order: orderBy, ...where }
        const found = await findTrailsNear(locationOfSpot(source), requested, loaders)
        return listTrails(found, pageRequest(paging), loaders, orderBy)
      }),
  }),
}))

/**
 * Spot.within: the administrative and protected areas that contain it; Spot.withinUnknowns: of which areas that is not
 * known.
 */
builder.interfaceFields(SpotInterface, (t) => ({
  within: t.field({
    type: [PlaceType],
    mayFail: true,
    description:
      'Named areas whose border encloses it, smallest first: parks and other protected areas, and administrative areas from municipality to country. Of areas whose border the map cuts it is unknown, as `withinUnknowns` says; null beside an error.',
    runs: reverse,
    credits: 1,
    resolve: (spot, _args, { session, loaders }) => session.runLinked(reverse, 1, () => areasAround(spot, loaders)),
  }),
  withinUnknowns: t.field({
    type: [UnknownType],
    mayFail: true,
    description: 'What is not known of where it is: areas that `within` cannot tell; null beside an error.',
    runs: reverse,
    credits: 1,
    resolve: (_spot, _args, { session, loaders }) => session.runLinked(reverse, 1, () => unknownsOfAreas(loaders)),
  }),
}))

const oneLegTo = (other: Waypoint) => ({ waypoints: [[0, 0], pricedAs(other)] })
type Settings = typeof TravelSettingsType.$inferInput

async function routeBetween(
  spot: SpotSource,
  { other, name, settings }: { other: Waypoint; name: string; settings: Settings | null | undefined },
  order: (here: GivenWaypoint, there: GivenWaypoint) => GivenWaypoint[],
  { session, loaders }: DocumentContext,
) {
  const there = await waypointOf(other, loaders, name)
  const waypoints = order([...locationOfSpot(spot)], there)
  try {
    const request = withLongLegs(parseTravel(planRoute, 'routeTo', { waypoints }, settings))
    return routeOfAnswer(rememberRequest(await inGraphqlWords(session.run(planRoute, request)), request))
  } catch (thrown) {
    // the other waypoint is the spot itself
    const own = `waypoints[${waypoints.indexOf(there)}]`
    throw withPath(thrown, (inputPath) => (inputPath.startsWith(own) ? inputPath.replace(own, name) : inputPath))
  }
}

/** Spot.routeTo and Spot.routeFrom: the way to another spot, and back. */
builder.interfaceFields(SpotInterface, (t) => ({
  routeTo: t.field({
    type: RouteType,
    mayFail: true,
    description: 'A route from there to another place; null beside an error.',
    args: {
      to: t.arg({ type: WaypointInputType, required: true, description: 'Where the route ends.' }),
      settings: t.arg({ type: TravelSettingsType, description: 'How you travel.' }),
    },
    runs: planRoute,
    credits: ({ to }) => priceOf(planRoute, oneLegTo(to)),
    resolve: (spot, { to, settings }, context) =>
      routeBetween(spot, { other: to, name: 'to', settings }, (here, there) => [here, there], context),
  }),
  routeFrom: t.field({
    type: RouteType,
    mayFail: true,
    description: 'A route from another place to there; null beside an error.',
    args: {
      from: t.arg({ type: WaypointInputType, required: true, description: 'Where the route begins.' }),
      settings: t.arg({ type: TravelSettingsType, description: 'How you travel.' }),
    },
    runs: planRoute,
    credits: ({ from }) => priceOf(planRoute, oneLegTo(from)),
    resolve: (spot, { from, settings }, context) =>
      routeBetween(spot, { other: from, name: 'from', settings }, (here, there) => [there, here], context),
  }),
}))
