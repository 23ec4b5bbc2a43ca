// What the planner can be asked: Service.release, modes, settings, markedTrailWeights and limits.

import { PLANNER, routeCapabilities } from '../resolvers/routing.ts'
import { MAX_NODES } from '../resolvers/input/search-args.ts'
import { analyseRoute } from '../resolvers/analyse-route.ts'
import { MAX_DOCUMENT_FORECAST_POINTS } from '../resolvers/weather.ts'
import type { RouteCapabilities, ServedRegion } from '../src/routing/route/route-capabilities.ts'
import { LONG_LEG_KM } from '../src/travel/limits.ts'
import { builder } from './builder.ts'
import { MAX_ANSWER_BYTES, MAX_ANSWER_VALUES } from './http/answer-budget.ts'
import { MAX_DOCUMENT_CHARACTERS } from './http/document-rates.ts'
import { MAX_DEPTH, MAX_OPERATION_FIELDS } from './http/price-selections.ts'
import { MAX_TOKENS } from './http/read-document.ts'
import { MAX_SELECTIONS } from './http/selected-fields.ts'
import { ServiceType } from './service.ts'
import { TravelModeEnum, SettingNameEnum } from './travel-settings.ts'

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

const TravelSettingType = builder.objectRef<RouteCapabilities['settings'][number]>('TravelSetting').implement({
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
    modes: t.expose('profiles', { type: [TravelModeEnum], description: 'Modes that take it.' }),
  }),
})

type Limits = RouteCapabilities['limits']
const LIMITS: Readonly<Record<string, readonly [most: number | ((planner: Limits) => number), description: string]>> = {
  waypointsMin: [(planner) => planner.waypointsMin, 'Fewest waypoints of a route.'],
  waypointsMax: [(planner) => planner.waypointsMax, 'Most waypoints of a route.'],
  legOnFootMaxM: [LONG_LEG_KM.hike * 1000, 'Longest leg on foot, in a straight line, metres.'],
  legByBikeMaxM: [LONG_LEG_KM.bike * 1000, 'Longest leg by bicycle, in a straight line, metres.'],
  snapRadiusMaxM: [(planner) => planner.snapRadiusMaxM, 'Largest snap radius, metres.'],
  alternativesMax: [(planner) => planner.alternativesMax, 'Most alternatives of a route.'],
  matrixPointsMax: [(planner) => planner.matrixPointsMax, 'Most sources, and most targets, of a matrix.'],
  matrixPairsMax: [(planner) => planner.matrixPairsMax, 'Most pairs of a source and a target in one matrix.'],
  avoidRingsMax: [(planner) => planner.avoidRingsMax, 'Most rings of areas to avoid.'],
  avoidVerticesMax: [(planner) => planner.avoidVerticesMax, 'Most vertices of areas to avoid.'],
  avoidWaysMax: [(planner) => planner.avoidWaysMax, 'Most ways to avoid by id in one request.'],
  followTrailsMax: [(planner) => planner.followTrailsMax, 'Most signed trails that a route follows.'],
  followMaxM: [(planner) => planner.followMaxKm * 1000, 'Most metres of each trail that are followed.'],
  linePointsMax: [analyseRoute.limits.points!, 'Most points of a line of your own.'],
  lineMaxM: [analyseRoute.limits.lengthKm! * 1000, 'Longest line of your own, metres.'],
  nodesMax: [MAX_NODES, 'Most ids of `nodes`.'],
  forecastPointsMax: [MAX_DOCUMENT_FORECAST_POINTS, 'Most points that a document asks forecasts for.'],
  levelsMax: [MAX_DEPTH, 'Most levels of fields within fields in a document.'],
  selectionsMax: [MAX_SELECTIONS, 'Most selections of a document, fragments counted where they are spread.'],
  rootFieldsMax: [MAX_OPERATION_FIELDS, 'Most fields of a document at its root.'],
  tokensMax: [MAX_TOKENS, 'Most tokens of a document.'],
  charactersMax: [MAX_DOCUMENT_CHARACTERS, 'Most characters of a document.'],
  answerValuesMax: [MAX_ANSWER_VALUES, 'Most values of an answer.'],
  answerBytesMax: [MAX_ANSWER_BYTES, 'Most bytes of an answer.'],
}

const ServiceLimitsType = builder.objectRef<Limits>('ServiceLimits').implement({
  description: 'Limits of the planner, and of a document.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(LIMITS).map(([name, [most, description]]) => [
        name,
        t.int({ description, resolve: (planner) => (typeof most === 'number' ? most : most(planner)) }),
      ]),
    ),
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

const ServiceReleaseType = builder.objectRef<RouteCapabilities>('ServiceRelease').implement({
  description: 'What is published now.',
  fields: (t) => ({
    networkRelease: t.exposeString('release', { description: 'Version of the network.' }),
    terrainRelease: t.string({
      nullable: true,
      description: 'Version of the terrain; null where the network has no heights.',
      resolve: ({ engine }) => engine.terrainRelease,
    }),
    bbox: t.expose('regionBbox', {
      type: 'Box',
      description: 'The region it covers, degrees; of several regions the box around all.',
    }),
    regions: t.field({
      type: [ServedRegionType],
      description: 'The regions, where there are several. Empty: there is one.',
      resolve: ({ regions = [] }) => regions,
    }),
  }),
})

builder.objectFields(ServiceType, (t) => ({
  release: t.field({
    type: ServiceReleaseType,
    mayFail: true,
    description: 'What is published now; null beside an error.',
    operations: [routeCapabilities],
    runs: routeCapabilities,
    resolve: (_service, _args, { session }) => session.run(routeCapabilities, {}),
  }),
  modes: t.field({
    type: [TravelModeEnum],
    description: 'How one may travel.',
    resolve: () => PLANNER.profiles,
  }),
  settings: t.field({
    type: [TravelSettingType],
    description: 'What can be set about how you travel, with bounds and defaults.',
    resolve: () => PLANNER.settings,
  }),
  markedTrailWeights: t.field({
    type: MarkedTrailWeightsType,
    description: 'How much signed trails are preferred.',
    resolve: () => PLANNER.markedTrailWeights,
  }),
  limits: t.field({
    type: ServiceLimitsType,
    description: 'How much can be asked at once.',
    resolve: () => PLANNER.limits,
  }),
}))
