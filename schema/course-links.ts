// Links of every line (`Course`): its ends and points, heights, places, trails and pictures.

import { type Course, type CourseSource, alongAnswer, courseOf, withForm } from '../resolvers/course-of.ts'
import { argsOf } from './arguments.ts'
import { builder, priceOf } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { PointType, SpotInterface, pointAt } from './spot.ts'
import { CourseInterface, LINE_CREDITS, runOverLine, withParts } from './course.ts'
import { fields, numberFrom } from '../resolvers/input/input-fields.ts'
import { LineAlong, onLine, once } from '../resolvers/stretch-of.ts'
import { profileArgs, profileLine } from '../resolvers/course.ts'
import { alongArgs, trailUsesArgs } from '../resolvers/input/search-args.ts'
import { ElevationChoiceEnum } from './course-types.ts'
import { ElevationProfileType } from './elevation-profile.ts'
import { keepTrails, reverse, trails } from '../resolvers/search.ts'
import { pageOf, readPage } from '../resolvers/page-of.ts'
import { listOfKeys } from '../resolvers/place-lists.ts'
import { type Edge, defineConnection, edgesOf, pageRequest, priceOfPage } from './connection.ts'
import { PlaceConnectionType, placeConnection } from './place-type.ts'
import { filterOf, NearbyWhere } from './place-where.ts'
import type { Loaders } from '../resolvers/loaders.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { roundTo, tenths } from '../src/wire/numbers.ts'
import { WayStretchType } from './route-facts.ts'
import { FollowedTrailType } from './route-type.ts'
import { TrailType } from './trail-type.ts'
import { LinkedTrailWhere } from './trails.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import { staticMap } from '../resolvers/static-map.ts'
import { fromStaticMapWords, toStaticMapQuery } from '../resolvers/static-map-address.ts'
import { StaticMapType, roomOf, withoutNullMembers } from './static-map.ts'

async function endsOf(source: CourseSource, { loaders }: DocumentContext) {
  // a trail that is no loop says where it ends
  if ('relationId' in source && source.ends.length === 2) return source.ends
  const parts = await courseOf(source).parts(loaders)
  return [parts[0][0], parts.at(-1)!.at(-1)!]
}

/** Course.start and Course.end: where the line begins and ends. */
builder.interfaceFields(CourseInterface, (t) => ({
  start: t.field({
    type: SpotInterface,
    description: 'Its first point, with everything that can be asked about a point.',
    resolve: async (source, _args, context) => pointAt((await endsOf(source, context))[0]),
  }),
  end: t.field({
    type: SpotInterface,
    description: 'Its last point, with everything that can be asked about a point.',
    resolve: async (source, _args, context) => pointAt((await endsOf(source, context))[1]),
  }),
}))

const POINT_AT = fields({
  atM: numberFrom(0, 10_000_000, 'metres').describe(
    'Metres from the start, at least 0; gaps between parts are not counted.',
  ),
})

/** Course.pointAt: the point at a distance along the course, with every field of a point. */
builder.interfaceFields(CourseInterface, (t) => ({
  pointAt: t.field({
    type: PointType,
    nullable: true,
    description:
      'The point so far along it, to ask for its weather or what is near; null beyond the end, or beside an error. Reading the line of a trail costs 1 credit.',
    args: argsOf(t, POINT_AT),
    ...LINE_CREDITS,
    resolve: (source, { atM }, context) =>
      withParts(source, context, (parts, { along, distanceM }) =>
        atM > distanceM ? null : once((along ?? new LineAlong(() => parts, distanceM)).pointAt(atM), pointAt),
      ),
  }),
}))

