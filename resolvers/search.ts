// Search operations: search, reverse, trails, trail-relation, trails-bbox, pois. They read the catalogue
// of the live release and rank what it holds; without a catalogue each is 503 by name, never an empty list.

import { z } from 'zod'
import { ServiceError } from '../src/errors.ts'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import type { NearPlace, PoiRow, TrailFilter, TrailLine, TrailRow } from '../src/places/catalogue-rows.ts'
import { languagesOf } from '../src/places/read-names.ts'
import { LISTED_PLACE_KINDS } from '../src/places/place-kinds.ts'
import { POI_KINDS } from '../src/places/poi-kinds.ts'
import { letterCount, normaliseName } from '../src/names/normalise-name.ts'
import { querySyntaxIn } from '../src/search/query-syntax.ts'
import { searchItems } from '../src/search/search-items.ts'
import type { FoundItems, ItemHit } from '../src/search/search-items.ts'
import { searchPlaces } from '../src/search/search-places.ts'
import type { PlaceHit } from '../src/search/search-places.ts'
import { meetsFilter } from '../src/search/meets-filter.ts'
import { searchTrails } from '../src/search/search-trails.ts'
import { defineResolver } from './define-resolver.ts'
import type { Loaders } from './loaders.ts'
import { fields, flag, integerFrom, listOf, numberFrom, oneOf, position } from './input-fields.ts'

const MAX_TEXT_LENGTH = 200
const MAX_SIDE_DEG = 2
/** Rounding of decimal degrees must not refuse a box of exactly the largest size. */
const SIDE_TOLERANCE_DEG = 1e-9
const LOOKUP = {
  limits: { bodyBytes: 0 },
  heavy: false,
  keyed: true,
  rated: true,
  raises: ['artifacts_missing'],
} as const

/** A name to look for, with at least `letters` letters or digits. */
export function nameText(letters: number) {
  const error = `a name of at least ${letters} ${letters === 1 ? 'letter' : 'letters'} and at most ${MAX_TEXT_LENGTH} characters`
  return z
    .string({ error })
    .max(MAX_TEXT_LENGTH, { error, abort: true })
    .refine((text) => text.isWellFormed() && !text.includes('\0') && letterCount(normaliseName(text)) >= letters, {
      error,
      abort: true,
    })
    .refine((text) => querySyntaxIn(text) === null, {
      error: ({ input }) => `a name; \`${querySyntaxIn(input as string)}\` is the syntax of a query language`,
    })
}

/** `[minLon, minLat, maxLon, maxLat]`; never swapped, never across the antimeridian. */
export function boxField() {
  const error = 'minLon,minLat,maxLon,maxLat in degrees'
  return z
    .tuple(
      [
        numberFrom(-180, 180, 'longitude, degrees'),
        numberFrom(-90, 90, 'latitude, degrees'),
        numberFrom(-180, 180, 'longitude, degrees'),
        numberFrom(-90, 90, 'latitude, degrees'),
      ],
      { error },
    )
    .refine(([minLon, , maxLon]) => minLon <= maxLon, {
      error: 'a box whose minLon is not east of its maxLon; one across the antimeridian is asked in two halves',
    })
    .refine(([, minLat, , maxLat]) => minLat <= maxLat, { error: 'a box whose minLat is not north of its maxLat' })
}

/** As `boxField`, each side at most 2 degrees. */
export function areaField() {
  return boxField().refine(
    ([minLon, minLat, maxLon, maxLat]) =>
      maxLon - minLon <= MAX_SIDE_DEG + SIDE_TOLERANCE_DEG && maxLat - minLat <= MAX_SIDE_DEG + SIDE_TOLERANCE_DEG,
    { error: `a box with sides of at most ${MAX_SIDE_DEG} degrees` },
  )
}

export const placeKinds = () =>
  listOf(oneOf(LISTED_PLACE_KINDS as [string, ...string[]]), 1, LISTED_PLACE_KINDS.length, 'kinds')
/** Of named places and of outdoor places. */
const ALL_KINDS = [...new Set([...LISTED_PLACE_KINDS, ...POI_KINDS])]
export const anyKinds = () => listOf(oneOf(ALL_KINDS as [string, ...string[]]), 1, ALL_KINDS.length, 'kinds')
export const poiKinds = () => listOf(oneOf(POI_KINDS), 1, POI_KINDS.length, 'kinds')

