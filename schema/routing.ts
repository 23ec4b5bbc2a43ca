// GraphQL of the word "routing": route and routeCapabilities. A field is one line: it names its resolver.

import { planRoute, routeCapabilities } from '../resolvers/routing.ts'
import type { RouteCapabilities } from '../src/routing/route/route-capabilities.ts'
import { creditsOf } from '../resolvers/define-resolver.ts'
import { onceEach } from '../resolvers/once-each.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import { MAX_WAYPOINTS } from '../src/travel/limits.ts'
import { describeSetting } from '../src/travel/settings.ts'
import { builder, operationField } from './builder.ts'
import { EngineType, RouteType } from './route-type.ts'
import { ProfileEnum } from './setting-fields.ts'
import { inGraphqlWords, parseTravel, TravelSettingsType } from './travel-settings.ts'
import { locate, WaypointInputType } from './waypoint-input.ts'

export const RouteInput = builder.inputType('RouteInput', {
  description:
    'What a route should join, and how. Fields left out take their defaults and are named in settingsDefaulted.',
  fields: (t) => ({
    waypoints: t.field({
      type: [WaypointInputType],
      required: true,
      description: '2 to 100 waypoints, counted from 0; each leg at most 60 km in a straight line.',
    }),
    settings: t.field({ type: TravelSettingsType, description: 'How one travels.' }),
    straightLegs: t.intList({ description: describeSetting('straightLegs') }),
  }),
})
/** Where it stands, for errors. */
const ARGUMENT = 'input.'
type GivenRoute = typeof RouteInput.$inferInput

/** Beyond that a waypoint is not even looked up. */
const hasFewWaypoints = ({ waypoints }: GivenRoute) => waypoints.length <= MAX_WAYPOINTS

function toRoute({ straightLegs, settings }: GivenRoute, waypoints: readonly LonLat[]) {
  return parseTravel(
    planRoute,
    'route',
    { waypoints, ...(straightLegs == null ? {} : { straightLegs }) },
    settings,
    ARGUMENT,
  )
}

/** What it will cost; an input that does not pass its checks costs nothing. */
const priceOfRoute = onceEach((input: GivenRoute): number => {
  try {
    return hasFewWaypoints(input)
      ? creditsOf(
          planRoute,
          toRoute(
            input,
            input.waypoints.map(({ at }) => at ?? [0, 0]),
          ),
        )
      : 0
  } catch {
    return 0
  }
})

const CapabilitySettingType = builder.objectRef<RouteCapabilities['settings'][number]>('CapabilitySetting').implement({
  description: 'One setting of the planner.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in the words of REST.' }),
    type: t.exposeString('type', { description: 'enum, integer, number, boolean or integer[].' }),
    min: t.exposeFloat('min', { nullable: true, description: 'Lowest value; null where it is no number.' }),
    max: t.exposeFloat('max', { nullable: true, description: 'Highest value; null where it is no number.' }),
    values: t.field({
      type: ['String'],
      nullable: true,
      description: 'Words it takes; null where it is no word.',
      resolve: (s) => s.values,
    }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its default; null where it has none.',
      resolve: (s) => s.default,
    }),
    profiles: t.field({ type: [ProfileEnum], description: 'Profiles that take it.', resolve: (s) => s.profiles }),
  }),
})

const CapabilityLimitsType = builder.objectRef<RouteCapabilities['limits']>('CapabilityLimits').implement({
  description: 'Limits of the planner.',
  fields: (t) => ({
    waypointsMin: t.exposeInt('waypointsMin', { description: 'Fewest waypoints.' }),
    waypointsMax: t.exposeInt('waypointsMax', { description: 'Most waypoints.' }),
    legMaxKm: t.exposeFloat('legMaxKm', { description: 'Longest leg in a straight line, kilometres.' }),
    snapRadiusMaxM: t.exposeFloat('snapRadiusMaxM', { description: 'Largest snap radius, metres.' }),
    bodyBytes: t.exposeInt('bodyBytes', { description: 'Largest REST body, bytes.' }),
  }),
})

const MarkedTrailWeightsType = builder
  .objectRef<RouteCapabilities['markedTrailWeights']>('MarkedTrailWeights')
  .implement({
    description: 'What a metre on foot counts by the best signed route on it, where signed trails are preferred.',
    fields: (t) => ({
      none: t.exposeFloat('none', { description: 'Without a signed route.' }),
      unknown: t.exposeFloat('unknown', { description: 'A signed route of no level that is known.' }),
      local: t.exposeFloat('local', { description: 'A local route.' }),
      regional: t.exposeFloat('regional', { description: 'A regional route.' }),
      national: t.exposeFloat('national', { description: 'A national route.' }),
      international: t.exposeFloat('international', { description: 'An international route.' }),
    }),
  })

const RouteCapabilitiesType = builder.objectRef<RouteCapabilities>('RouteCapabilities').implement({
  description: 'What the planner can be asked.',
  fields: (t) => ({
    engine: t.field({ type: EngineType, description: 'What answers.', resolve: (c) => c.engine }),
    profiles: t.field({ type: [ProfileEnum], description: 'Ways to travel.', resolve: (c) => c.profiles }),
    costings: t.field({ type: ['String'], description: 'Costings of POST /route/v1.', resolve: (c) => c.costings }),
    settings: t.field({
      type: [CapabilitySettingType],
      description: 'Settings with bounds and defaults.',
      resolve: (c) => c.settings,
    }),
    markedTrailWeights: t.field({
      type: MarkedTrailWeightsType,
      description: 'How much signed trails are preferred.',
      resolve: (c) => c.markedTrailWeights,
    }),
    limits: t.field({ type: CapabilityLimitsType, description: 'Limits of the router.', resolve: (c) => c.limits }),
    release: t.exposeString('release', { description: 'Version of the network.' }),
    regionBbox: t.field({ type: 'Box', description: 'The region it covers, degrees.', resolve: (c) => c.regionBbox }),
  }),
})

builder.queryFields((t) => ({
  route: t.field({
    type: RouteType,
    ...operationField(planRoute),
    args: { input: t.arg({ type: RouteInput, required: true, description: 'What the route should join, and how.' }) },
    complexity: ({ input }) => priceOfRoute(input),
    resolve: async (_, { input }, { ledger, loaders }) => {
      const waypoints = hasFewWaypoints(input)
        ? await Promise.all(input.waypoints.map((one, i) => locate(one, loaders, `${ARGUMENT}waypoints[${i}]`)))
        : (input.waypoints as never[])
      return (await inGraphqlWords(ledger.run(planRoute, toRoute(input, waypoints)), ARGUMENT)).value
    },
  }),
  routeCapabilities: t.field({
    type: RouteCapabilitiesType,
    ...operationField(routeCapabilities),
    resolve: (_, _args, { ledger }) => ledger.run(routeCapabilities, {}),
  }),
}))
