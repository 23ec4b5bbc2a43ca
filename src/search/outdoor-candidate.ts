// An outdoor place as a candidate among named places, so that both are graded and ranked alike. What is not known of it
// earns no points, as of a named one. Pure.

import type { PlaceRow, PoiRow, TrailRow } from '../places/catalogue-rows.ts'
import { namesOfPoi } from '../places/read-names.ts'

export type Item = PlaceRow | PoiRow | TrailRow

interface OutdoorCandidate extends PlaceRow {
  poi: PoiRow
}

/** Without a name it has an empty one. */
export function toCandidate(poi: PoiRow): OutdoorCandidate {
  const [name = '', ...otherNames] = namesOfPoi(poi)
  const { id, osmType, osmId, kind, kinds, lon, lat, eleM } = poi
  return {
    ...{ id, osmType, osmId, name, otherNames, kind, kinds, lon, lat, poi, trail: null },
    region: null,
    elevationM: eleM,
    elevationSource: null,
    population: null,
    prominenceM: null,
    hasWikidata: poi.tagsJson.includes('"wikidata":'),
    importance: 0,
    adminLevel: null,
    bbox: null,
  }
}

export const itemOf = (place: PlaceRow): Item =>
  'poi' in place ? (place as OutdoorCandidate).poi : (place.trail ?? place)
