// Long lists of places, read window by window, and the areas around a spot.

import { say } from '../src/language/sentence.ts'
import { type Box, type LonLat, distanceM } from '../src/geo/lon-lat.ts'
import { turnsOf } from '../src/overload/in-turns.ts'
import { queriesOfTables, needsJudging, type Place } from '../src/places/one-place.ts'
import { type OutlineGeometry, toOutlineGeometry } from '../src/places/outline-geojson.ts'
import type { Services } from '../src/services.ts'
import { meetsFilter, orderPlaces, type PlaceFilter, type PlaceOrder, readsPlaces } from '../src/search/order-places.ts'
import { ServiceError } from '../src/errors.ts'
import { type Unknown, unknownOf } from '../src/unknowns.ts'
import type { LookedUpArea } from './area-of.ts'
import type { Loaders } from './loaders.ts'
import type { LongList, Window } from './page-of.ts'
import { openAt } from './opening-hours.ts'
import { simplifyOutline } from './input/line-forms.ts'
import { onceEach } from './pipeline/once-each.ts'
import { locationOfSpot, placeIdOf, type SpotSource, tagsOf } from './spot-of.ts'

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

/** A list, and how many more may be what is wanted: the map does not say. */
export interface FoundPlaces<Row extends Listed = ListedPlace> {
  list: CountedList<Row>
  unknownCount: number
  /** there is more than was looked at */
  truncated: boolean
}

interface Judged {
  tags: Readonly<Record<string, string>>
}

/** Opening hours not seen before take some 0.5 ms each to read. */
const hoursInTurns = turnsOf(50)

/** Those that a filter keeps, of places by their numbers, in their order. */
async function judge<K extends Key>(keys: readonly K[], filter: PlaceFilter, loaders: Loaders) {
  const rows = await Promise.all(
    (await withPlaces(keys, loaders)).map(async (row): Promise<Listed<K> & Judged> => {
      return { ...row, tags: readsPlaces(filter) ? await tagsOf(row.place, loaders) : {} }
    }),
  )
  const isOpen = filter.openAt === undefined ? null : await openAt(filter.openAt)
  const meets = ({ place, tags }: Listed<K> & Judged) => meetsFilter(place, tags, filter, isOpen)
  const met = isOpen === null ? rows.map(meets) : await hoursInTurns(rows, meets)
  return { rows: rows.filter((_, i) => met[i] === true), unknownCount: met.filter((one) => one === null).length }
}

const rowsAsList = <Row extends Key>(rows: readonly Row[]): CountedList<Row> => ({
  read: async ({ offset, limit }) => rows.slice(offset, offset + limit),
  count: async () => rows.length,
  keyOf,
})

const keysAsList = <K extends Key>(keys: readonly K[], loaders: Loaders): CountedList<Listed<K>> => ({
  read: ({ offset, limit }) => withPlaces(keys.slice(offset, offset + limit), loaders),
  count: async () => keys.length,
  keyOf,
})

/** Whether places have to be read to know which of them a filter keeps. */
const isJudged = (filter: PlaceFilter): boolean => needsJudging(filter) || readsPlaces(filter)

/** Of places by their numbers, in their order. */
export async function listOfKeys<K extends Key>(
  keys: readonly K[],
  filter: PlaceFilter,
  loaders: Loaders,
): Promise<Omit<FoundPlaces<Listed<K>>, 'truncated'>> {
  if (!isJudged(filter)) return { list: keysAsList(keys, loaders), unknownCount: 0 }
  const { rows, unknownCount } = await judge(keys, filter, loaders)
  return { list: rowsAsList(rows), unknownCount }
}

/** Of so many the places are read, the nearest or the best known. */
const MOST_JUDGED = 10_000
/** Around each of a list of spots, and inside each of a list of places. */
export const MOST_JUDGED_OF_MANY = 1000

