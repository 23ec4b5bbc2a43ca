// GraphQL of routing: route and routeCapabilities. A field is one line: it names its operation.

import { say } from '../src/language/sentence.ts'
import { routeOfAnswer, requestOfRoute, planRoute, routeCapabilities, planAlternatives } from '../resolvers/routing.ts'
import type { RouteCapabilities, ServedRegion } from '../src/routing/route/route-capabilities.ts'
import { LONG_LEG_KM, MAX_ALTERNATIVES } from '../src/travel/limits.ts'
import { ServiceError } from '../src/errors.ts'
import type { AlternativeRoute, RouteDifference, WaypointRoute } from '../src/routing/costs/route-types.ts'
import { builder } from './builder.ts'
import { operation } from './operation.ts'
import { EngineType } from './course-types.ts'
import { findRoute, priceOfRoute, RouteInput } from './route-input.ts'
import { RouteType } from './route-type.ts'
import { reasonFields, sentenceFields } from './sentence.ts'
import { ProfileEnum, SettingNameEnum } from './travel-settings.ts'

const SettingTypeEnum = builder.enumType('SettingType', {
  description: 'The type of the values of a travel setting.',
  values: {
    ENUM: { value: 'enum', description: 'One of its `values`.' },
    INTEGER: { value: 'integer', description: 'A whole number from `min` to `max`.' },
    NUMBER: { value: 'number', description: 'A number from `min` to `max`.' },
    BOOLEAN: { value: 'boolean', description: 'True or false.' },
    INTEGER_LIST: { value: 'integer[]', description: 'Whole numbers from `min` to `max`.' },
  } as const,
})

/** A setting that GraphQL writes as SAC grades -> those; null for any other. */
function gradesOf({ name, min, max }: RouteCapabilities['settings'][number]): string[] | null {
  if (name !== 'max_sac' || min == null || max == null) return null
  return Array.from({ length: max - min + 1 }, (_, i) => `T${min + i}`)
}

const CapabilitySettingType = builder.objectRef<RouteCapabilities['settings'][number]>('CapabilitySetting').implement({
  description: 'One setting of the planner.',
  fields: (t) => ({
    name: t.expose('name', { type: SettingNameEnum, description: 'What inputs call it.' }),
    type: t.field({
      type: SettingTypeEnum,
      description: 'What values it takes.',
      resolve: (s) => (gradesOf(s) === null ? (s.type as 'enum') : 'enum'),
    }),
    min: t.float({
      nullable: true,
      description: 'Lowest value; null if it is not a number.',
      resolve: (s) => (gradesOf(s) === null ? (s.min ?? null) : null),
    }),
    max: t.float({
      nullable: true,
      description: 'Highest value; null if it is not a number.',
      resolve: (s) => (gradesOf(s) === null ? (s.max ?? null) : null),
    }),
    values: t.field({
      type: ['String'],
      nullable: true,
      description: 'The enum values that it takes; null if it is not an enum.',
      resolve: (s) => gradesOf(s) ?? s.values?.map((word) => word.toUpperCase()) ?? null,
    }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What holds if it is left out; null where nothing does.',
      resolve: (s) => {
        if (gradesOf(s) !== null) return `T${s.default}`
        return s.type === 'enum' ? String(s.default).toUpperCase() : s.default
      },
    }),
    profiles: t.expose('profiles', { type: [ProfileEnum], description: 'Profiles that take it.' }),
  }),
})

