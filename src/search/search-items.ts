// One search over named places, signed trails and outdoor places. Trails are named places of the catalogue already;
// outdoor places that are no named place join the candidates, so that readings, grades and points are the same for all
// three and their order is one. Outdoor places are found as typed, not by near misses; and where the text names a kind
// of place, so are those of that kind.

import type { CandidateQuery, PlaceRow, PoiRow, TrailRow } from '../places/catalogue-rows.ts'
import type { PlaceStore, PoiStore } from '../places/catalogue-stores.ts'
import { distanceM, type Box, type LonLat } from '../geo/lon-lat.ts'
import { tenths } from '../wire/numbers.ts'
import { foldText } from './parse-question.ts'
import {
  isAnswer,
  mergeReadings,
  type PlaceHit,
  type SearchRequest,
  searchPlaces,
  AROUND_GRADE,
  contains,
  findCandidates,
} from './search-places.ts'
import { readKindQuestion, type RequestedPlace, type KindQuestion } from './search-words.ts'
import { POI_KINDS } from '../osm/poi-kinds.ts'
import { LISTED_PLACE_KINDS } from '../osm/place-kinds.ts'
import type { NameMatch } from './match-name.ts'
import { rankPlaces } from './rank-places.ts'
import { namesOfPoi } from '../places/read-names.ts'

/** Nearest ones that are ranked. */
const MOST_OF_KIND = 50
const AROUND_ME_M = 25_000
const AROUND_PLACE_M = 5000
/** Better than a name with that word in it, less than that name itself. */
const OF_KIND: NameMatch = {
  kind: 'kind',
  grade: 0.95,
  near: false,
  fuzzy: false,
  whole: true,
  own: false,
  begins: false,
  partial: false,
  typos: 0,
}

interface FoundOfKind {
  hits: PlaceHit[]
  /** what they are near to */
  around: LonLat
  /** as in FoundPlaces */
  unknownPlace: string | null
  /** there may be more of them */
  truncated: boolean
}

const NOTHING: FoundOfKind = { hits: [], around: [0, 0], unknownPlace: null, truncated: false }

interface Around {
  at: LonLat
  /** null: the one who asks */
  name: string | null
  radiusM: number
  match: NameMatch
}

/**
 * Places of a kind that the text names (search-words.ts), near a place that it names too, or near the one who asks:
 * named places and outdoor places, with or without a name. Makes a constant number of store calls. `isAnswered`: some
 * name is the text as typed, so that a place in it counts only if the text says that it is one.
 */
async function findOfKind(
  stores: { places: PlaceStore; pois: PoiStore },
  { word, kinds, place }: KindQuestion,
  request: Omit<SearchRequest, 'limit'>,
  isAnswered: boolean,
): Promise<FoundOfKind> {
  if (place?.saidBy === null && isAnswered) return NOTHING
  const wanted = kinds.filter((kind) => request.kinds?.includes(kind) !== false)
  const me = whereRequested(request)
  const named = place === null ? null : await findPlace(stores.places, place, kinds, request)
  if (wanted.length === 0 || (place?.saidBy === null && named === null)) return NOTHING
  const around: Around | null =
    named ?? (me === null ? null : { at: me, name: null, radiusM: AROUND_ME_M, match: OF_KIND })
  const isUnknown = place !== null && named === null
  if (around === null) return { ...NOTHING, unknownPlace: isUnknown ? place.text : null }
  const { rows, truncated } = await findAround(stores, around, wanted)
  const inBox = rows.filter((row) => request.box === null || contains(request.box, row))
  const match = isUnknown ? { ...around.match, partial: true } : around.match
  const candidates = inBox.map((row) => ({ place: row, match, matchedName: word }))
  const near = [{ at: around.at, name: around.name }]
  return {
    hits: rankPlaces(candidates, { biasBox: request.biasBox, near }),
    around: around.at,
    unknownPlace: isUnknown ? place.text : null,
    truncated,
  }
}

