// Places, trails and outdoor places as REST writes them (decisions `places-in-a-box`, `trails`). Properties of GeoJSON
// features keep their keys on the way out, so they are written in snake_case here. Missing is null, never 0.

import type {
  PoisAnswer,
  ReverseAnswer,
  SearchAnswer,
  TrailBoxAnswer,
  TrailRelationAnswer,
  TrailSearchAnswer,
} from '../resolvers/search.ts'
import { toFileLine } from '../src/course/files/file-content.ts'
import { writeGpxFile } from '../src/course/files/write-gpx-file.ts'
import type { PoiRow, TrailRow } from '../src/places/catalogue-rows.ts'
import type { PoiKind } from '../src/osm/poi-kinds.ts'
import type { NamedAttribution } from '../src/releases/attribution.ts'
import { WireFragment } from '../src/wire/wire-json.ts'
import { tenths } from '../src/wire/numbers.ts'

export function searchResult({ query, hits, unknownPlace }: SearchAnswer) {
  return {
    query,
    ...(unknownPlace === null ? {} : { unknownPlace }),
    features: hits.map(({ place, match }) => ({
      id: place.id,
      name: place.name,
      kind: place.kind,
      center: [place.lon, place.lat] as const,
      region: place.region,
      elevationM: place.elevationM,
      ...(place.bbox === null ? {} : { bbox: place.bbox }),
      ...matchOf(match),
      ...(place.trail === null ? {} : { trail: trailBrief(place.trail) }),
    })),
  }
}

/** Left out of an exact match. */
const matchOf = ({ partial, fuzzy }: { partial: boolean; fuzzy: boolean }): { match?: 'partial' | 'fuzzy' } =>
  partial ? { match: 'partial' } : fuzzy ? { match: 'fuzzy' } : {}

const trailBrief = ({ relationId, ref, type, network, level, lengthM, missingWays, bbox, ends }: TrailRow) => ({
  relationId,
  ref,
  type,
  network,
  level,
  lengthM,
  missingWays,
  bbox,
  ends,
})

export function reverseResult({ lat, lon, radiusM, places }: ReverseAnswer) {
  return {
    lat,
    lon,
    radiusM,
    features: places.map((place) => ({
      id: place.id,
      name: place.name,
      kind: place.kind,
      center: [place.lon, place.lat] as const,
      distanceM: tenths(place.distanceM),
      region: place.region,
    })),
  }
}

function trailProperties(trail: TrailRow) {
  return {
    relation_id: trail.relationId,
    name: trail.name,
    ref: trail.ref,
    type: trail.type,
    network: trail.network,
    level: trail.level,
    operator: trail.operator,
    symbol: trail.symbol,
    colour: trail.colour,
    length_m: trail.lengthM,
    bbox: trail.bbox,
    ends: trail.ends,
  }
}

function trailPoint(trail: TrailRow, match: { partial: boolean; fuzzy: boolean } = { partial: false, fuzzy: false }) {
  return {
    type: 'Feature' as const,
    id: trail.relationId,
    geometry: { type: 'Point' as const, coordinates: [trail.lon, trail.lat] as const },
    properties: { ...trailProperties(trail), missing_ways: trail.missingWays, ...matchOf(match) },
  }
}

export function trailSearchResult({ query, trails }: TrailSearchAnswer) {
  return {
    type: 'FeatureCollection' as const,
    query,
    features: trails.map(({ trail, ...match }) => trailPoint(trail, match)),
  }
}

export function trailBoxResult({ trails, truncated }: TrailBoxAnswer) {
  return { type: 'FeatureCollection' as const, truncated, features: trails.map((trail) => trailPoint(trail)) }
}

export function trailFeature({ trail, line }: TrailRelationAnswer) {
  return {
    type: 'Feature' as const,
    id: trail.relationId,
    geometry: { type: 'MultiLineString' as const, coordinates: line.parts },
    properties: {
      ...trailProperties(trail),
      parts: trail.partCount,
      gaps_m: trail.gapsM,
      ascent_m: trail.ascentM,
      descent_m: trail.descentM,
      roundtrip: trail.roundtrip,
      stages: trail.stageIds,
      parents: trail.parentIds,
      missing_ways: trail.missingWays,
    },
  }
}

/** Parts become segments; no heights are written, since the line has none. */
export function trailGpx({ trail, line }: TrailRelationAnswer, sources: readonly NamedAttribution[]): string {
  const name = [trail.ref, trail.name].filter((word) => word !== null).join(' ')
  return writeGpxFile({
    name: name === '' ? null : name,
    line: toFileLine(line.parts.map((part) => part.map(([lon, lat]) => [lon, lat, null] as const))),
    ...{ timeMs: null, waypoints: [], cues: [], profile: null, movingS: null },
    sources,
    // the same request has the same bytes
    madeMs: null,
  }).content
}

export function poisResult({ artifactVersion, pois, truncated }: PoisAnswer) {
  return {
    artifactVersion,
    count: pois.length,
    truncated,
    pois: new WireFragment<PoiRecord[]>(`[${pois.map(poiText).join(',')}]`),
  }
}

/** A flat record: our own members, plus every map tag of the place (`opening_hours`, `phone`, ...). */
export interface PoiRecord extends Record<string, string | number | null | readonly string[]> {
  id: number
  osmType: PoiRow['osmType']
  osmId: number
  /** the first of `kinds` */
  kind: PoiKind
  /** all its kinds, in the order of the list of kinds */
  kinds: readonly PoiKind[]
  name: string | null
  lat: number
  lon: number
  /** metres as tagged, null where untagged */
  ele: number | null
}

/** A flat record; its tags were checked against our own keys when the catalogue was built. */
function poiText({ id, osmType, osmId, kind, kinds, name, lat, lon, eleM, tagsJson }: PoiRow): string {
  const own = `{"id":${id},"osm_type":"${osmType}","osm_id":${osmId},"kind":"${kind}","kinds":${JSON.stringify(kinds)},"name":${name === null ? 'null' : JSON.stringify(name)},"lat":${lat},"lon":${lon},"ele":${eleM ?? 'null'}`
  return tagsJson === '{}' ? `${own}}` : `${own},${tagsJson.slice(1)}`
}