const CapabilityLimitsType = builder.objectRef<RouteCapabilities['limits']>('CapabilityLimits').implement({
  description: 'Limits of the planner.',
  fields: (t) => ({
    waypointsMin: t.exposeInt('waypointsMin', { description: 'Fewest waypoints of a route.' }),
    waypointsMax: t.exposeInt('waypointsMax', { description: 'Most waypoints of a route.' }),
    legMaxKm: t.exposeFloat('legMaxKm', { description: 'Longest leg of REST in a straight line, kilometres.' }),
    legOnFootMaxKm: t.float({
      description: 'Longest leg of GraphQL on foot, in a straight line, kilometres.',
      resolve: () => LONG_LEG_KM.hike,
    }),
    legByBikeMaxKm: t.float({
      description: 'Longest leg of GraphQL by bicycle, in a straight line, kilometres.',
      resolve: () => LONG_LEG_KM.bike,
    }),
    snapRadiusMaxM: t.exposeFloat('snapRadiusMaxM', { description: 'Largest snap radius, metres.' }),
    alternativesMax: t.exposeInt('alternativesMax', { description: 'Most alternatives of a route.' }),
    matrixPointsMax: t.exposeInt('matrixPointsMax', { description: 'Most sources, and most targets, of a matrix.' }),
    matrixPairsMax: t.exposeInt('matrixPairsMax', {
      description: 'Most pairs of a source and a target in one matrix.',
    }),
    avoidRingsMax: t.exposeInt('avoidRingsMax', { description: 'Most rings of areas to avoid.' }),
    avoidVerticesMax: t.exposeInt('avoidVerticesMax', { description: 'Most vertices of areas to avoid.' }),
    avoidWaysMax: t.exposeInt('avoidWaysMax', { description: 'Most ways to avoid by id in one request.' }),
    followTrailsMax: t.exposeInt('followTrailsMax', { description: 'Most signed trails that a route follows.' }),
    followMaxKm: t.exposeInt('followMaxKm', { description: 'Most kilometres of each trail that are followed.' }),
    bodyBytes: t.exposeInt('bodyBytes', { description: 'Largest REST body, bytes.' }),
  }),
})

const MarkedTrailWeightsType = builder
  .objectRef<RouteCapabilities['markedTrailWeights']>('MarkedTrailWeights')
  .implement({
    description: 'How much a metre on foot counts, by the best signed route on it, if signed trails are preferred.',
    fields: (t) => ({
      none: t.exposeFloat('none', { description: 'Weight of a way without a signed route.' }),
      unknown: t.exposeFloat('unknown', { description: 'Weight of a signed route of unknown level.' }),
      local: t.exposeFloat('local', { description: 'Weight of a local route.' }),
      regional: t.exposeFloat('regional', { description: 'Weight of a regional route.' }),
      national: t.exposeFloat('national', { description: 'Weight of a national route.' }),
      international: t.exposeFloat('international', { description: 'Weight of an international route.' }),
      road: t.exposeFloat('road', { description: 'Weight of a signed road, street or other paved way of any level.' }),
    }),
  })

const ServedRegionType = builder.objectRef<ServedRegion>('ServedRegion').implement({
  description: 'One of several regions. Points in its core are routed on its network first.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What the region was named at its import.' }),
    bbox: t.expose('bbox', { type: 'Box', description: 'What its network covers, degrees.' }),
    core: t.field({
      type: 'GeoJSON',
      nullable: true,
      description: 'Rings around its core, by the even-odd rule, as a MultiLineString; null: the whole box.',
      resolve: ({ core }) => (core === null ? null : { type: 'MultiLineString', coordinates: core }),
    }),
    networkRelease: t.exposeString('networkRelease', { description: 'Version of its network.' }),
    terrainRelease: t.exposeString('terrainRelease', {
      nullable: true,
      description: 'Version of its terrain; null where it has none.',
    }),
  }),
})

const RouteCapabilitiesType = builder.objectRef<RouteCapabilities>('RouteCapabilities').implement({
  description: 'What the planner can do.',
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'The router that answers.' }),
    profiles: t.expose('profiles', { type: [ProfileEnum], description: 'The profiles that it offers.' }),
    costings: t.expose('costings', { type: ['String'], description: 'Costings of POST /route/v1.' }),
    settings: t.expose('settings', {
      type: [CapabilitySettingType],
      description: 'Settings with bounds and defaults.',
    }),
    markedTrailWeights: t.expose('markedTrailWeights', {
      type: MarkedTrailWeightsType,
      description: 'How much signed trails are preferred.',
    }),
    limits: t.expose('limits', { type: CapabilityLimitsType, description: 'Limits of the router.' }),
    release: t.exposeString('release', { description: 'Version of the network.' }),
    regionBbox: t.expose('regionBbox', {
      type: 'Box',
      description: 'The region it covers, degrees; of several regions the box around all.',
    }),
    regions: t.field({
      type: [ServedRegionType],
      description: 'The regions, where there are several. Empty: there is one.',
      resolve: (c) => c.regions ?? [],
    }),
  }),
})

