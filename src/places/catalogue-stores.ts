// The interfaces to the catalogue of a release; db implements them for SQLite and PostgreSQL.

import type { LonLat } from '../geo/lon-lat.ts'
import type {
  CandidateQuery,
  NearPlace,
  NearPoi,
  NearQuery,
  PlaceRow,
  PoiBoxQuery,
  PoiRow,
  TrailBoxQuery,
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
  /** Around each point, nearest first, at most `limit` for each. */
  findNear(points: readonly LonLat[], query: NearQuery): Promise<NearPlace[][]>
}

/** Signed trails of the live release; failures as in PlaceStore. */
export interface TrailStore {
  /** Trails whose name or ref may match the words; a superset that the caller grades. */
  findByText(query: TrailTextQuery): Promise<TrailRow[]>
  /** Trails with a piece of their line in the box: highest level first, longest first, then by relation id. */
  findInBox(query: TrailBoxQuery): Promise<{ trails: TrailRow[]; truncated: boolean }>
  /** In the given order; null for ids that do not exist. */
  findByRelationIds(relationIds: readonly number[]): Promise<(TrailRow | null)[]>
  /** Around each point, nearest line first. */
  findNear(
    points: readonly LonLat[],
    query: { radiusM: number; type?: 'hiking' | 'bicycle' | null; limit: number },
  ): Promise<(TrailRow & { distanceM: number })[][]>
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
  /** Around each point, nearest first, at most `limit` of each; each once, whatever kinds it has. */
  findNear(points: readonly LonLat[], query: NearQuery): Promise<NearPoi[][]>
  /** In the given order; null for ids that do not exist. */
  findByIds(ids: readonly number[]): Promise<(PoiRow | null)[]>
}
