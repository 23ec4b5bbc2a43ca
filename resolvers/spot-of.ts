// Every point is a spot: a place, any point at all. Here each says once what it has of its own; what is done with a
// spot does not ask which of them it is.

import { timeZoneAt } from '../src/geo/time-zone-at.ts'
import type { Loaders } from './loaders.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { tagsOfOutdoor, type Place } from '../src/places/one-place.ts'
import { toPlaceId } from '../src/places/place-id.ts'
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

/** Its tags as mapped; of one that a newer release no longer has, none. */
export async function tagsOf({ id, named, outdoor }: Place, loaders: Loaders): Promise<Record<string, string>> {
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