/** Course.elevationProfile: the heights along the line. */
builder.interfaceFields(CourseInterface, (t) => ({
  elevationProfile: t.field({
    type: ElevationProfileType,
    mayFail: true,
    description:
      'Its elevation profile from the terrain; for a line of your own from its own heights if they pass the check. A line of more than 5,000 points is thinned to 5,000 first. Null beside an error if it is too long or there is no terrain.',
    args: argsOf(t, profileArgs, { elevation: ElevationChoiceEnum }),
    operations: [profileLine],
    runs: profileLine,
    credits: () => priceOf(profileLine, {}),
    resolve: async (source, { points, elevation }, context) => {
      const heights = elevation === 'auto' ? courseOf(source).heights : elevation
      const profile = await runOverLine(profileLine, source, context, { elevation: heights, points })
      return onLine(withForm(source, profile), alongAnswer(source, profile))
    },
  }),
}))

/** Looking along a whole line is more than looking around a point. */
const ALONG_CREDITS = 2

/** Course.places: places along the line. */
builder.interfaceFields(CourseInterface, (t) => ({
  places: t.field({
    type: PlaceConnectionType,
    mayFail: true,
    description: 'Places along it in its order; null beside an error.',
    args: argsOf(t, alongArgs, { where: NearbyWhere }),
    runs: reverse,
    credits: (args) => priceOfPage(ALONG_CREDITS, args),
    mostCredits: ALONG_CREDITS,
    resolve: (source, { withinM, where, ...paging }, { session, loaders }) =>
      session.runLinked(reverse, ALONG_CREDITS, async () => {
        const filter = filterOf(where)
        const { kinds, named } = filter
        const parts = await courseOf(source).parts(loaders)
        const { found, truncated } = await loaders.placesAlong(parts, { withinM, kinds, named })
        const { list, unknownCount } = await listOfKeys(found, filter, loaders)
        const page = await readPage(list, pageRequest(paging))
        return placeConnection(page, { total: list.count, unknownCount, truncated })
      }),
  }),
}))

/** The signed routes that the data holds, of relations that the network names. */
async function heldTrails(relationIds: readonly number[], loaders: Loaders): Promise<TrailRow[]> {
  const rows = await Promise.all(relationIds.map((id) => loaders.trail(id)))
  return rows.filter((row) => row !== null)
}

/** WayStretch.trails and FollowedTrail.trail: free, as a line has few of them. */
builder.objectField(WayStretchType, 'trails', (t) =>
  t.field({
    type: [TrailType],
    mayFail: true,
    raises: ['artifacts_missing'],
    description: 'The signed routes along it; null beside an error.',
    resolve: ({ trails: ids }, _args, { loaders }) => heldTrails(ids, loaders),
  }),
)
builder.objectField(FollowedTrailType, 'trail', (t) =>
  t.field({
    type: TrailType,
    nullable: true,
    raises: ['artifacts_missing'],
    description: 'The signed route itself; null if the data holds it no more, or beside an error.',
    resolve: ({ relationId }, _args, { loaders }) => loaders.trail(relationId),
  }),
)

interface TrailUse extends Edge<TrailRow> {
  sharedM: number
  share: number
}

const TrailUseConnectionType = defineConnection<TrailUse>('TrailUse', {
  node: TrailType,
  edge: 'A signed route that a course follows for a while.',
  list: 'The signed routes that a course follows.',
  isFiltered: true,
  edgeFields: (t) => ({
    sharedM: t.exposeFloat('sharedM', { description: 'Metres that the course follows it.' }),
    sharedShare: t.exposeFloat('share', { description: 'Share of the course that follows it, 0 to 1.' }),
  }),
})

