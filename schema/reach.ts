// GraphQL of reach: Spot.reach. What is drawn is what is selected.

import type { GraphQLResolveInfo } from 'graphql'
import {
  reach,
  reachLimits,
  REACHED_CREDITS,
  type ReachedPlace,
  placesInReach,
  trailsInReach,
} from '../resolvers/reach.ts'
import { locationOfSpot } from '../resolvers/spot-of.ts'
import { creditsOf } from '../resolvers/pipeline/operation.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type {
  Contour,
  Reach,
  ReachDirection,
  ReachInput,
  ReachRequest,
} from '../src/routing/isochrone/isochrone-types.ts'
import { pageOf, readPage } from '../resolvers/page-of.ts'
import { keepTrails } from '../resolvers/search.ts'
import { LinkedTrailWhere } from './trails.ts'
import { reachedArgs, trailUsesArgs } from '../resolvers/input/search-args.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import type { Place } from '../src/places/one-place.ts'
import { listOfKeys } from '../resolvers/place-lists.ts'
import type { Arrival } from '../src/routing/isochrone/one-to-many.ts'
import { argsOf } from './arguments.ts'
import { asksFor } from './asks-for.ts'
import { toMinutes, toSeconds } from '../resolvers/input/units.ts'
import { builder, type FieldBuilder, withoutNulls } from './builder.ts'
import { EngineType } from './course-types.ts'
import { enumValues } from './code-enums.ts'
import { TimeModelEnum } from './route-facts.ts'
import { UnknownType } from './route-notes.ts'
import { SnappedPointType } from './snapped-point.ts'
import { SpotInterface } from './spot.ts'
import { AppliedSettingsType, inGraphqlWords, parseTravel, TravelSettingsType, withBeside } from './travel-settings.ts'
import { type Edge, defineConnection, edgesOf, pageRequest, priceOfPage } from './connection.ts'
import { PlaceType } from './place-type.ts'
import { filterOf, NearbyWhere } from './place-where.ts'
import { TrailType } from './trail-type.ts'

const ReachDirectionEnum = builder.enumType('ReachDirection', {
  description: 'Which way is travelled.',
  values: enumValues({ from: 'What can be reached from the point.', to: 'From where the point can be reached.' }),
})

const ReachLimitsInput = builder
  .inputType('ReachLimits', {
    description: 'How far to go, in one of two measures: up to 4 limits, ascending, a contour each.',
    isOneOf: true,
    fields: (t) => ({
      movingS: t.floatList({ description: 'Moving times, 60 to 36,000 seconds.' }),
      lengthM: t.floatList({ description: 'Lengths of way, 100 to 60,000 metres.' }),
    }),
  })
  .validate(withoutNulls(reachLimits))

interface RequestedReach {
  within: typeof ReachLimitsInput.$inferInput
  direction: ReachDirection
  toleranceM: number
  settings?: typeof TravelSettingsType.$inferInput | null | undefined
}

/** The operation's input; `info` null: for its price. */
function toReach(
  { within: { movingS, lengthM }, direction, toleranceM, settings }: RequestedReach,
  from: LonLat,
  info: GraphQLResolveInfo | null,
) {
  const limits = movingS == null ? { metres: lengthM } : { minutes: movingS.map(toMinutes) }
  const output =
    info === null
      ? {}
      : { output: { polygons: asksFor(info, 'polygons') || asksFor(info, 'areaKm2'), lines: asksFor(info, 'lines') } }
  return parseTravel(reach, 'reach', { from, ...limits, direction, toleranceM, ...output }, settings)
}

/** What it will cost; an input that does not pass its checks costs nothing. */
function priceOfReach(requested: RequestedReach): number {
  try {
    return creditsOf(reach, toReach(requested, [0, 0], null))
  } catch {
    return 0
  }
}

const ReachRequestType = builder.objectRef<ReachRequest>('ReachRequest').implement({
  description: 'The request as applied.',
  fields: (t) => ({
    at: t.expose('from', { type: 'LonLat', description: 'The requested point.' }),
    direction: t.expose('direction', { type: ReachDirectionEnum, description: 'Which way is travelled.' }),
    movingS: t.floatList({
      nullable: true,
      description: 'Moving times in seconds; null where lengths were requested.',
      resolve: (r) => r.minutes?.map(toSeconds) ?? null,
    }),
    lengthM: t.floatList({
      nullable: true,
      description: 'Lengths of way in metres; null where times were requested.',
      resolve: (r) => r.metres,
    }),
    toleranceM: t.exposeFloat('toleranceM', {
      description: 'How far ground extends to both sides of a way, metres.',
    }),
    settings: t.field({
      type: AppliedSettingsType,
      description: 'Every setting as applied.',
      resolve: (request) => request,
    }),
  }),
})

const ReachContourType = builder.objectRef<Contour>('ReachContour').implement({
  description: 'What is within one limit. It contains the contours before it.',
  fields: (t) => ({
    movingS: t.float({
      nullable: true,
      description: 'The limit as moving time in seconds; null where it is a length.',
      resolve: ({ minutes }) => (minutes === null ? null : toSeconds(minutes)),
    }),
    lengthM: t.exposeFloat('metres', {
      nullable: true,
      description: 'The limit as length of way in metres; null where it is a time.',
    }),
    areaKm2: t.float({
      description: 'Area of its polygons, square kilometres.',
      resolve: (c) => c.areaKm2!,
    }),
    networkM: t.exposeFloat('networkM', { description: 'Metres of ways within it, each counted once; no ferries.' }),
    polygons: t.expose('polygons', {
      type: 'GeoJSON',
      description:
        'A GeoJSON MultiPolygon: ground within `toleranceM` of a way within reach, and ground that such ways enclose if it measures less than 0.25 km². Outer rings run counter-clockwise.',
    }),
    lines: t.expose('lines', {
      type: 'GeoJSON',
      description: 'A GeoJSON MultiLineString: the parts of ways within reach, without ferries.',
    }),
  }),
})

