// Search operations: search, reverse, trails, trail-relation, trails-bbox, pois. They read the catalogue
// of the live release and rank what it holds; without a catalogue each is 503 by name, never an empty list.

import { say } from '../src/language/sentence.ts'
import { z } from 'zod'
import { ServiceError } from '../src/errors.ts'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import type { PolygonGrid } from '../src/geo/polygon-grid.ts'
import type {
  FilteredTrail,
  NearPlace,
  PoiRow,
  TrailLine,
  TrailRow,
  TrailFilter,
} from '../src/places/catalogue-rows.ts'
import { isChosen, joinPlace, kindsOfTables, needsJudging } from '../src/places/one-place.ts'
import { languagesOf } from '../src/places/read-names.ts'
import { POI_KINDS } from '../src/osm/poi-kinds.ts'
import type { MatchWord, NameMatch } from '../src/search/match-name.ts'
import { type FoundItems, type ItemHit, searchItems } from '../src/search/search-items.ts'
import { type FoundPlaces, searchPlaces } from '../src/search/search-places.ts'
import { meetsFilter, type ListedTrail, type TrailOrder, orderTrails } from '../src/search/order-trails.ts'
import { type TrailHit, searchTrails } from '../src/search/search-trails.ts'
import type { TrailStore } from '../src/places/catalogue-stores.ts'
import { tenths } from '../src/wire/numbers.ts'
import { defineOperation } from './pipeline/operation.ts'
import type { LookedUpArea } from './area-of.ts'
import type { Loaders } from './loaders.ts'
import { fields, integerFrom, numberFrom, oneOf, position, wholeId } from './input/input-fields.ts'
import { boxField, checkSides, nameText, placeKinds, poiKinds, sides, trailType } from './input/search-fields.ts'

const LOOKUP = {
  limits: { bodyBytes: 0 },
  ofRelease: true,
  sources: ['map'],
  raises: ['artifacts_missing'],
} as const

const searchInput = fields({
  q: nameText(2).describe(
    'The name, at least 2 letters; `Name, Place` searches near that place, `Place station` finds its railway stations, or its bus and cable car stations where it has none.',
  ),
  limit: integerFrom(1, 50).default(10).describe('Most results.'),
  biasBbox: boxField().optional().describe('minLon,minLat,maxLon,maxLat: preferred, excludes nothing.'),
  bbox: boxField().optional().describe('minLon,minLat,maxLon,maxLat: a hard limit, nothing outside is returned.'),
  near: position().optional().describe('Preferred point [lon, lat]; excludes nothing.'),
})
export type SearchInput = z.infer<typeof searchInput>
export interface SearchAnswer extends FoundPlaces {
  query: string
}

export const search = defineOperation<SearchInput, SearchAnswer>({
  id: 'search',
  summary:
    'Places by name, best first: exact, as typed so far, and near misses or parts of the text where nothing else answers. No address geocoder.',
  input: searchInput,
  ...LOOKUP,
  credits: 1,
  run: async ({ q, limit, biasBbox, bbox, near }, services) => ({
    query: q,
    ...(await searchPlaces(services.places, {
      text: q,
      limit,
      biasBox: biasBbox ?? null,
      box: bbox ?? null,
      near: near ?? null,
    })),
  }),
})

export interface ItemsInput {
  text: string
  kinds: readonly string[] | null
  near: LonLat | null
  box: Box | null
  biasBox: Box | null
}

/** The same over trails and outdoor places, too, for GraphQL; its input is checked by the field (search-args.ts). */
export const searchAll = defineOperation<ItemsInput, FoundItems>({
  ...(search as Omit<typeof search, 'chargedFor'>),
  credits: 1,
  input: z.custom<ItemsInput>(),
  run: async (input, services) => {
    const choice = { kinds: input.kinds, named: null }
    const found = await searchItems(services, { ...input, kinds: kindsOfTables(choice) })
    if (!needsJudging(choice)) return found
    const isRequested = ({ item }: ItemHit) => !('tagsJson' in item) || isChosen(joinPlace(null, item)!, choice)
    return { ...found, hits: found.hits.filter(isRequested) }
  },
})

/** Languages in which the map gives a result the name that matched; empty where it says none. */
export async function languagesOfMatch({ item, hit }: ItemHit, loaders: Loaders): Promise<string[]> {
  const tagsJson = 'tagsJson' in item ? item.tagsJson : await loaders.placeTags(hit.place.id)
  return tagsJson === null ? [] : languagesOf(JSON.parse(tagsJson) as Record<string, string>, hit.matchedName)
}

const DEFAULT_RADIUS_M = 500

