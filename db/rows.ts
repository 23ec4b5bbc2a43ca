// Rows of the tables to rows of the catalogue and back. Pure; the only place that knows how lists and flags are stored.

import type { Selectable } from 'kysely'
import type { Box } from '../src/geo/lon-lat.ts'
import type {
  OsmType,
  PlaceRow,
  PoiRow,
  TrailLevelName,
  TrailNetwork,
  TrailRow,
  TrailTimes,
  TrailType,
} from '../src/places/catalogue-rows.ts'
import { fromPlaceId } from '../src/places/place-id.ts'
import { ADMINISTRATIVE_AREA, LINE_KINDS, PLACE_KINDS, type PlaceKind, isLineKind } from '../src/osm/place-kinds.ts'
import { POI_KINDS, type PoiKind } from '../src/osm/poi-kinds.ts'
import { cellTokens, cellTokensOfBox, kindToken, tokensOfNames } from '../src/places/search-tokens.ts'
import type { PlaceTable, PoiTable, TrailTable } from './tables.ts'

const LEVEL_RANKS: Readonly<Record<TrailLevelName, number>> = { international: 4, national: 3, regional: 2, local: 1 }

export function fromPlaceRow(
  row: Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>,
  rank: number,
  trail: TrailRow | null,
): PlaceTable {
  return {
    rank,
    id: row.id,
    name: row.name,
    otherNames: JSON.stringify(row.otherNames),
    kind: PLACE_KINDS.indexOf(row.kind as PlaceKind),
    kinds: bitsOf(indexesOfPlaceKinds(row.kinds)),
    lon: row.lon,
    lat: row.lat,
    region: row.region,
    elevationM: row.elevationM,
    elevationSource: row.elevationSource,
    population: row.population,
    prominenceM: row.prominenceM,
    hasWikidata: row.hasWikidata ? 1 : 0,
    importance: row.importance,
    adminLevel: row.adminLevel,
    bbox: row.bbox === null ? null : JSON.stringify(row.bbox),
    relationId: trail?.relationId ?? null,
  }
}

/** Numbers of kinds of named places, each once; unknown kinds are ignored. */
export function indexesOfPlaceKinds(kinds: readonly string[]): number[] {
  return [...new Set(kinds)].map((kind) => PLACE_KINDS.indexOf(kind as PlaceKind)).filter((index) => index >= 0)
}

/** Bit i for each index i, each once; a sum, since there are more than 32 kinds. */
export const bitsOf = (indexes: readonly number[]): number => indexes.reduce((bits, index) => bits + 2 ** index, 0)

/** Condition of SQL for the rows of `place` that lists and searches have. */
export const IS_LISTED = `place.kinds <> ${bitsOf([PLACE_KINDS.indexOf(ADMINISTRATIVE_AREA)])}`

/** Condition of SQL for the rows of `place` that are named lines: they lie along their pieces. */
export const IS_LINE = `(place.kinds & ${bitsOf(indexesOfPlaceKinds(LINE_KINDS))}) <> 0`

const SINGLE_KINDS: readonly (readonly PlaceKind[])[] = PLACE_KINDS.map((kind) => [kind])

/** The kinds of a place in the table: its main kind, then the others in the order of PLACE_KINDS. */
export function placeKindsOf(first: number, bits: number): readonly PlaceKind[] {
  if (bits === 2 ** first) return SINGLE_KINDS[first]
  const others = PLACE_KINDS.filter((_, index) => index !== first && Math.floor(bits / 2 ** index) % 2 === 1)
  return [PLACE_KINDS[first], ...others]
}

export function toPlaceRow(row: Selectable<PlaceTable>, trail: TrailRow | null): PlaceRow {
  const { osmType, osmId } = namedBy(row.id)
  return {
    id: row.id,
    osmType,
    osmId,
    name: row.name,
    otherNames: toList<string>(row.otherNames),
    kind: PLACE_KINDS[row.kind],
    kinds: placeKindsOf(row.kind, row.kinds),
    lon: row.lon,
    lat: row.lat,
    region: row.region,
    elevationM: row.elevationM,
    elevationSource: row.elevationSource as PlaceRow['elevationSource'],
    population: row.population,
    prominenceM: row.prominenceM,
    hasWikidata: row.hasWikidata === 1,
    importance: row.importance,
    adminLevel: row.adminLevel,
    bbox: row.bbox === null ? null : (JSON.parse(row.bbox) as Box),
    trail,
  }
}