/** Course.trails: the signed routes that it follows. */
builder.interfaceFields(CourseInterface, (t) => ({
  trails: t.field({
    type: TrailUseConnectionType,
    nullable: true,
    description:
      'Signed routes that it follows, longest stretch first; null for a trail and for a line of your own, whose `analysis` has them, or beside an error.',
    args: argsOf(t, trailUsesArgs, { where: LinkedTrailWhere }),
    runs: trails,
    credits: (args) => priceOfPage(1, args),
    resolve: (source, { where, ...paging }, { session, loaders }) => {
      const { ways, distanceM } = courseOf(source)
      if (ways === null) return null
      return session.runLinked(trails, 1, async () => {
        const uses = await trailUses(loaders, { ways, distanceM })
        const { kept, unknownCount } = keepTrails(uses, where ?? undefined)
        const page = pageOf(kept, pageRequest(paging), ({ node }) => String(node.relationId))
        return { edges: edgesOf(page, (use) => use), page, total: kept.length, unknownCount }
      })
    },
  }),
}))

async function trailUses(
  loaders: Loaders,
  { ways, distanceM }: { ways: NonNullable<Course['ways']>; distanceM: number },
): Promise<Omit<TrailUse, 'cursor'>[]> {
  const sharedM = new Map<number, number>()
  for (const { fromM, toM, trails: ids } of ways.stretches)
    for (const id of new Set(ids)) sharedM.set(id, (sharedM.get(id) ?? 0) + toM - fromM)
  const longest = [...sharedM].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const rows = await Promise.all(longest.map(([id]) => loaders.trail(id)))
  return longest.flatMap(([, metres], index) => {
    const node = rows[index]
    if (node === null) return []
    const share = distanceM > 0 ? Math.min(1, roundTo(metres / distanceM, 10_000)) : 0
    return [{ node, sharedM: tenths(metres), share }]
  })
}

/** What the price of a picture is known by before its line is: it is simplified for the address. */
const SHORT_LINE = {
  type: 'LineString',
  coordinates: [
    [0, 0],
    [1, 1],
  ],
}

/** Left out of the address. */
const DEFAULTS: Record<string, unknown> = { width: 800, height: 600, scale: 1, hillshade: true }

/** What the address says, so that both draw the same. */
function pictureOf(query: string): object {
  const words = new URLSearchParams(query)
  return fromStaticMapWords((name) => words.get(name) ?? undefined)
}

/** Course.staticMap: a picture of the course. Its address costs nothing until it is fetched; only `png` draws. */
builder.interfaceFields(CourseInterface, (t) => ({
  staticMap: t.field({
    type: StaticMapType,
    mayFail: true,
    description:
      'A map picture with the line on top; of several parts, the longest. A long line is simplified so that the address stays below 8 KB. Null beside an error, e.g. if an argument is out of bounds.',
    args: {
      width: t.arg.int({ required: true, defaultValue: 800, description: 'Pixels, 128 to 2048.' }),
      height: t.arg.int({ required: true, defaultValue: 600, description: 'Pixels, 128 to 2048.' }),
      scale: t.arg.int({
        required: true,
        defaultValue: 1,
        description:
          '1, or 2 for a picture twice as wide and high. A picture has at most 6,553,600 pixels (width * height * scale * scale).',
      }),
      hillshade: t.arg.boolean({ required: true, defaultValue: true, description: 'Relief as light and shade.' }),
    },
    // `png` costs as often as this says
    mostCredits: 0,
    raises: ['artifacts_missing'],
    credits: (args) => ({
      field: 0,
      multiplier: priceOf(staticMap, { ...withoutNullMembers(args), geojson: SHORT_LINE }),
    }),
    resolve: async (source, args, { session, loaders }) => {
      const given = Object.fromEntries(
        Object.entries(withoutNullMembers(args)).filter(([name, value]) => value !== DEFAULTS[name]),
      )
      parseInput(staticMap, { ...given, geojson: SHORT_LINE })
      const parts = await courseOf(source).parts(loaders)
      const line = parts.reduce((longest, part) => (part.length > longest.length ? part : longest))
      const query = toStaticMapQuery({ ...given, line }, roomOf(session.services.publicApiUrl))
      if (query === null) throw new Error('there is no room for two points in an address')
      return { parts: given, query, picture: () => pictureOf(query) }
    },
  }),
}))
