// What the catalogue of a release can be asked, as interfaces; db answers them from SQLite or PostgreSQL.

import type { LonLat } from '../geo/lon-lat.ts'
import type {
  CandidateQuery,
  NearPlace,
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
 * Named places of the live release. Every method is one statement on the database (candidates: a constant number),
 * however many ids or points are asked. All throw ServiceError `artifacts_missing` while no catalogue is published.
 */
export interface PlaceStore {
  /**
   * Places whose names may answer the words; a superset that the caller grades (src/search). No order, each place once.
   */
  findCandidates(query: CandidateQuery): Promise<PlaceRow[]>
  /** By place id, in the order asked; null where there is none. */
  findByIds(ids: readonly number[]): Promise<(PlaceRow | null)[]>
  /**
   * The map's tags as the text of a JSON object, by place id, in the order asked; null where there is no such place.
   */
  findTags(ids: readonly number[]): Promise<(string | null)[]>
  /** Around each point, nearest first, at most `limit` of each. */
  findNear(points: readonly LonLat[], query: NearQuery): Promise<NearPlace[][]>
}

/** Signed trails of the live release; failures as in PlaceStore. */
export interface TrailStore {
  /** Trails whose name or ref may answer the words; a superset that the caller grades. */
  findByText(query: TrailTextQuery): Promise<TrailRow[]>
  /** Trails with a piece of their line in the box: highest level first, longest first, then by relation id. */
  findInBox(query: TrailBoxQuery): Promise<{ trails: TrailRow[]; truncated: boolean }>
  /** In the order asked; null where there is none. */
  findByRelationIds(relationIds: readonly number[]): Promise<(TrailRow | null)[]>
  /** Around each point, nearest line first. */
  findNear(
    points: readonly LonLat[],
    query: { radiusM: number; type?: 'hiking' | 'bicycle' | null; limit: number },
  ): Promise<(TrailRow & { distanceM: number })[][]>
  /** Lines in the order asked; null where there is no such trail. */
  findLines(relationIds: readonly number[]): Promise<(TrailLine | null)[]>
}

/** Outdoor places of the live release; failures as in PlaceStore. */
export interface PoiStore {
  /**
   * In the order of `kinds`, then by id; `truncated` where the limit cut. `artifactVersion` is that of the catalogue
   * that answered.
   */
  findInBox(query: PoiBoxQuery): Promise<{ artifactVersion: string; pois: PoiRow[]; truncated: boolean }>
  /** In the order asked, null where there is none of that id. */
  findByIds(ids: readonly number[]): Promise<(PoiRow | null)[]>
}