/** What lies in an area. Places are read only where the filter or the order needs them. */
export async function findPlaces(
  { near, box, outline }: LookedUpArea,
  filter: PlaceFilter,
  order: PlaceOrder,
  sources: Sources,
  most = MOST_JUDGED,
): Promise<FoundPlaces> {
  const { loaders } = sources
  if (near !== null && order.by === 'distance' && order.direction === 'asc')
    return placesAround(near.at, { ...near, filter }, sources, most)
  const found = near === null ? await keysIn(box!, outline, filter, loaders) : await keysAround(near, filter, loaders)
  if (!isJudged(filter) && (order.by === 'distance' || (order.by === 'importance' && near === null))) {
    const keys = order.by === 'distance' ? found.toSorted((a, b) => a.awayM - b.awayM || a.id - b.id) : found
    // what is best known comes first
    const isTurned = (order.direction === 'desc') !== (order.by === 'importance')
    return { list: keysAsList(isTurned ? keys.toReversed() : keys, loaders), unknownCount: 0, truncated: false }
  }
  const { rows, unknownCount } = await judge(found.slice(0, most), filter, loaders)
  const readTags = async (row: (typeof rows)[number]) => ({ ...row, tags: await tagsOf(row.place, loaders) })
  const ready = order.by === 'capacity' ? await Promise.all(rows.map(readTags)) : rows
  return { list: rowsAsList(orderPlaces(ready, order)), unknownCount, truncated: found.length > most }
}

interface AwayKey extends Key {
  distanceM?: number
  /** from the point, or from the middle of the area */
  awayM: number
}

async function keysAround(
  { at, withinM }: NonNullable<LookedUpArea['near']>,
  { kinds, named }: PlaceFilter,
  loaders: Loaders,
): Promise<AwayKey[]> {
  const keys = await loaders.placesNear(at, { kinds, named, radiusM: withinM, limit: MOST_JUDGED + 1 })
  return keys.map((key) => ({ ...key, awayM: key.distanceM }))
}

/** Best known first. */
async function keysIn(
  box: Box,
  outline: LookedUpArea['outline'],
  { kinds, named }: PlaceFilter,
  loaders: Loaders,
): Promise<AwayKey[]> {
  const [west, south, east, north] = box
  const middle: LonLat = [(west + east) / 2, (south + north) / 2]
  return (await loaders.placesInBox(box, { kinds, named }))
    .filter(({ lon, lat }) => outline?.contains(lon, lat) !== false)
    .map(({ id, lon, lat }) => ({ id, awayM: distanceM(...middle, lon, lat) }))
}

/** Nearest first. Read by the loaders, so that the same question elsewhere in the document is one. */
export async function placesAround(
  at: LonLat,
  { withinM, filter }: { withinM: number; filter: PlaceFilter },
  { stores, loaders }: Sources,
  most = MOST_JUDGED_OF_MANY,
): Promise<FoundPlaces> {
  const { kinds, named } = filter
  const query = { kinds, named, radiusM: withinM }
  if (isJudged(filter)) {
    const keys = await loaders.placesNear(at, { ...query, limit: most + 1 })
    return { ...(await listOfKeys(keys.slice(0, most), filter, loaders)), truncated: keys.length > most }
  }
  const count = async (): Promise<number> => {
    const requested = queriesOfTables(query)
    const [withNames, outdoor] = await Promise.all([
      requested.named.kinds?.length === 0 ? [] : stores.places.listIdsNear(at, { ...query, ...requested.named }),
      requested.outdoor.kinds?.length === 0 ? [] : stores.pois.listIdsNear(at, { ...query, ...requested.outdoor }),
    ])
    return new Set([...withNames, ...outdoor]).size
  }
  const read = async (window: Window) => withPlaces(await loaders.placesNear(at, { ...query, ...window }), loaders)
  return { list: { read, count, keyOf }, unknownCount: 0, truncated: false }
}

/** Its area or line as GeoJSON, with fewer points (`simplifyOutline`); null for a point. */
export async function outlineOfPlace(
  { id, named }: Place,
  toleranceM: number,
  loaders: Loaders,
): Promise<OutlineGeometry | null> {
  const outline = named === null || named.bbox === null ? null : await loaders.placeOutline(id)
  return outline === null ? null : simplifyOutline(toOutlineGeometry(outline), toleranceM)
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
