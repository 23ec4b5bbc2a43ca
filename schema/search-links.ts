// The links between places, trails and routes. Each is charged as the operation it stands for, once per element of a
// list, and answered by a loader, so that a list of any length asks the stores a constant number of times.

import { elevation } from '../resolvers/maps.ts'
import type { ElevationSample } from '../resolvers/maps.ts'
import { analyseRoute } from '../resolvers/matching.ts'
import { toTrailGpx } from '../resolvers/line-forms.ts'
import type { Loaders } from '../resolvers/loaders.ts'
import { pageOf, rowsNeeded } from '../resolvers/page-of.ts'
import { profileLine } from '../resolvers/course.ts'
import { parseInput } from '../resolvers/parse-input.ts'
import { planRoute } from '../resolvers/routing.ts'
import { locationOf, reverse, search, trailRelation, trails, unknownTrail } from '../resolvers/search.ts'
import {
  alongArgs,
  analysisArgs,
  nearbyArgs,
  profilePointsArgs,
  routeToArgs,
  trailsNearArgs,
  trailUsesArgs,
} from '../resolvers/search-args.ts'
import { ServiceError } from '../src/errors.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { TrailLine, TrailRow } from '../src/places/catalogue-rows.ts'
import type { WaypointRoute } from '../src/routing/costs/route-types.ts'
import { builder, priceOf, withoutNulls } from './builder.ts'
import { pageRequest, priceOfPage } from './connection.ts'
import { ElevationProfileType } from './elevation-profile.ts'
import { ElevationPointType } from './maps.ts'
import { RouteAnalysisType } from './matching.ts'
import { readId } from './node-interface.ts'
import { OutdoorPlaceType, PlaceConnectionType, placeConnection, PlaceKindEnum, PlaceType } from './place-type.ts'
import { RouteType } from './route-type.ts'
import { Leaf } from './scalars.ts'
import { ProfileEnum, settingInputs } from './setting-fields.ts'
import { MultiLineType, TrailConnectionType, trailConnection, TrailType, TrailTypeEnum } from './trail-type.ts'
import { roundTo, tenths } from '../src/wire/round-to.ts'
import { WALKER_ABOUT, WalkerInputType } from './walker.ts'

const NEARBY_RADIUS_M = 1000
const TRAILS_WITHIN_M = 500
const ALONG_WITHIN_M = 300
/** Looking along a whole line is more than looking around a point. */
const ALONG_CREDITS = 2
const MAX_ROWS = 1000
const MAX_TRAIL_ROWS = 200