/** An answer with what was asked. */
export type AnsweredReach = Reach & { requested: ReachInput }

const ReachType = builder.objectRef<AnsweredReach>('Reach').implement({
  description: 'What is within reach of a point.',
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    timeModel: t.expose('timeModel', { type: TimeModelEnum, description: 'The model of the times of ways.' }),
    request: t.expose('request', { type: ReachRequestType, description: 'The request as applied.' }),
    snap: t.expose('snap', { type: SnappedPointType, description: 'Where the point was placed on the network.' }),
    contours: t.expose('contours', { type: [ReachContourType], description: 'One for each limit, ascending.' }),
    unknowns: t.expose('unknowns', {
      type: [UnknownType],
      description: 'What is not known of the ways within the largest contour.',
    }),
  }),
})

/** Spot.reach: what is within reach of there. */
builder.interfaceFields(SpotInterface, (t) => ({
  reach: t.field({
    type: ReachType,
    mayFail: true,
    description: 'What is within reach of there; null beside an error.',
    args: {
      within: t.arg({ type: ReachLimitsInput, required: true, description: 'How far to go.' }),
      direction: t.arg({
        type: ReachDirectionEnum,
        required: true,
        defaultValue: 'from',
        description: 'Which way is travelled.',
      }),
      toleranceM: t.arg.float({
        required: true,
        defaultValue: 25,
        description: 'How far ground extends to both sides of a way, 10 to 500 metres.',
      }),
      settings: t.arg({
        type: TravelSettingsType,
        description: 'How you travel; a reach takes only settings that forbid ways.',
      }),
    },
    operations: [reach],
    runs: reach,
    credits: priceOfReach,
    resolve: async (spot, given, { session }, info): Promise<AnsweredReach> => {
      const requested = toReach(given, locationOfSpot(spot), info)
      const { value } = await inGraphqlWords(session.run(reach, requested))
      return { ...value, request: withBeside(value.request, requested), requested: requested as ReachInput }
    },
  }),
}))

type ReachedEdge<Node> = Edge<Node> & Arrival

const arrivalFields = (t: FieldBuilder<Arrival>) => ({
  movingS: t.float({
    nullable: true,
    description: 'Moving time on the way there, seconds; null if a ferry of unknown duration is on it.',
    resolve: ({ minutes }) => (minutes === null ? null : toSeconds(minutes)),
  }),
  lengthM: t.exposeFloat('metres', { description: 'Length of the way there, metres.' }),
})

const ReachedPlaceConnectionType = defineConnection<ReachedEdge<Place>>('ReachedPlace', {
  node: PlaceType,
  edge: 'A place within reach.',
  list: 'Places within reach, the nearest first.',
  truncated: '. Of more than 2,000 places around, only the best known were read',
  total: '; null where `truncated`',
  edgeFields: arrivalFields as never,
  isFiltered: true,
})

const ReachedTrailConnectionType = defineConnection<ReachedEdge<TrailRow>>('ReachedTrail', {
  node: TrailType,
  edge: 'A signed route that begins, passes or ends within reach.',
  list: 'Signed routes within reach, the nearest first.',
  isFiltered: true,
  edgeFields: arrivalFields as never,
})

/** Reach.places and Reach.trails: what lies within a reach, with the time and the way there. */
builder.objectFields(ReachType, (t) => ({
  places: t.field({
    type: ReachedPlaceConnectionType,
    mayFail: true,
    description:
      'Places within reach, the nearest first. A place counts if a way within 100 m of it is within the largest contour; null beside an error. An area lookup.',
    args: argsOf(t, reachedArgs, { where: NearbyWhere }),
    runs: placesInReach,
    areaLookup: true,
    credits: (args) => priceOfPage(REACHED_CREDITS, args),
    resolve: async ({ requested }, { where, ...paging }, { session, loaders }) => {
      const filter = filterOf(where)
      const { places, truncated } = await session.run(placesInReach, { reach: requested, choice: filter })
      const { list, unknownCount } = await listOfKeys<ReachedPlace>(places, filter, loaders)
      const page = await readPage(list, pageRequest(paging))
      const edges = edgesOf(page, ({ place, minutes, metres }) => ({ node: place, minutes, metres }))
      return { edges, page, total: truncated ? null : list.count, truncated, unknownCount }
    },
  }),
  trails: t.field({
    type: ReachedTrailConnectionType,
    mayFail: true,
    description:
      'Signed routes of which a part is within the largest contour, the nearest first, with the way to the nearest part; null beside an error.',
    args: argsOf(t, trailUsesArgs, { where: LinkedTrailWhere }),
    runs: trailsInReach,
    credits: (args) => priceOfPage(REACHED_CREDITS, args),
    resolve: async ({ requested }, { where, ...paging }, { session, loaders }) => {
      const found = await session.run(trailsInReach, { reach: requested })
      const rows = await Promise.all(found.map(({ relationId }) => loaders.trail(relationId)))
      const known = found.flatMap(({ minutes, metres }, i) => {
        const node = rows[i]
        return node === null ? [] : [{ node, minutes, metres }]
      })
      const { kept, unknownCount } = keepTrails(known, where ?? undefined)
      const page = pageOf(kept, pageRequest(paging), ({ node }) => String(node.relationId))
      return { edges: edgesOf(page, (one) => one), page, total: kept.length, unknownCount }
    },
  }),
}))
