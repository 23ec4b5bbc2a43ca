// Row and query types of the catalogue: places, signed trails and outdoor places. Coordinates are degrees `[lon, lat]`;
// a box whose minLon is above its maxLon spans the antimeridian. Missing is null. Ids of places and outdoor places
// contain OSM type and id (src/places/place-id.ts) and stay the same between releases.

import type { CourseElevation } from '../course/elevation-profile.ts'
import type { MovingTime } from '../course/moving-time.ts'
import type { Box, LonLat } from '../geo/lon-lat.ts'
import type { SurfaceColumns } from '../travel/surfaces.ts'
import type { PlaceKind } from '../osm/place-kinds.ts'
import type { PoiKind } from '../osm/poi-kinds.ts'

export type OsmType = 'node' | 'way' | 'relation'
export type TrailType = 'hiking' | 'bicycle'
export type TrailNetwork = `${'i' | 'n' | 'r' | 'l'}${'w' | 'c'}n`
export type TrailLevelName = 'international' | 'national' | 'regional' | 'local'

export interface PlaceRow {
  id: number
  osmType: OsmType
  osmId: number
  name: string
  /** the other names as tagged (`name:*`, `alt_name`, `old_name`, ...; a trail's ref), without `name` */
  otherNames: readonly string[]
  /** the first of `kinds` */
  kind: PlaceKind | PoiKind
  /** all its kinds: the main one, then the others in the order of PLACE_KINDS */
  kinds: readonly (PlaceKind | PoiKind)[]
  lon: number
  lat: number
  /** admin areas that contain it, smallest first (`Encamp, Andorra`) */
  region: string | null
  elevationM: number | null
  elevationSource: 'tag' | 'terrain' | null
  population: number | null
  /** height above its surroundings, of peaks; an estimate from the terrain (src/places/stand-objects.ts) */
  prominenceM: number | null
  hasWikidata: boolean
  /** how well known it is likely to be, 0..1: the order in which candidates are fetched (src/places/importance.ts) */
  importance: number
  /** of an administrative area: 2 a country .. 8 a municipality */
  adminLevel: number | null
  /** around an area that is whole in the data, or a named line; null for a point */
  bbox: Box | null
  /** set for kind `trail` */
  trail: TrailRow | null
}

/** Index of roads in `sacM`, and its length. */
export const SAC_M_ROAD = 8
export const SAC_M_LENGTH = 9

export interface TrailRow {
  relationId: number
  name: string | null
  ref: string | null
  otherNames: readonly string[]
  type: TrailType
  /** the `route` tag: hiking, foot, bicycle, mtb */
  route: string
  /** as tagged if it is one of iwn nwn rwn lwn icn ncn rcn lcn */
  network: TrailNetwork | null
  level: TrailLevelName | null
  operator: string | null
  symbol: string | null
  colour: string | null
  website: string | null
  fromName: string | null
  toName: string | null
  /** along all members in the data */
  lengthM: number
  bbox: Box
  /** first and last point of the line in walking order; empty if they are equal */
  ends: readonly LonLat[]
  /** a point on the line, near its middle */
  lon: number
  lat: number
  /** the line ends where it began, or the map says so (`roundtrip=yes`) */
  roundtrip: boolean
  /** number of lines that do not connect; 1 is a single line */
  partCount: number
  /** straight distance across each gap between two parts, in walking order */
  gapsM: readonly number[]
  /** number of member ways missing from the data */
  missingWays: number
  /** null if more than a twentieth of the line has no height */
  ascentM: number | null
  descentM: number | null
  lowestM: number | null
  highestM: number | null
  /** metres of the line whose ground is unknown; climb there is only the difference between its two ends */
  heightUnknownM: number
  /** hardest `sac_scale` of a member, 1..6, 7 via ferrata; null if none is tagged: unknown, not easy */
  sacMax: number | null
  /**
   * metres of the line by SAC grade: index 0 untagged paths, 1..6, 7 via ferrata, 8 roads; catalogues of earlier
   * imports have roads in 0
   */
  sacM: readonly number[]
  surfaces: SurfaceColumns
  /** for a route made of routes: their relation ids in order; otherwise empty */
  stageIds: readonly number[]
  /** routes that it is a stage of */
  parentIds: readonly number[]
  /** TrailTimes as JSON; null: of a catalogue imported before it had them */
  timesJson: string | null
  /** of `timesJson`: moving time; null where it is not known */
  movingS: number | null
}

/**
 * What an analysis of a trail's line answers (routing/matching/analyse-route.ts), for a typical person who travels it
 * as it is signed, worked out once by the import.
 */
export interface TrailTimes {
  /** why the others are null; null where they are known */
  unknown: TrailTimesUnknown | null
  time: MovingTime | null
  elevation: CourseElevation | null
}

/** The terrain has no heights along it, or it is longer than what an analysis takes. */
export type TrailTimesUnknown = 'no_heights' | 'too_long'

/** A trail's line: parts in walking order, each at least two points. */
export interface TrailLine {
  relationId: number
  parts: LonLat[][]
}

/** Where a place reaches: the closed rings of an area, or the parts of a line. */
export interface PlaceOutline {
  isArea: boolean
  parts: LonLat[][]
}

