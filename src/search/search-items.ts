// One search over named places, signed trails and outdoor places. Trails are named places of the catalogue already;
// outdoor places that are no named place join the candidates, so that readings, grades and points are the same for all
// three and their order is one. Outdoor places are found as typed, not by near misses.

import type { CandidateQuery, PlaceRow, PoiRow, TrailRow } from '../places/catalogue-rows.ts'
import type { PlaceStore, PoiStore } from '../places/catalogue-stores.ts'
import { namesOfPoi } from '../places/read-names.ts'
import { type PlaceHit, type SearchRequest, searchPlaces } from './search-places.ts'

export interface ItemsRequest extends Omit<SearchRequest, 'limit' | 'kinds'> {
  /** of named places and of outdoor places; null: all */
  kinds: readonly string[] | null
}

export type Item = PlaceRow | PoiRow | TrailRow

export interface ItemHit {
  item: Item
  hit: PlaceHit
}

export interface FoundItems {
  /** best first */
  hits: ItemHit[]
  /** so many names have the words that maybe not all of them were graded */
  truncated: boolean
  /** as in FoundPlaces */
  unknownPlace: string | null
}

/** Of the parts of a text that is no name as a whole, the longest are looked for among outdoor places, too. */
const OUTDOOR_PARTS = 16

interface OutdoorCandidate extends PlaceRow {
  poi: PoiRow
}

/** Everything that answers, best first. Makes a constant number of store calls. */
export async function searchItems(
  stores: { places: PlaceStore; pois: PoiStore },
  request: ItemsRequest,
): Promise<FoundItems> {
  let truncated = false
  const findPois = async ({ words, parts, kinds, ...where }: CandidateQuery): Promise<PoiRow[]> => {
    const texts = parts?.slice(0, OUTDOOR_PARTS) ?? [words]
    const found = await Promise.all(
      texts.map((text) =>
        stores.pois.findByText({ ...where, words: text, kinds: kinds ?? null, placeKinds: kinds ?? null }),
      ),
    )
    return [...new Map(found.flat().map((poi) => [poi.id, poi])).values()]
  }
  const findCandidates = async (query: CandidateQuery): Promise<PlaceRow[]> => {
    const [places, pois] = await Promise.all([stores.places.findCandidates(query), query.typos ? [] : findPois(query)])
    const most = query.limit * (query.parts?.length ?? 1)
    if (places.length >= most || pois.length >= most) truncated = true
    const known = new Set(places.map(({ id }) => id))
    return [...places, ...pois.filter(({ id }) => !known.has(id)).map(toCandidate)]
  }
  const { hits, unknownPlace } = await searchPlaces(
    { ...stores.places, findCandidates },
    { ...request, limit: Infinity },
  )
  return { hits: hits.map((hit) => ({ item: itemOf(hit.place), hit })), truncated, unknownPlace }
}

/** What is not known of an outdoor place earns no points, as of a named one. */
function toCandidate(poi: PoiRow): OutdoorCandidate {
  const [name, ...otherNames] = namesOfPoi(poi)
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

const itemOf = (place: PlaceRow): Item => ('poi' in place ? (place as OutdoorCandidate).poi : (place.trail ?? place))
