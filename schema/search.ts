// GraphQL of places: places, place and outdoorPlaces. Lists are read window by window, so that each ends where there is
// no more.

import { readPage } from '../resolvers/page-of.ts'
import { outdoorInBox, placesAround, placesInBox } from '../resolvers/place-lists.ts'
import { DEFAULT_RADIUS_M, pois, reverse, search } from '../resolvers/search.ts'
import { outdoorPlacesArgs, placesArgs } from '../resolvers/input/search-args.ts'
import { ServiceError } from '../src/errors.ts'
import type { PlaceRow } from '../src/places/catalogue-rows.ts'
import { builder, operationField, withoutNulls } from './builder.ts'
import { pageArgs, pageRequest, priceOfPage, sizeOf } from './connection.ts'
import { readId } from './node-interface.ts'
import { OutdoorConnectionType, PlaceConnectionType, markedConnection, PlaceKindEnum, PlaceType } from './place-type.ts'

const PLACES_PAGE = { preset: 10, max: 100 }
const OUTDOOR_PAGE = { preset: 100, max: 1000 }

builder.queryFields((t) => ({
  places: t.field({
    type: PlaceConnectionType,
    ...operationField(reverse, { areaLookup: ({ inBox }: { inBox?: unknown }) => inBox != null }),
    description:
      'Places around a point, nearest first; or in a box, best known first, which is an area lookup. Either `near` or `inBox`.',
    args: t.validate(
      {
        near: t.arg({ type: 'LonLat', description: 'The point, [lon, lat] in degrees.' }),
        withinM: t.arg.int({ description: 'Radius in metres, 50 to 50,000; only with `near`. Default 500.' }),
        inBox: t.arg({ type: 'Box', description: 'The box; each side at most 2 degrees.' }),
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        ...pageArgs(t, PLACES_PAGE),
      },
      withoutNulls(placesArgs),
    ),
    complexity: (args) => priceOfPage(pricePlaces(args), sizeOf(args, PLACES_PAGE.preset)),
    resolve: (_, { near, withinM, inBox, kinds, ...paging }, { session, loaders }) =>
      session.runLinked({ id: reverse.id, areaLookup: inBox != null }, pricePlaces({ inBox, ...paging }), async () => {
        const { places: store } = session.services
        const list =
          inBox != null
            ? placesInBox(store, { box: inBox, kinds: kinds ?? null })
            : placesAround(near!, { radiusM: withinM ?? DEFAULT_RADIUS_M, kinds: kinds ?? null }, { store, loaders })
        const page = await readPage<PlaceRow & { distanceM?: number }>(list, pageRequest(paging, PLACES_PAGE.preset))
        return markedConnection(page, { total: page.end ?? list.count }, (row) => ({
          place: row,
          ...(row.distanceM === undefined ? {} : { distanceM: row.distanceM }),
        }))
      }),
  }),
  place: t.field({
    type: PlaceType,
    ...operationField(search, { readsById: true }),
    description: 'One place by its id.',
    args: { id: t.arg.id({ required: true, description: 'Its global id, or the number that REST gives.' }) },
    complexity: 1,
    resolve: async (_, { id }, { session, loaders }) => {
      const placeId = readId('Place', id, 'id')
      return session.runLinked(
        search,
        1,
        async () =>
          (await loaders.place(placeId)) ?? notFound(`There is no place ${placeId} in the live release.`, 'id'),
      )
    },
  }),
}))

builder.queryFields((t) => ({
  outdoorPlaces: t.field({
    type: OutdoorConnectionType,
    ...operationField(pois, { areaLookup: true }),
    args: t.validate(
      {
        inBox: t.arg({ type: 'Box', required: true, description: 'The box; each side at most 2 degrees.' }),
        kinds: t.arg({
          type: [PlaceKindEnum],
          description: 'Kinds to keep, also the order of the answer. Default all.',
        }),
        ...pageArgs(t, OUTDOOR_PAGE),
      },
      withoutNulls(outdoorPlacesArgs),
    ),
    complexity: (args) => priceOfPage(2, sizeOf(args, OUTDOOR_PAGE.preset)),
    resolve: (_, { inBox, kinds, ...paging }, { session }) =>
      session.runLinked(pois, 2, async () => {
        let artifactVersion: string | undefined
        const list = outdoorInBox(
          session.services.pois,
          { box: inBox, kinds: kinds ?? null },
          (version) => (artifactVersion = version),
        )
        const page = await readPage(list, pageRequest(paging, OUTDOOR_PAGE.preset))
        const connection = markedConnection(page, { total: page.end ?? list.count }, (place) => ({ place }))
        return artifactVersion === undefined ? connection : { ...connection, artifactVersion }
      }),
  }),
}))

/** An area lookup costs 2; around a point it is 1 credit for each 50 places or part of them. */
function pricePlaces(args: Parameters<typeof sizeOf>[0] & { inBox?: unknown }): number {
  return args.inBox != null ? 2 : Math.max(1, Math.ceil(sizeOf(args, PLACES_PAGE.preset) / 50))
}

function notFound(message: string, inputPath: string): never {
  throw new ServiceError('not_found', message, { inputPath })
}
