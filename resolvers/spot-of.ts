// Every point is a spot: a named place, an outdoor place, any point at all. Here each says once what it has of its own;
// what is done with a spot (schema/spot/) does not ask which of them it is.

import { timeZoneAt } from '../src/geo/time-zone-at.ts'
import type { Loaders } from './loaders.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { PlaceRow, PoiRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { toPlaceId } from '../src/places/place-id.ts'
import { nameIn } from '../src/places/read-names.ts'

/** Any point. */
export interface BarePoint {
  at: LonLat
}
export type SpotSource = PlaceRow | PoiRow | BarePoint

/** Where it is; of an area a point inside it. */
export function locationOfSpot(spot: SpotSource): LonLat {
  return 'at' in spot ? spot.at : [spot.lon, spot.lat]
}

/** The id that it has among places and outdoor places; null for a point. */
export function placeIdOf(spot: SpotSource): number | null {
  return 'at' in spot ? null : spot.id
}

/** The name of the time zone there. */
export const timezoneOfSpot = (spot: SpotSource): string => timeZoneAt(...locationOfSpot(spot))

/** Its name in a language where the map has it, else as written on the spot; null where it has none. */
export async function nameOf(spot: SpotSource, language: string | null, loaders: Loaders): Promise<string | null> {
  if ('at' in spot) return null
  if (language === null) return spot.name
  return nameOrLocal(language, 'tagsJson' in spot ? spot.tagsJson : await loaders.placeTags(spot.id), spot.name)
}

/** The same of a signed route, whose tags are those of the place that it is, too. */
export async function nameOfTrail(
  { relationId, name }: Pick<TrailRow, 'relationId' | 'name'>,
  language: string | null,
  loaders: Pick<Loaders, 'placeTags'>,
): Promise<string | null> {
  return language === null
    ? name
    : nameOrLocal(language, await loaders.placeTags(toPlaceId('relation', relationId)), name)
}

function nameOrLocal(language: string, tagsJson: string | null, local: string | null): string | null {
  return tagsJson === null ? local : (nameIn(JSON.parse(tagsJson) as Record<string, string>, language) ?? local)
}