const reverseInput = fields({
  lat: numberFrom(-90, 90, 'latitude').describe('Latitude.'),
  lon: numberFrom(-180, 180, 'longitude').describe('Longitude.'),
  limit: integerFrom(1, 50).default(10).describe('Most results.'),
  radiusM: integerFrom(50, 50_000, 'metres').default(DEFAULT_RADIUS_M).describe('Radius in metres.'),
  kinds: placeKinds().optional().describe('Kinds to keep. Default all.'),
})
export type ReverseInput = z.infer<typeof reverseInput>
export interface ReverseAnswer {
  lat: number
  lon: number
  radiusM: number
  places: NearPlace[]
}

export const reverse = defineOperation<ReverseInput, ReverseAnswer>({
  id: 'reverse',
  summary: 'Places around a point, nearest first.',
  input: reverseInput,
  ...LOOKUP,
  credits: 1,
  run: async ({ lat, lon, limit, radiusM, kinds }, services) => {
    const [places] = await services.places.findNear([[lon, lat]], { radiusM, kinds: kinds ?? null, limit })
    return { lat, lon, radiusM, places }
  },
})

const trailSearchInput = fields({
  q: nameText(1).describe('Name or reference.'),
  limit: integerFrom(1, 100).default(20).describe('Most results.'),
  type: trailType().optional().describe('Kind of route.'),
  bbox: boxField().optional(),
})
export type TrailSearchInput = z.infer<typeof trailSearchInput>
export interface TrailSearchAnswer {
  query: string
  trails: TrailHit[]
}

export const trails = defineOperation<TrailSearchInput, TrailSearchAnswer>({
  id: 'trails',
  summary: 'Signed hiking and cycling routes by name or reference.',
  input: trailSearchInput,
  ...LOOKUP,
  credits: 1,
  run: async ({ q, limit, type, bbox }, services) => {
    const { hits } = await searchTrails(services.trails, q, { type: type ?? null, box: bbox ?? null })
    return { query: q, trails: hits.slice(0, limit) }
  },
})

const trailRelationInput = fields({
  relationId: wholeId(say('expected.relation_id')).describe('OpenStreetMap relation.'),
  format: oneOf(['geojson', 'gpx']).optional().describe('Form of the answer: a GeoJSON Feature, or GPX 1.1.'),
})
export type TrailRelationInput = z.infer<typeof trailRelationInput>
export interface TrailRelationAnswer {
  trail: TrailRow
  line: TrailLine
}

export const trailRelation = defineOperation<TrailRelationInput, TrailRelationAnswer>({
  id: 'trail-relation',
  summary: 'One signed route with its full line in walking order; gaps stay gaps.',
  input: trailRelationInput,
  ...LOOKUP,
  credits: 1,
  raises: ['artifacts_missing', 'not_found'],
  run: async ({ relationId }, services) => {
    const [[trail], [line]] = await Promise.all([
      services.trails.findByRelationIds([relationId]),
      services.trails.findLines([relationId]),
    ])
    if (trail === null || line === null) throw unknownTrail(relationId)
    return { trail, line }
  },
})

export function unknownTrail(relationId: number): ServiceError {
  return new ServiceError(say('error.not_found.relation', { id: relationId }), {
    inputPath: 'relationId',
  })
}

const trailBoxInput = fields({
  ...sides,
  type: trailType().optional().describe('Kind of route.'),
  limit: integerFrom(1, 1000).default(200).describe('Most results.'),
}).superRefine(checkSides)
export type TrailBoxInput = z.infer<typeof trailBoxInput>
export interface TrailBoxAnswer {
  trails: TrailRow[]
  truncated: boolean
}

export const trailsBbox = defineOperation<TrailBoxInput, TrailBoxAnswer>({
  id: 'trails-bbox',
  summary: 'Signed routes with a piece of their line in a box.',
  input: trailBoxInput,
  ...LOOKUP,
  credits: 2,
  areaLookup: true,
  run: ({ minLat, minLon, maxLat, maxLon, type, limit }, services) =>
    services.trails.findInBox({
      box: [minLon, minLat, maxLon, maxLat],
      limit,
      ...(type === undefined ? {} : { types: [type] }),
    }),
})

const poisInput = fields({
  ...sides,
  kind: poiKinds().optional().describe('Kinds to keep, also the order of the answer. Default all.'),
  limit: integerFrom(1, 10_000).default(2000).describe('Most results.'),
}).superRefine(checkSides)
export type PoisInput = z.infer<typeof poisInput>
export interface PoisAnswer {
  artifactVersion: string
  pois: PoiRow[]
  truncated: boolean
}