operation(planRoute, {
  name: 'route',
  type: RouteType,
  args: (t) => ({
    input: t.arg({
      type: RouteInput,
      required: true,
      description: 'The waypoints of the route, and how you travel.',
    }),
  }),
  credits: ({ input }) => priceOfRoute(input),
  resolve: async ({ input }, context) => routeOfAnswer(await findRoute(input, context, 'input.')),
})
operation(routeCapabilities, { type: RouteCapabilitiesType })

const RouteDifferenceType = builder.objectRef<RouteDifference>('RouteDifference').implement({
  description: 'How a route differs from the best one: its figure less that of the best.',
  fields: (t) => ({
    distanceM: t.exposeFloat('distanceM', { description: 'Metres that it is longer; negative where it is shorter.' }),
    ascentM: t.exposeFloat('ascentM', {
      nullable: true,
      description: 'Metres of climb more; null where the climb of one of the two is not known.',
    }),
    movingS: t.exposeFloat('movingS', {
      nullable: true,
      description: 'Seconds of moving time more; null where one of the two has no time.',
    }),
    hardestSac: t.exposeInt('hardestSac', {
      nullable: true,
      description: 'Grades that its hardest stretch is harder; null by bicycle, and where one of the two has no grade.',
    }),
    pavedM: t.exposeFloat('pavedM', { description: 'Metres more on paved ways.' }),
    sharedShare: t.exposeFloat('sharedShare', { description: 'Share of its cost on ways of the best route, 0 to 1.' }),
    ...sentenceFields(t, 'because', 'What it costs and what it gives, in a sentence.', (differs) => differs.because),
  }),
})

const RouteAlternativesType = builder
  .objectRef<Required<Pick<WaypointRoute, 'alternatives' | 'alternativesReason'>>>('RouteAlternatives')
  .implement({
    description: 'Other good routes between the same two waypoints.',
    fields: (t) => ({
      nodes: t.field({
        type: [RouteType],
        description: 'The routes in the order of their merit, each with `differs`.',
        resolve: ({ alternatives }) => alternatives,
      }),
      ...reasonFields(
        t,
        'reason',
        'Why there are fewer than requested; null otherwise.',
        (all) => all.alternativesReason,
      ),
    }),
  })

const bounded = (first: number) => Math.max(0, Math.min(MAX_ALTERNATIVES, first))

/** Route.alternatives: other good routes between the same two waypoints, each with what differs. */
builder.objectFields(RouteType, (t) => ({
  alternatives: t.field({
    type: RouteAlternativesType,
    nullable: true,
    description:
      'Other good routes between the same two waypoints: each at most 1.5 times as costly as the best, at most 70 % of its cost shared with it and with one another, and without a detour. Fewer than requested is normal. Costs as much as the routes that are found. Null for an alternative, or beside an error.',
    args: {
      first: t.arg.int({
        defaultValue: MAX_ALTERNATIVES - 1,
        required: true,
        description: `Most routes wanted, 1 to ${MAX_ALTERNATIVES}.`,
      }),
    },
    runs: planAlternatives,
    credits: ({ first }) => bounded(first),
    resolve: async (route, { first }, { session }) => {
      const request = requestOfRoute(route)
      if (first < 1 || first > MAX_ALTERNATIVES)
        throw new ServiceError(say('error.invalid_input.first', { max: MAX_ALTERNATIVES }), {
          inputPath: 'first',
        })
      if (request === null) return null
      const { value } = await session.run(planAlternatives, { ...request, alternatives: first })
      return { alternatives: value.alternatives ?? [], alternativesReason: value.alternativesReason ?? null }
    },
  }),
  differs: t.field({
    type: RouteDifferenceType,
    nullable: true,
    description: 'How an alternative differs from the best route; null for the best.',
    resolve: (route) => (route as Partial<AlternativeRoute>).differs ?? null,
  }),
}))