export function fromTrailRow(row: TrailRow): TrailTable {
  return {
    relationId: row.relationId,
    name: row.name,
    ref: row.ref,
    otherNames: JSON.stringify(row.otherNames),
    type: row.type,
    route: row.route,
    network: row.network,
    level: row.level,
    levelRank: row.level === null ? 0 : LEVEL_RANKS[row.level],
    operator: row.operator,
    symbol: row.symbol,
    colour: row.colour,
    website: row.website,
    fromName: row.fromName,
    toName: row.toName,
    lengthM: row.lengthM,
    minLon: row.bbox[0],
    minLat: row.bbox[1],
    maxLon: row.bbox[2],
    maxLat: row.bbox[3],
    ends: JSON.stringify(row.ends),
    lon: row.lon,
    lat: row.lat,
    roundtrip: row.roundtrip ? 1 : 0,
    partCount: row.partCount,
    gapsM: JSON.stringify(row.gapsM),
    missingWays: row.missingWays,
    ascentM: row.ascentM,
    descentM: row.descentM,
    lowestM: row.lowestM,
    highestM: row.highestM,
    heightUnknownM: row.heightUnknownM,
    sacMax: row.sacMax,
    sacM: JSON.stringify(row.sacM),
    ...row.surfaces,
    stageIds: JSON.stringify(row.stageIds),
    parentIds: JSON.stringify(row.parentIds),
    ...timesColumns(row.timesJson === null ? null : (JSON.parse(row.timesJson) as TrailTimes)),
  }
}

export const timesColumns = (times: TrailTimes | null): Pick<TrailTable, 'movingS' | 'timesJson'> => ({
  movingS: times?.time?.movingS ?? null,
  timesJson: times === null ? null : JSON.stringify(times),
})

export function toTrailRow(row: Selectable<TrailTable>): TrailRow {
  return {
    relationId: row.relationId,
    name: row.name,
    ref: row.ref,
    otherNames: toList<string>(row.otherNames),
    type: row.type as TrailType,
    route: row.route,
    network: row.network as TrailNetwork | null,
    level: row.level as TrailLevelName | null,
    operator: row.operator,
    symbol: row.symbol,
    colour: row.colour,
    website: row.website,
    fromName: row.fromName,
    toName: row.toName,
    lengthM: row.lengthM,
    bbox: [row.minLon, row.minLat, row.maxLon, row.maxLat],
    ends: toList<[number, number]>(row.ends),
    lon: row.lon,
    lat: row.lat,
    roundtrip: row.roundtrip === 1,
    partCount: row.partCount,
    gapsM: toList<number>(row.gapsM),
    missingWays: row.missingWays,
    ascentM: row.ascentM,
    descentM: row.descentM,
    lowestM: row.lowestM,
    highestM: row.highestM,
    heightUnknownM: row.heightUnknownM,
    sacMax: row.sacMax,
    sacM: toList<number>(row.sacM),
    surfaces: { pavedM: row.pavedM, gravelM: row.gravelM, trailM: row.trailM, unknownM: row.unknownM },
    stageIds: toList<number>(row.stageIds),
    parentIds: toList<number>(row.parentIds),
    // a catalogue of the schema before has no such columns
    timesJson: row.timesJson ?? null,
    movingS: row.movingS ?? null,
  }
}

export function fromPoiRow(row: Omit<PoiRow, 'osmType' | 'osmId'>): PoiTable {
  return {
    id: row.id,
    kinds: bitsOf(indexesOfPoiKinds(row.kinds)),
    name: row.name,
    lon: row.lon,
    lat: row.lat,
    eleM: row.eleM,
    tagsJson: row.tagsJson,
  }
}

/** Numbers of kinds of outdoor places, each once, in the given order; unknown kinds are ignored. */
export function indexesOfPoiKinds(kinds: readonly string[]): number[] {
  return [...new Set(kinds)].map((kind) => POI_KINDS.indexOf(kind as PoiKind)).filter((index) => index >= 0)
}

export function toPoiRow(row: Selectable<PoiTable>): PoiRow {
  const kinds = POI_KINDS.filter((_, index) => (row.kinds & (1 << index)) !== 0)
  return {
    id: row.id,
    ...namedBy(row.id),
    kind: kinds[0],
    kinds,
    name: row.name,
    lon: row.lon,
    lat: row.lat,
    eleM: row.eleM,
    tagsJson: row.tagsJson,
  }
}

function namedBy(id: number): { osmType: OsmType; osmId: number } {
  const named = fromPlaceId(id)
  if (named === null) throw new Error(`the catalogue holds ${id}, which names no OSM object`)
  return named
}

function toList<T>(text: string): T[] {
  return text === '[]' ? [] : (JSON.parse(text) as T[])
}

export interface PlaceDocument {
  forms: Set<string>
  words: Set<string>
  marks: string[]
}

/**
 * A place's document in the text index: the words of its names, its kinds, its location and, for a trail, its type. The
 * same for both engines. Pure.
 */
export function documentOf(
  row: Pick<PlaceRow, 'name' | 'otherNames' | 'kinds' | 'lon' | 'lat' | 'bbox'>,
  trail: Pick<TrailRow, 'type' | 'bbox'> | null,
): PlaceDocument {
  const { forms, words } = tokensOfNames([row.name, ...row.otherNames])
  const box = trail?.bbox ?? (row.kinds.some(isLineKind) ? row.bbox : null)
  const cells = box === null ? cellTokens(row.lon, row.lat) : cellTokensOfBox(box)
  const marks = [...indexesOfPlaceKinds(row.kinds).map(kindToken), ...cells]
  if (trail !== null) marks.push(kindToken(trail.type))
  return { forms, words, marks }
}
