// Every point is a spot: a place, any point at all. Here each says once what it has of its own; what is done with a
// spot does not ask which of them it is.

import { timeZoneAt } from '../src/geo/time-zone-at.ts'
import type { Loaders } from './loaders.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { OsmType, TrailRow } from '../src/places/catalogue-rows.ts'
import { tagsOfOutdoor, type Place } from '../src/places/one-place.ts'
import { type FactOf, PLACE_FACTS, type PlaceFact } from '../src/places/place-facts.ts'
import { MAX_OSM_ID, toPlaceId } from '../src/places/place-id.ts'
import { nameIn } from '../src/places/read-names.ts'

/** Any point. */
export interface BarePoint {
  at: LonLat
}
export type SpotSource = Place | BarePoint

/** Where it is; of an area a point inside it. */
export function locationOfSpot(spot: SpotSource): LonLat {
  return 'at' in spot ? spot.at : [spot.lon, spot.lat]
}

/** The number of a place; null for a point. */
export function placeIdOf(spot: SpotSource): number | null {
  return 'at' in spot ? null : spot.id
}

/** The name of the time zone there. */
export const timezoneOfSpot = (spot: SpotSource): string => timeZoneAt(...locationOfSpot(spot))

/** Its name in a language where the map has it, else as written on the spot; null where it has none. */
export async function nameOf(spot: SpotSource, language: string | null, loaders: Loaders): Promise<string | null> {
  if ('at' in spot) return null
  return language === null ? spot.name : (nameIn(await tagsOf(spot, loaders), language) ?? spot.name)
}

type Tags = Readonly<Record<string, string>>
const tagsOfPlaces = new WeakMap<Place, Promise<Tags>>()

/** Its tags as mapped, read once for each document; of one that a newer release no longer has, none. */
export function tagsOf(place: Place, loaders: Loaders): Promise<Tags> {
  let tags = tagsOfPlaces.get(place)
  if (tags === undefined) tagsOfPlaces.set(place, (tags = readTags(place, loaders)))
  return tags
}

/** What its tags say of it. */
export async function factOf<Fact extends PlaceFact>(
  fact: Fact,
  place: Place,
  loaders: Loaders,
): Promise<FactOf<Fact>> {
  return PLACE_FACTS[fact](await tagsOf(place, loaders)) as FactOf<Fact>
}

/** The number of a place that is this object of OpenStreetMap; null if none has such an id. */
export const placeNumberOf = ({ type, id }: { type: OsmType; id: number }): number | null =>
  id > 0 && id <= MAX_OSM_ID ? toPlaceId(type, id) : null

async function readTags({ id, named, outdoor }: Place, loaders: Loaders): Promise<Tags> {
  const tagsJson = named === null ? null : await loaders.placeTags(id)
  return {
    ...(outdoor === null ? {} : tagsOfOutdoor(outdoor)),
    ...(tagsJson === null ? {} : (JSON.parse(tagsJson) as Record<string, string>)),
  }
}

/** The same of a signed route, whose tags are those of the place that it is, too. */
export async function nameOfTrail(
  { relationId, name }: Pick<TrailRow, 'relationId' | 'name'>,
  language: string | null,
  loaders: Pick<Loaders, 'placeTags'>,
): Promise<string | null> {
  if (language === null) return name
  const tagsJson = await loaders.placeTags(toPlaceId('relation', relationId))
  return tagsJson === null ? name : (nameIn(JSON.parse(tagsJson) as Record<string, string>, language) ?? name)
}