const searchInput = fields({
  q: nameText(2).describe(
    'The name; `Name, Place` searches near that place, `Place station` finds its railway stations, or its bus and cable car stations where it has none.',
  ),
  limit: integerFrom(1, 50).optional().describe('Most results. Default 10.'),
  biasBbox: boxField().optional().describe('Preferred box; excludes nothing.'),
  bbox: boxField().optional().describe('Nothing outside this box.'),
  near: position().optional().describe('Preferred point [lon, lat]; excludes nothing.'),
})
export type SearchInput = z.infer<typeof searchInput>
export interface SearchAnswer {
  query: string
  hits: PlaceHit[]
}

export const search = defineResolver<SearchInput, SearchAnswer>({
  id: 'search',
  summary:
    'Places by name, best first: exact, as typed so far, and near misses where nothing else answers. No address geocoder.',
  input: searchInput,
  ...LOOKUP,
  credits: 1,
  areaLookup: false,
  run: async ({ q, limit, biasBbox, bbox, near }, services) => ({
    query: q,
    hits: await searchPlaces(services.places, {
      text: q,
      limit: limit ?? 10,
      biasBox: biasBbox ?? null,
      box: bbox ?? null,
      near: near ?? null,
    }),
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
export const searchAll = defineResolver<ItemsInput, FoundItems>({
  ...search,
  credits: 1,
  input: z.custom<ItemsInput>(),
  run: (input, services) => searchItems(services, input),
})

/** Languages in which the map gives a result the name that matched; empty where it says none. */
export async function languagesOfMatch({ item, hit }: ItemHit, loaders: Loaders): Promise<string[]> {
  const tagsJson = 'tagsJson' in item ? item.tagsJson : await loaders.placeTags(hit.place.id)
  return tagsJson === null ? [] : languagesOf(JSON.parse(tagsJson) as Record<string, string>, hit.matchedName)
}

export const DEFAULT_RADIUS_M = 500

const reverseInput = fields({
  lat: numberFrom(-90, 90, 'latitude, degrees').describe('Latitude in degrees.'),
  lon: numberFrom(-180, 180, 'longitude, degrees').describe('Longitude in degrees.'),
  limit: integerFrom(1, 50).optional().describe('Most results. Default 10.'),
  radiusM: integerFrom(50, 50_000, 'metres').optional().describe('Radius in metres. Default 500.'),
  kinds: placeKinds().optional().describe('Kinds to keep. Default all.'),
})
export type ReverseInput = z.infer<typeof reverseInput>
export interface ReverseAnswer {
  lat: number
  lon: number
  radiusM: number
  places: NearPlace[]
}

export const reverse = defineResolver<ReverseInput, ReverseAnswer>({
  id: 'reverse',
  summary: 'Places around a point, nearest first.',
  input: reverseInput,
  ...LOOKUP,
  credits: 1,
  areaLookup: false,
  run: async ({ lat, lon, limit, radiusM, kinds }, services) => {
    const query = { radiusM: radiusM ?? DEFAULT_RADIUS_M, kinds: kinds ?? null, limit: limit ?? 10 }
    const [places] = await services.places.findNear([[lon, lat]], query)
    return { lat, lon, radiusM: query.radiusM, places }
  },
})

export const trailType = () => oneOf(['hiking', 'bicycle'])

const share = () => numberFrom(0, 1, 'share')
/** Bounds of trails that only GraphQL offers; an unknown value does not meet a bound. */
export const trailFilter = fields({
  levels: listOf(oneOf(['international', 'national', 'regional', 'local']), 1, 4, 'levels').optional(),
  minLengthM: numberFrom(0, 100_000_000, 'metres').optional(),
  maxLengthM: numberFrom(0, 100_000_000, 'metres').optional(),
  loop: flag().optional(),
  maxSac: integerFrom(1, 6).optional(),
  maxPavedShare: share().optional(),
})
export type TrailFilterInput = z.infer<typeof trailFilter>

const trailSearchInput = fields({
  q: nameText(1).describe('Name or reference.'),
  limit: integerFrom(1, 100).optional().describe('Most results. Default 20.'),
  type: trailType().optional().describe('Kind of route. Default both.'),
  bbox: boxField().optional(),
  filter: trailFilter.optional(),
})
export type TrailSearchInput = z.infer<typeof trailSearchInput>
export interface TrailSearchAnswer {
  query: string
  trails: { trail: TrailRow; fuzzy: boolean }[]
}

export const trails = defineResolver<TrailSearchInput, TrailSearchAnswer>({
  id: 'trails',
  summary: 'Signed hiking and cycling routes by name or reference.',
  input: trailSearchInput,
  ...LOOKUP,
  credits: 1,
  areaLookup: false,
  run: async ({ q, limit, type, bbox, filter }, services) => {
    const { hits } = await searchTrails(services.trails, q, { type: type ?? null, box: bbox ?? null })
    return {
      query: q,
      trails: hits.filter(({ trail }) => meetsFilter(trail, toStoreFilter(filter, type))).slice(0, limit ?? 20),
    }
  },
})

const relationIdError = 'the id of an OpenStreetMap relation'
const trailRelationInput = fields({
  relationId: z
    .number({ error: relationIdError })
    .int({ error: relationIdError })
    .min(1, { error: relationIdError })
    .max(Number.MAX_SAFE_INTEGER, { error: relationIdError })
    .describe('OpenStreetMap relation.'),
  format: oneOf(['geojson', 'gpx']).optional().describe('Form of the answer. Default geojson.'),
})
export type TrailRelationInput = z.infer<typeof trailRelationInput>
export interface TrailRelationAnswer {
  trail: TrailRow
  line: TrailLine
}

export const trailRelation = defineResolver<TrailRelationInput, TrailRelationAnswer>({
  id: 'trail-relation',
  summary: 'One signed route with its full line in walking order; gaps stay gaps.',
  input: trailRelationInput,
  ...LOOKUP,
  credits: 1,
  areaLookup: false,
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
  return new ServiceError('not_found', `There is no signed route of relation ${relationId} in the live release.`, {
    inputPath: 'relationId',
  })
}

/** The four sides by name, as REST has them; `minLon` at fault is named, not a whole box. */
const sides = {
  minLat: numberFrom(-90, 90, 'latitude, degrees').describe('South, degrees.'),
  minLon: numberFrom(-180, 180, 'longitude, degrees').describe('West, degrees.'),
  maxLat: numberFrom(-90, 90, 'latitude, degrees').describe('North, degrees.'),
  maxLon: numberFrom(-180, 180, 'longitude, degrees').describe('East, degrees.'),
}

interface Sides {
  minLat: number
  minLon: number
  maxLat: number
  maxLon: number
}

function checkSides({ minLat, minLon, maxLat, maxLon }: Sides, context: z.core.$RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (minLat > maxLat) refuse('minLat', 'a latitude not north of `maxLat`')
  else if (minLon > maxLon)
    refuse('minLon', 'a longitude not east of `maxLon` (a box across the antimeridian is asked in two halves)')
  else if (maxLat - minLat > MAX_SIDE_DEG + SIDE_TOLERANCE_DEG)
    refuse('maxLat', `a side of at most ${MAX_SIDE_DEG} degrees from \`minLat\``)
  else if (maxLon - minLon > MAX_SIDE_DEG + SIDE_TOLERANCE_DEG)
    refuse('maxLon', `a side of at most ${MAX_SIDE_DEG} degrees from \`minLon\``)
}

const trailBoxInput = fields({
  ...sides,
  type: trailType().optional().describe('Kind of route. Default both.'),
  limit: integerFrom(1, 1000).optional().describe('Most results. Default 200.'),
  filter: trailFilter.optional(),
}).superRefine(checkSides)
export type TrailBoxInput = z.infer<typeof trailBoxInput>
export interface TrailBoxAnswer {
  trails: TrailRow[]
  truncated: boolean
}

export function toStoreFilter(
  filter: TrailFilterInput | undefined,
  type: 'hiking' | 'bicycle' | undefined,
): TrailFilter {
  if (filter === undefined) return { type: type ?? null }
  const { loop, ...bounds } = filter
  return { ...bounds, roundtrip: loop ?? null, type: type ?? null }
}

export const trailsBbox = defineResolver<TrailBoxInput, TrailBoxAnswer>({
  id: 'trails-bbox',
  summary: 'Signed routes with a piece of their line in a box.',
  input: trailBoxInput,
  ...LOOKUP,
  credits: 2,
  areaLookup: true,
  run: ({ minLat, minLon, maxLat, maxLon, type, limit, filter }, services) =>
    services.trails.findInBox({
      box: [minLon, minLat, maxLon, maxLat],
      limit: limit ?? 200,
      ...toStoreFilter(filter, type),
    }),
})

const poisInput = fields({
  ...sides,
  kind: poiKinds().optional().describe('Kinds to keep, also the order of the answer. Default all.'),
  limit: integerFrom(1, 10_000).optional().describe('Most results. Default 2000.'),
}).superRefine(checkSides)
export type PoisInput = z.infer<typeof poisInput>
export interface PoisAnswer {
  artifactVersion: string
  pois: PoiRow[]
  truncated: boolean
}

export const pois = defineResolver<PoisInput, PoisAnswer>({
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
      limit: limit ?? 2000,
    }),
})