export const pois = defineOperation<PoisInput, PoisAnswer>({
  id: 'pois',
  summary: 'Outdoor places in a box with their map tags: huts, shelters, water, viewpoints, passes, parking, stops.',
  input: poisInput,
  ...LOOKUP,
  credits: 2,
  areaLookup: true,
  run: ({ minLat, minLon, maxLat, maxLon, kind, limit }, services) =>
    services.pois.findInBox({
      box: [minLon, minLat, maxLon, maxLat],
      kinds: [...new Set(kind ?? POI_KINDS)],
      limit,
    }),
})

/** How something was found by a text, in a word. */
export const matchWord = ({ fuzzy, partial }: Pick<NameMatch, 'fuzzy' | 'partial'>): MatchWord =>
  partial ? 'partial' : fuzzy ? 'fuzzy' : 'exact'

/** Trails that meet a filter, in an order, and how many may meet it but for what is not known of them. */
export interface TrailList {
  found: readonly ListedTrail[]
  unknownCount: number
  /** more may have the words of the text */
  truncated: boolean
}

type Judged = ListedTrail & { isUnknown: boolean }

function listOfTrails(judged: readonly Judged[], order: TrailOrder, truncated = false): TrailList {
  const known = judged.filter(({ isUnknown }) => !isUnknown)
  return { found: orderTrails(known, order), unknownCount: judged.length - known.length, truncated }
}

/**
 * Lists of trails for GraphQL: by a text, in an area, or both, in an order. Reads what the order needs of all of them;
 * the rows of a page are read by those who show it.
 */
export async function findTrails(
  { text, ...filter }: TrailFilter & { text?: string | undefined },
  { near, box, outline }: LookedUpArea,
  order: TrailOrder,
  store: TrailStore,
): Promise<TrailList> {
  const [named, around, inside] = await Promise.all([
    text === undefined ? null : searchTrails(store, text, { type: onlyOf(filter.types), box }),
    near === null ? null : store.findNear([near.at], { radiusM: near.withinM, ...filter }),
    // a text looks in the box by itself
    box === null || (text !== undefined && outline === null) ? null : store.findKeysInBox({ box, ...filter }),
  ])
  const within = inside === null ? null : await passing(outline, inside, store)
  const awayM = around === null ? null : new Map(around[0].map((key) => [key.relationId, tenths(key.distanceM)]))
  const isInside = within === null ? null : new Set(within.map(({ relationId }) => relationId))
  const keys: readonly Omit<Judged, 'distanceM'>[] =
    named !== null
      ? named.hits.flatMap(({ trail: key, ...hit }) => {
          const isMet = meetsFilter(key, filter)
          return isMet === false ? [] : [{ key, match: matchWord(hit), isUnknown: isMet === null }]
        })
      : (around?.[0] ?? within ?? []).map((key) => ({ key, isUnknown: key.isUnknown, match: null }))
  const judged = keys
    .filter(({ key: { relationId } }) => awayM?.has(relationId) !== false && isInside?.has(relationId) !== false)
    .map((one) => ({ ...one, distanceM: awayM?.get(one.key.relationId) ?? null }))
  const relevant = text !== undefined ? 'relevance' : near !== null ? 'distance' : 'level'
  return listOfTrails(judged, order.by === 'relevance' ? { ...order, by: relevant } : order, named?.truncated ?? false)
}

/** Those of a box whose line passes through an outline in it. */
async function passing(
  outline: PolygonGrid | null,
  inBox: readonly FilteredTrail[],
  store: TrailStore,
): Promise<readonly FilteredTrail[]> {
  if (outline === null) return inBox
  const lines = await store.findLines(inBox.map(({ relationId }) => relationId))
  return inBox.filter((_, i) => lines[i]?.parts.some((part) => part.some(([lon, lat]) => outline.contains(lon, lat))))
}

/** Those of a list whose trail meets a filter, and how many more may meet it. */
export function keepTrails<One extends { node: TrailRow }>(
  list: readonly One[],
  filter: TrailFilter | undefined,
): { kept: readonly One[]; unknownCount: number } {
  if (filter === undefined) return { kept: list, unknownCount: 0 }
  const met = list.map(({ node }) => meetsFilter(node, filter))
  return { kept: list.filter((_, i) => met[i]), unknownCount: met.filter((one) => one === null).length }
}

const onlyOf = <T>(list: readonly T[] | undefined): T | null => (list?.length === 1 ? list[0] : null)

/** All near a spot, for a whole list of spots in one call. */
export async function findTrailsNear(
  at: LonLat,
  { order, ...query }: TrailFilter & { radiusM: number; order: TrailOrder },
  loaders: Loaders,
): Promise<TrailList> {
  const near = await loaders.trailsNear(at, query)
  const judged = near.map((key) => ({ key, distanceM: key.distanceM, isUnknown: key.isUnknown, match: null }))
  return listOfTrails(judged, order.by === 'relevance' ? { ...order, by: 'distance' } : order)
}
