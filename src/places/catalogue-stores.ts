// The interfaces to the catalogue of a release; db implements them for SQLite and PostgreSQL.

import type { Box, LonLat } from '../geo/lon-lat.ts'
import type {
  CandidateQuery,
  FilteredTrail,
  NearKey,
  NearPlace,
  NearPoi,
  NearQuery,
  NearTrailKey,
  PlaceBoxQuery,
  PlaceKey,
  PlaceOutline,
  PlaceRow,
  PoiBoxQuery,
  PoiKey,
  PoiRow,
  PoiTextQuery,
  TrailBoxQuery,
  TrailFilter,
  TrailLine,
  TrailRow,
  TrailTextQuery,
} from './catalogue-rows.ts'

/**
 * Named places of the live release. Every method is one database statement (candidates: a constant number), however
 * many ids or points are given. All throw ServiceError `artifacts_missing` while no catalogue is published.
 */
export interface PlaceStore {
  /**
   * Places whose names may match the words; a superset that the caller grades (src/search). Unordered, without
   * duplicates.
   */
  findCandidates(query: CandidateQuery): Promise<PlaceRow[]>
  /** By place id, in the given order; null for ids that do not exist. */
  findByIds(ids: readonly number[]): Promise<(PlaceRow | null)[]>
  /**
   * The map's tags as the text of a JSON object, by place id, in the given order; null for ids that do not exist.
   */
  findTags(ids: readonly number[]): Promise<(string | null)[]>
  /**
   * Around each point, nearest first, at most `limit` for each. Named lines (LINE_KINDS) only if their kinds are
   * requested, as in every list around a point or in a box; they are as far as their line.
   */
  findNear(points: readonly LonLat[], query: NearQuery): Promise<NearPlace[][]>
  /** The same without their rows. */
  findKeysNear(points: readonly LonLat[], query: NearQuery): Promise<NearKey[][]>
  /** How many `findNear` would give without a limit. */
  countNear(point: LonLat, query: Omit<NearQuery, 'limit' | 'offset'>): Promise<number>
  /**
   * Place ids of the administrative and protected areas that contain each point, smallest first; only those whose
   * border is whole in the map.
   */
  findAreaIds(points: readonly LonLat[]): Promise<number[][]>
  /** Where places reach, in the given order; null for a point and for ids that do not exist. */
  findOutlines(ids: readonly number[]): Promise<(PlaceOutline | null)[]>
  /** Names of areas whose border the map cuts off: which points they contain is unknown. */
  listCutAreas(): Promise<readonly string[]>
  /** In a box, best known first. */
  findInBox(query: PlaceBoxQuery): Promise<PlaceRow[]>
  countInBox(query: Omit<PlaceBoxQuery, 'limit' | 'offset'>): Promise<number>
  /** What `countNear` counts, by id, in no order: for catalogues that overlap. */
  listIdsNear(point: LonLat, query: Omit<NearQuery, 'limit' | 'offset'>): Promise<number[]>
  /** What `countInBox` counts of each box, in no order. */
  listKeysInBoxes(boxes: readonly Box[], query: Pick<PlaceBoxQuery, 'kinds'>): Promise<PlaceKey[][]>
}

/** Signed trails of the live release; failures as in PlaceStore. */
export interface TrailStore {
  /** Trails whose name or ref may match the words; a superset that the caller grades. */
  findByText(query: TrailTextQuery): Promise<TrailRow[]>
  /** Trails with a piece of their line in the box: highest level first, longest first, then by relation id. */
  findInBox(query: TrailBoxQuery): Promise<{ trails: TrailRow[]; truncated: boolean }>
  /** In the given order; null for ids that do not exist. */
  findByRelationIds(relationIds: readonly number[]): Promise<(TrailRow | null)[]>
  /** All that findInBox would give without a limit, and those that may meet the filter, in no order. */
  findKeysInBox(query: TrailFilter & { box: Box }): Promise<FilteredTrail[]>
  /** All whose line comes so near to each point, nearest first, and that meet the filter or may. */
  findNear(points: readonly LonLat[], query: TrailFilter & { radiusM: number }): Promise<NearTrailKey[][]>
  /** Lines in the given order; null for trails that do not exist. */
  findLines(relationIds: readonly number[]): Promise<(TrailLine | null)[]>
}

/** Outdoor places of the live release; failures as in PlaceStore. */
export interface PoiStore {
  /**
   * In the order of `kinds`, then by id; `truncated` if the limit was reached. `artifactVersion` is that of the
   * catalogue that answered.
   */
  findInBox(query: PoiBoxQuery): Promise<{ artifactVersion: string; pois: PoiRow[]; truncated: boolean }>
  countInBox(query: Omit<PoiBoxQuery, 'limit' | 'offset'>): Promise<number>
  /** What `countInBox` counts of each box, in the order of `findInBox`. */
  listKeysInBoxes(boxes: readonly Box[], query: Pick<PoiBoxQuery, 'kinds' | 'named'>): Promise<PoiKey[][]>
  /** Those whose name has the words, the last maybe cut short; a superset that the caller grades. */
  findByText(query: PoiTextQuery): Promise<PoiRow[]>
  /** Around each point, nearest first, at most `limit` of each; each once, whatever kinds it has. */
  findNear(points: readonly LonLat[], query: NearQuery): Promise<NearPoi[][]>
  /** The same without their rows. */
  findKeysNear(points: readonly LonLat[], query: NearQuery): Promise<NearKey[][]>
  /** All that `findNear` would give without a limit, by id, in no order. */
  listIdsNear(point: LonLat, query: Omit<NearQuery, 'limit' | 'offset'>): Promise<number[]>
  /** In the given order; null for ids that do not exist. */
  findByIds(ids: readonly number[]): Promise<(PoiRow | null)[]>
}
