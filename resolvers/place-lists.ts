// Long lists of places, read window by window, and the areas around a spot.

import { say } from '../src/language/sentence.ts'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import type { PlaceKey } from '../src/places/catalogue-rows.ts'
import { askedOfTables, isChosen, needsJudging, type Place, type PlaceChoice } from '../src/places/one-place.ts'
import { type OutlineGeometry, toOutlineGeometry } from '../src/places/outline-geojson.ts'
import { POI_KINDS } from '../src/osm/poi-kinds.ts'
import type { Services } from '../src/services.ts'
import { ServiceError } from '../src/errors.ts'
import { type Unknown, unknownOf } from '../src/unknowns.ts'
import type { Loaders } from './loaders.ts'
import type { LongList, Window } from './page-of.ts'
import { onceEach } from './pipeline/once-each.ts'
import { locationOfSpot, placeIdOf, type SpotSource } from './spot-of.ts'

/** A place by its number, with what a list knows of it. */
interface Key {
  id: number
}
export type Listed<K extends Key = Key> = K & { place: Place }
export type ListedPlace = Listed<Key & { distanceM?: number; atM?: number }>
type CountedList<Row> = LongList<Row> & Required<Pick<LongList<Row>, 'count'>>

const keyOf = ({ id }: Key): string => String(id)

interface Sources {
  stores: Pick<Services, 'places' | 'pois'>
  loaders: Loaders
}

async function withPlaces<K extends Key>(keys: readonly K[], loaders: Loaders): Promise<Listed<K>[]> {
  const places = await Promise.all(keys.map(({ id }) => loaders.place(id)))
  // one that a newer release no longer has is left out
  return keys.flatMap((key, i) => (places[i] === null ? [] : [{ ...key, place: places[i] }]))
}

export const placesOf = async (ids: readonly number[], loaders: Loaders): Promise<Place[]> =>
  (
    await withPlaces(
      ids.map((id) => ({ id })),
      loaders,
    )
  ).map(({ place }) => place)

/** Of places by their numbers, in their order. */
export async function listOfKeys<K extends Key>(
  keys: readonly K[],
  choice: PlaceChoice,
  loaders: Loaders,
): Promise<CountedList<Listed<K>>> {
  if (!needsJudging(choice))
    return {
      read: ({ offset, limit }) => withPlaces(keys.slice(offset, offset + limit), loaders),
      count: async () => keys.length,
      keyOf,
    }
  const rows = (await withPlaces(keys, loaders)).filter(({ place }) => isChosen(place, choice))
  return {
    read: async ({ offset, limit }) => rows.slice(offset, offset + limit),
    count: async () => rows.length,
    keyOf,
  }
}

/** Best known first. */
export async function placesInBox(box: Box, choice: PlaceChoice, { stores, loaders }: Sources) {
  return listOfKeys(await keysInBox(stores, box, choice), choice, loaders)
}

/** Best known first. */
export async function keysInBox(
  { places, pois }: Sources['stores'],
  box: Box,
  choice: PlaceChoice,
): Promise<PlaceKey[]> {
  const asked = askedOfTables(choice)
  const [named, outdoor] = await Promise.all([
    asked.named.kinds?.length === 0 ? [] : places.listKeysInBox({ box, ...asked.named }),
    asked.outdoor.kinds?.length === 0
      ? []
      : pois.listKeysInBox({ box, ...asked.outdoor, kinds: asked.outdoor.kinds ?? POI_KINDS }),
  ])
  const keys = new Map<number, PlaceKey>(named.map((key) => [key.id, key]))
  for (const { id, lon, lat } of outdoor) if (!keys.has(id)) keys.set(id, { id, lon, lat, importance: 0 })
  return [...keys.values()].sort((a, b) => b.importance - a.importance || a.id - b.id)
}

/** Nearest first. Read by the loaders, so that the same question elsewhere in the document is one. */
export async function placesAround(
  at: LonLat,
  query: PlaceChoice & { radiusM: number },
  { stores, loaders }: Sources,
): Promise<CountedList<ListedPlace>> {
  const read = (window: Window) => loaders.placesNear(at, { ...query, ...window })
  if (needsJudging(query)) return listOfKeys(await read({ offset: 0, limit: MOST_AROUND }), query, loaders)
  return {
    read: async (window) => withPlaces(await read(window), loaders),
    count: async () => {
      const asked = askedOfTables(query)
      const [named, outdoor] = await Promise.all([
        asked.named.kinds?.length === 0 ? [] : stores.places.listIdsNear(at, { ...query, ...asked.named }),
        asked.outdoor.kinds?.length === 0 ? [] : stores.pois.listIdsNear(at, { ...query, ...asked.outdoor }),
      ])
      return new Set([...named, ...outdoor]).size
    },
    keyOf,
  }
}
/** Bus stops around a point, of which the bus stations are found. */
const MOST_AROUND = 10_000

/** Its area or line as GeoJSON; null for a point. */
export async function outlineOfPlace({ id, named }: Place, loaders: Loaders): Promise<OutlineGeometry | null> {
  const outline = named === null || named.bbox === null ? null : await loaders.placeOutline(id)
  return outline === null ? null : toOutlineGeometry(outline)
}

/** Far more than lie over any place of the map. */
const MAX_AREAS = 100
const MAX_NAMES = 3

/**
 * The administrative and protected areas that contain a spot, and of which areas that is not known. Smallest first,
 * without the spot itself. Throws ServiceError `too_large` where there are more than MAX_AREAS.
 */
export async function areasAround(spot: SpotSource, loaders: Loaders): Promise<Place[]> {
  const own = placeIdOf(spot)
  const areas = (await loaders.areasAt(locationOfSpot(spot))).filter((id) => id !== own)
  if (areas.length > MAX_AREAS) throw new ServiceError(say('error.too_large.areas', { max: MAX_AREAS }))
  return placesOf(areas, loaders)
}

/** What `areasAround` leaves open: the same for every spot of a document. */
export const unknownsOfAreas = onceEach(async (loaders: Loaders): Promise<Unknown[]> => {
  const names = await loaders.cutAreas()
  return names.length === 0 ? [] : [unknownOf(cutBorders(names))]
})

const cutBorders = (names: readonly string[]) =>
  names.length > MAX_NAMES
    ? say('unknown.area_cut.more', { count: names.length, names: names.slice(0, MAX_NAMES) })
    : say('unknown.area_cut', { names })
