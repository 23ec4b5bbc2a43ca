// One search over named places, signed trails and outdoor places. Trails are named places of the catalogue already;
// outdoor places that are no named place join the candidates, so that readings, grades and points are the same for all
// three and their order is one. Outdoor places are found as typed, not by near misses; and where the text names a kind
// of place, so are those of that kind (places-of-kind.ts).

import type { CandidateQuery, PlaceRow, PoiRow } from '../places/catalogue-rows.ts'
import type { PlaceStore, PoiStore } from '../places/catalogue-stores.ts'
import { distanceM } from '../geo/lon-lat.ts'
import { tenths } from '../wire/numbers.ts'
import { type Item, itemOf, toCandidate } from './outdoor-candidate.ts'
import { foldText } from './parse-question.ts'
import { findOfKind } from './places-of-kind.ts'
import { isAnswer, mergeReadings, type PlaceHit, type SearchRequest, searchPlaces } from './search-places.ts'
import { readKindQuestion } from './search-words.ts'

export interface ItemsRequest extends Omit<SearchRequest, 'limit' | 'kinds'> {
  /** of named places and of outdoor places; null: all */
  kinds: readonly string[] | null
}

export type { Item }

export interface ItemHit {
  item: Item
  hit: PlaceHit
  /** from what it is to be near to, where the text names its kind; else null */
  distanceM: number | null
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
  const named = await searchPlaces({ ...stores.places, findCandidates }, { ...request, limit: Infinity })
  const asked = readKindQuestion(request.text)
  const ofKind = asked === null ? null : await findOfKind(stores, asked, request, named.hits.some(isAnswer))
  // a spring called "Spring" is one among springs; so is, before a comma, whatever has the word in its name
  const isOneOfMany = ({ place, matchedName }: PlaceHit) =>
    place.kinds.some((kind) => asked!.kinds.includes(kind)) &&
    (asked!.place?.saidBy === 'comma' || foldText(matchedName).key === foldText(asked!.word).key)
  const hits =
    ofKind === null || ofKind.hits.length === 0
      ? named.hits
      : mergeReadings([named.hits.filter((hit) => !isOneOfMany(hit)), ofKind.hits])
  return {
    hits: hits.map((hit) => ({
      item: itemOf(hit.place),
      hit,
      distanceM: hit.match.kind === 'kind' ? tenths(distanceM(hit.place.lon, hit.place.lat, ...ofKind!.around)) : null,
    })),
    truncated: truncated || ofKind?.truncated === true,
    unknownPlace: named.unknownPlace ?? ofKind?.unknownPlace ?? null,
  }
}