/** Arguments of the places along a line. */
const placesAlongArgs = builder.args((t) => ({
  withinM: t.int({ description: 'How far from the line, metres, 10 to 2,000. Default 300.' }),
  kinds: t.field({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
  first: t.int({ description: 'Places per page, 1 to 100. Default 20.' }),
  after: t.string({ description: 'Cursor of an edge; the page begins after it.' }),
}))

const RouteToSettingsType = builder.inputType('RouteToSettings', {
  description: 'How to travel to a place. Fields left out take their defaults.',
  fields: (t) => ({
    ...settingInputs(t, 'routeTo'),
    walker: t.field({ type: WalkerInputType, description: WALKER_ABOUT }),
  }),
})

builder.objectFields(PlaceType, (t) => ({
  trail: t.field({
    type: TrailType,
    nullable: true,
    description: 'The signed route that it is; null for any other kind.',
    resolve: (place) => place.trail,
  }),
  tags: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'Its map tags as tagged, by key; null where a release that was taken up meanwhile has it no more, or beside an error.',
    resolve: async (place, _args, { loaders }) => {
      const tagsJson = await loaders.placeTags(place.id)
      return tagsJson === null ? null : new Leaf(JSON.parse(tagsJson))
    },
  }),
  outdoorPlace: t.field({
    type: OutdoorPlaceType,
    nullable: true,
    description: 'The same object as an outdoor place, with its map tags; null where it is none, or beside an error.',
    complexity: 1,
    resolve: (place, _args, { ledger, loaders }) => ledger.runLinked(search, 1, () => loaders.outdoorPlace(place.id)),
  }),
  nearby: t.field({
    type: PlaceConnectionType,
    nullable: true,
    description: 'Other places around it, nearest first; null beside an error.',
    args: t.validate(
      {
        radiusM: t.arg.int({ description: 'Radius in metres, 50 to 50,000. Default 1,000.' }),
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        first: t.arg.int({ description: 'Places per page, 1 to 50. Default 10.' }),
        after: t.arg.string({ description: 'Cursor of an edge; the page begins after it.' }),
      },
      withoutNulls(nearbyArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: async (place, { radiusM, kinds, ...paging }, { ledger, loaders }) => {
      const page = pageRequest(paging, 10)
      const limit = rowsNeeded(page, MAX_ROWS) + 1 // itself
      const rows = await ledger.runLinked(reverse, 1, () =>
        loaders.placesNear(locationOf(place), { radiusM: radiusM ?? NEARBY_RADIUS_M, kinds: kinds ?? null, limit }),
      )
      return placeConnection(
        pageOf(
          rows.filter(({ id }) => id !== place.id),
          page,
          ({ id }) => String(id),
        ),
        (row) => ({ place: row, distanceM: row.distanceM }),
      )
    },
  }),
  trails: t.field({
    type: TrailConnectionType,
    nullable: true,
    description: 'Signed routes that pass near it, nearest first; null beside an error.',
    args: t.validate(
      {
        withinM: t.arg.int({ description: 'How near, metres, 10 to 50,000. Default 500.' }),
        type: t.arg({ type: TrailTypeEnum, description: 'Kind of route. Default both.' }),
        first: t.arg.int({ description: 'Trails per page, 1 to 50. Default 10.' }),
        after: t.arg.string({ description: 'Cursor of an edge; the page begins after it.' }),
      },
      withoutNulls(trailsNearArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: async (place, { withinM, type, ...paging }, { ledger, loaders }) => {
      const page = pageRequest(paging, 10)
      const limit = rowsNeeded(page, MAX_TRAIL_ROWS)
      const rows = await ledger.runLinked(trails, 1, () =>
        loaders.trailsNear(locationOf(place), { radiusM: withinM ?? TRAILS_WITHIN_M, type: type ?? null, limit }),
      )
      return trailConnection(
        pageOf(rows, page, ({ relationId }) => String(relationId)),
        false,
        (row) => ({ trail: row, distanceM: row.distanceM }),
      )
    },
  }),
  elevation: t.field({
    type: ElevationPointType,
    nullable: true,
    description: 'The height that the terrain model has there, whatever is tagged; null beside an error.',
    complexity: 1,
    resolve: (place, _args, { ledger, loaders }): Promise<ElevationSample['points'][number]> =>
      ledger.runLinked(elevation, 1, async () => ({
        lon: place.lon,
        lat: place.lat,
        elevationM: await loaders.height(locationOf(place)),
      })),
  }),
  routeTo: t.field({
    type: RouteType,
    nullable: true,
    description: 'A route from it to another place or point; null beside an error.',
    args: t.validate(
      {
        place: t.arg.id({ description: 'Id of the place to go to. This or location.' }),
        location: t.arg({ type: 'LonLat', description: 'The point to go to, [lon, lat] in degrees. This or place.' }),
        settings: t.arg({ type: RouteToSettingsType, description: 'How to travel.' }),
      },
      withoutNulls(routeToArgs),
    ),
    complexity: () =>
      priceOf(planRoute, {
        waypoints: [
          [0, 0],
          [0, 0],
        ],
      }),
    resolve: async (place, { place: target, location, settings }, { ledger, loaders }) => {
      const to = location ?? (await targetOf(loaders, target!))
      const given = Object.fromEntries(
        Object.entries(settings ?? {}).filter(([, value]) => value !== null && value !== undefined),
      )
      return (await ledger.run(planRoute, parseInput(planRoute, { waypoints: [locationOf(place), to], ...given })))
        .value
    },
  }),
}))

builder.objectFields(OutdoorPlaceType, (t) => ({
  place: t.field({
    type: PlaceType,
    nullable: true,
    description:
      'The same object as a named place, with its links; null where it has no name or is no named place, or beside an error.',
    complexity: 1,
    resolve: (poi, _args, { ledger, loaders }) => ledger.runLinked(search, 1, () => loaders.place(poi.id)),
  }),
}))

async function targetOf(loaders: Loaders, id: string): Promise<LonLat> {
  const placeId = readId('Place', id, 'place')
  const place = await loaders.place(placeId)
  if (place === null)
    throw new ServiceError('not_found', `There is no place ${placeId} in the live release.`, { inputPath: 'place' })
  return locationOf(place)
}

function known(line: TrailLine | null, relationId: number): TrailLine {
  if (line === null) throw unknownTrail(relationId)
  return line
}

builder.objectFields(TrailType, (t) => ({
  line: t.field({
    type: MultiLineType,
    nullable: true,
    description: 'Its whole line in walking order; null beside an error.',
    complexity: 1,
    resolve: (trail, _args, { ledger, loaders }) =>
      ledger.runLinked(trailRelation, 1, async () =>
        known(await loaders.trailLine(trail.relationId), trail.relationId),
      ),
  }),
  gpx: t.string({
    nullable: true,
    description: 'Its line as a GPX 1.1 file, a segment for each part, without heights; null beside an error.',
    complexity: 1,
    resolve: (trail, _args, { ledger, loaders }) =>
      ledger.runLinked(trailRelation, 1, async () =>
        toTrailGpx(titleOf(trail), known(await loaders.trailLine(trail.relationId), trail.relationId).parts),
      ),
  }),
  profile: t.field({
    type: ElevationProfileType,
    nullable: true,
    description:
      'Its elevation profile from the terrain; a line of more than 5,000 points is thinned to as many first; null beside an error where it is too long or there is no terrain.',
    args: t.validate(
      { points: t.arg.int({ description: 'The series has at most this many points, 2 to 6,000. Default 1,000.' }) },
      withoutNulls(profilePointsArgs),
    ),
    complexity: () => priceOf(profileLine, {}),
    resolve: async (trail, { points }, { ledger, loaders }) =>
      ledger.run(profileLine, {
        geometry: await geometryOf(loaders, trail),
        elevation: 'terrain',
        ...(points == null ? {} : { points }),
      }),
  }),
  analysis: t.field({
    type: RouteAnalysisType,
    nullable: true,
    description:
      'Its line read against the network; a line of more than 5,000 points is thinned to as many first; null beside an error where it is too long.',
    args: t.validate(
      {
        profile: t.arg({
          type: ProfileEnum,
          description: 'How the trail is travelled. Default HIKE, or BIKE for a bicycle route.',
        }),
      },
      withoutNulls(analysisArgs),
    ),
    complexity: () => priceOf(analyseRoute, {}),
    resolve: async (trail, { profile }, { ledger, loaders }) =>
      (
        await ledger.run(analyseRoute, {
          geometry: await geometryOf(loaders, trail),
          profile: profile ?? (trail.type === 'bicycle' ? 'bike' : 'hike'),
        })
      ).value,
  }),
  places: t.field({
    type: PlaceConnectionType,
    nullable: true,
    description: 'Places along it in walking order; null beside an error.',
    args: t.validate(placesAlongArgs, withoutNulls(alongArgs)),
    complexity: ({ first }) => priceOfPage(ALONG_CREDITS, first ?? 20),
    resolve: (trail, args, { ledger, loaders }) =>
      ledger.runLinked(reverse, ALONG_CREDITS, async () =>
        placesOf(loaders, known(await loaders.trailLine(trail.relationId), trail.relationId).parts, args),
      ),
  }),
  stages: t.field({
    type: [TrailType],
    nullable: true,
    description:
      'The signed routes that it is made of, in order; empty for one that is made of ways; null beside an error. Those that the data does not hold are left out.',
    args: t.validate(
      { first: t.arg.int({ description: 'At most this many, 1 to 50. Default 10.' }) },
      withoutNulls(trailUsesArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: (trail, { first }, { ledger, loaders }) =>
      ledger.runLinked(trailRelation, 1, async () =>
        present(await Promise.all(trail.stageIds.slice(0, first ?? 10).map((id) => loaders.trail(id)))),
      ),
  }),
  stageOf: t.field({
    type: [TrailType],
    nullable: true,
    description: 'The signed routes that it is a stage of; null beside an error.',
    args: t.validate(
      { first: t.arg.int({ description: 'At most this many, 1 to 50. Default 10.' }) },
      withoutNulls(trailUsesArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: (trail, { first }, { ledger, loaders }) =>
      ledger.runLinked(trailRelation, 1, async () =>
        present(await Promise.all(trail.parentIds.slice(0, first ?? 10).map((id) => loaders.trail(id)))),
      ),
  }),
}))

const present = (list: (TrailRow | null)[]): TrailRow[] => list.filter((trail) => trail !== null)

function titleOf({ ref, name }: TrailRow): string | null {
  const title = [ref, name].filter((word) => word !== null).join(' ')
  return title === '' ? null : title
}

async function geometryOf(loaders: Loaders, { relationId }: TrailRow) {
  return loaders.trailGeometry(known(await loaders.trailLine(relationId), relationId))
}

interface AlongArgs {
  withinM?: number | null
  kinds?: readonly string[] | null
  first?: number | null
  after?: string | null
}

async function placesOf(
  loaders: Loaders,
  parts: readonly (readonly LonLat[])[],
  { withinM, kinds, ...paging }: AlongArgs,
) {
  const rows = await loaders.placesAlong(parts, { withinM: withinM ?? ALONG_WITHIN_M, kinds: kinds ?? null })
  return placeConnection(
    pageOf(rows, pageRequest(paging, 20), ({ place }) => String(place.id)),
    (row) => row,
  )
}

export interface TrailUse {
  trail: TrailRow
  sharedM: number
  share: number
}

const TrailUseType = builder.objectRef<TrailUse>('TrailUse').implement({
  description: 'A signed route that a route follows for a while.',
  fields: (t) => ({
    trail: t.field({ type: TrailType, description: 'The signed route.', resolve: (use) => use.trail }),
    sharedM: t.exposeFloat('sharedM', { description: 'Metres of the route along it.' }),
    share: t.exposeFloat('share', { description: 'Share of the route along it, 0 to 1.' }),
  }),
})

builder.objectFields(RouteType, (t) => ({
  places: t.field({
    type: PlaceConnectionType,
    nullable: true,
    description: 'Places along it in its order; null beside an error.',
    args: t.validate(placesAlongArgs, withoutNulls(alongArgs)),
    complexity: ({ first }) => priceOfPage(ALONG_CREDITS, first ?? 20),
    resolve: (route, args, { ledger, loaders }) =>
      ledger.runLinked(reverse, ALONG_CREDITS, () =>
        placesOf(loaders, [route.geometry.coordinates.map(([lon, lat]) => [lon, lat] as const)], args),
      ),
  }),
  trails: t.field({
    type: [TrailUseType],
    nullable: true,
    description: 'Signed routes that it follows, longest stretch first; null beside an error.',
    args: t.validate(
      { first: t.arg.int({ description: 'At most this many, 1 to 50. Default 10.' }) },
      withoutNulls(trailUsesArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: (route, { first }, { ledger, loaders }) =>
      ledger.runLinked(trails, 1, () => trailUses(loaders, route, first ?? 10)),
  }),
}))

async function trailUses(loaders: Loaders, route: WaypointRoute, first: number): Promise<TrailUse[]> {
  const sharedM = new Map<number, number>()
  for (const { fromM, toM, trails: ids } of route.ways.stretches)
    for (const id of new Set(ids)) sharedM.set(id, (sharedM.get(id) ?? 0) + toM - fromM)
  const longest = [...sharedM].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, first)
  const rows = await Promise.all(longest.map(([id]) => loaders.trail(id)))
  return longest.flatMap(([, metres], index) => {
    const trail = rows[index]
    return trail === null
      ? []
      : [
          {
            trail,
            sharedM: tenths(metres),
            share: route.distanceM > 0 ? Math.min(1, roundTo(metres / route.distanceM, 10_000)) : 0,
          },
        ]
  })
}