export interface PoiRow {
  id: number
  osmType: OsmType
  osmId: number
  /** the first of `kinds` */
  kind: PoiKind
  /** all its kinds in the order of POI_KINDS; at least one */
  kinds: readonly PoiKind[]
  name: string | null
  lon: number
  lat: number
  /** from the tag, else from the terrain */
  eleM: number | null
  /**
   * the object's tags as the text of a JSON object, without `name`; a key that would hide one of our fields is written
   * as `tag:KEY`
   */
  tagsJson: string
}

export interface CandidateQuery {
  /** words of the folded question (`foldText(...).keyWords`), at least one; the last one may be incomplete */
  words: readonly string[]
  /**
   * the same words before ae, oe, ue and ss were folded, if they differ: a near miss may match either; left out:
   * `words`
   */
  typedWords?: readonly string[]
  /**
   * search near misses instead of the question itself: each word within `allowedTypos` of its length, and the whole
   * without spaces
   */
  typos: boolean
  /** near misses of two letters as well as of one; otherwise only if there are none of one */
  farTypos?: boolean
  kinds?: readonly string[] | null
  /** hard limit: nothing outside */
  box?: Box | null
  /** places inside are also searched separately, so that better known ones elsewhere do not crowd them out */
  biasBox?: Box | null
  /** limit of each kind of query (whole name, all words, last word incomplete, bias box); most important first */
  limit: number
  /** instead of `words`: parts of the question, each of which may be a name or its beginning; the limit is of each */
  parts?: readonly (readonly string[])[]
}

export interface NearQuery {
  radiusM: number
  /** null: all */
  kinds?: readonly string[] | null
  /** of outdoor places: true those with a name, false those that no record names; null: all */
  named?: boolean | null
  limit: number
  /** so many of the nearest are passed over */
  offset?: number
}

export interface PlaceBoxQuery {
  box: Box
  /** null: all */
  kinds?: readonly string[] | null
  limit: number
  offset?: number
}

/** What places of a box are put into an order by. */
export type PlaceKey = Pick<PlaceRow, 'id' | 'lon' | 'lat' | 'importance'>

/** Likewise of outdoor places: `turn` is the number of the first kind requested that it has. */
export interface PoiKey {
  id: number
  lon: number
  lat: number
  turn: number
}

/** Outdoor places by the words of their names. */
export interface PoiTextQuery {
  /** as in CandidateQuery; near misses are not looked for */
  words: readonly string[]
  /** null: all */
  kinds?: readonly string[] | null
  /** kinds of named places: one that is also a named place of such a kind is left out */
  placeKinds?: readonly string[] | null
  box?: Box | null
  biasBox?: Box | null
  limit: number
}

/** What is near a point, where a list is chosen before its rows are read. */
export interface NearKey {
  id: number
  lon: number
  lat: number
  distanceM: number
}
export type NearPlace = PlaceRow & { distanceM: number }
export type NearPoi = PoiRow & { distanceM: number }

export interface TrailTextQuery {
  words: readonly string[]
  /** as in CandidateQuery */
  typedWords?: readonly string[]
  parts?: readonly (readonly string[])[]
  typos: boolean
  type?: TrailType | null
  box?: Box | null
  limit: number
}

/** From `min` to `max`, both in it. */
export interface ValueRange {
  min?: number | undefined
  max?: number | undefined
}

/** Every given bound must hold; an unknown value does not satisfy a bound. */
export interface TrailFilter {
  types?: readonly TrailType[] | undefined
  levels?: readonly TrailLevelName[] | undefined
  lengthM?: ValueRange | undefined
  ascentM?: ValueRange | undefined
  descentM?: ValueRange | undefined
  movingS?: ValueRange | undefined
  /** of the hardest tagged grade */
  sac?: ValueRange | undefined
  loop?: boolean | undefined
  /** share 0..1 of the length on paved ground is at most this; unknown surface counts as paved */
  pavedShareMax?: number | undefined
}

/** What trails are put into an order by. */
export type TrailKey = Pick<TrailRow, 'relationId' | 'name' | 'ref' | 'level' | 'lengthM' | 'ascentM' | 'movingS'>
/** Of a trail that meets a filter, or may: `isUnknown` where a bound is of something that is not known of it. */
export type FilteredTrail = TrailKey & { isUnknown: boolean }
export type NearTrailKey = FilteredTrail & { distanceM: number }

export interface TrailBoxQuery extends TrailFilter {
  box: Box
  limit: number
}

export interface PoiBoxQuery {
  box: Box
  /** also the order of the answer: by the first of these kinds that a place has, then by id */
  kinds: readonly string[]
  /** as in NearQuery */
  named?: boolean | null
  limit: number
  offset?: number
}

/**
 * Stretches of a signed route, and its members as such. A stretch of line: sites in order; `ways[i]` is the way index
 * between sites i - 1 and i (-1 at 0).
 */
export interface Stretch {
  sites: number[]
  ways: number[]
}

export interface Member extends Stretch {
  /** travelled only in the order of `sites` */
  oneWay: boolean
}