/** The point, or the middle of the box, that the question came with. */
function whereRequested({ near, biasBox, box }: Omit<SearchRequest, 'limit'>): LonLat | null {
  const view: Box | null = biasBox ?? box
  if (near !== null || view === null) return near
  const [west, south, east, north] = view
  const lon = (west + (west <= east ? east : east + 360)) / 2
  return [lon > 180 ? lon - 360 : lon, (south + north) / 2]
}

/** Of the places of that name the best; none of the kinds that are looked for near it. */
async function findPlace(
  store: PlaceStore,
  { name, saidBy }: RequestedPlace,
  kinds: readonly string[],
  { box, biasBox, near }: Omit<SearchRequest, 'limit'>,
): Promise<Around | null> {
  const found = (await findCandidates(store, name, { box: null, biasBox: biasBox ?? box })).filter(
    ({ place, match }) =>
      !place.kinds.some((kind) => kinds.includes(kind)) && (saidBy !== null || (match.kind === 'name' && !match.near)),
  )
  const [best] = rankPlaces(found, { biasBox, near: near === null ? null : [{ at: near, name: null }] })
  if (best === undefined) return null
  const { place, match } = best
  return {
    at: [place.lon, place.lat],
    name: place.name,
    radiusM: AROUND_PLACE_M,
    match: { ...match, kind: 'kind', whole: true, grade: match.grade * AROUND_GRADE },
  }
}

/** What is a named place and an outdoor place is there once, as the named one. */
async function findAround(
  { places, pois }: { places: PlaceStore; pois: PoiStore },
  { at, radiusM }: Around,
  kinds: readonly string[],
) {
  const find = async <Row>(
    store: { findNear(points: LonLat[], query: { radiusM: number; kinds: string[]; limit: number }): Promise<Row[][]> },
    known: readonly string[],
  ): Promise<Row[]> => {
    const own = kinds.filter((kind) => known.includes(kind))
    return own.length === 0 ? [] : (await store.findNear([at], { radiusM, kinds: own, limit: MOST_OF_KIND }))[0]
  }
  const [named, outdoor] = await Promise.all([find(places, LISTED_PLACE_KINDS), find(pois, POI_KINDS)])
  const known = new Map(named.map((place) => [place.id, place]))
  const unread = outdoor.filter(({ id }) => !known.has(id))
  const alsoNamed = await places.findByIds(unread.map(({ id }) => id))
  const others = unread.map((poi, i) => ({ ...(alsoNamed[i] ?? toCandidate(poi)), distanceM: poi.distanceM }))
  const rows = [...known.values(), ...others].sort((a, b) => a.distanceM - b.distanceM || a.id - b.id)
  return {
    rows: rows.slice(0, MOST_OF_KIND).map(({ distanceM: _, ...row }) => row),
    truncated: rows.length >= MOST_OF_KIND,
  }
}

/**
 * An outdoor place as a candidate among named places, so that both are graded and ranked alike. What is not known of
 * it earns no points, as of a named one. Pure.
 */
type Item = PlaceRow | PoiRow | TrailRow

interface OutdoorCandidate extends PlaceRow {
  poi: PoiRow
}

/** Without a name it has an empty one. */
function toCandidate(poi: PoiRow): OutdoorCandidate {
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

const itemOf = (place: PlaceRow): Item => ('poi' in place ? (place as OutdoorCandidate).poi : (place.trail ?? place))

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
  const requested = readKindQuestion(request.text)
  const ofKind = requested === null ? null : await findOfKind(stores, requested, request, named.hits.some(isAnswer))
  // a spring called "Spring" is one among springs; so is, before a comma, whatever has the word in its name
  const isOneOfMany = ({ place, matchedName }: PlaceHit) =>
    place.kinds.some((kind) => requested!.kinds.includes(kind)) &&
    (requested!.place?.saidBy === 'comma' || foldText(matchedName).key === foldText(requested!.word).key)
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
