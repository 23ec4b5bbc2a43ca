// What stateful things can do, as interfaces only. main.ts makes them; resolvers receive them; tests fake them.

import type { RoundTrips, RoundTripsInput } from './routing/loops/loop-types.ts'
import type { PlanRouteInput, WaypointRoute } from './routing/costs/route-types.ts'
import type { AnalyseJob, RouteAnalysis } from './routing/matching/analyse-types.ts'
import type { MatchJob, TraceAnswer } from './routing/matching/trace-types.ts'
import type { TripAnswer } from './routing/route/trip-types.ts'
import type { CleanJob, GpxCleanAnswer, GpxSimplifyAnswer, SimplifyJob } from './course/course-jobs.ts'
import type { Holding } from './wire/held-json.ts'
import type { MapDrawing } from './static-map/map-drawing.ts'
import type { PreparedAnswer } from './wire/prepared-answer.ts'
import type { WeatherSource } from './weather/weather-source.ts'
import type { Allowance } from './gateway/allowance.ts'
import type { Box, LonLat } from './geo/lon-lat.ts'
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
} from './places/catalogue-rows.ts'

export interface JobOptions {
  signal: AbortSignal
  deadlineMs: number
  /** whose turn the job takes where jobs wait; absent: nobody's in particular */
  caller?: { account: string }
}

/** Route planning in worker threads. Throws ServiceError; `network_unavailable` while no release is live. */
export interface RoutingService {
  planRoute(input: PlanRouteInput, options: JobOptions): Promise<PreparedAnswer<WaypointRoute>>
  planTrip(input: PlanRouteInput, options: JobOptions): Promise<PreparedAnswer<TripAnswer>>
  matchTrace(input: MatchJob, options: JobOptions): Promise<PreparedAnswer<TraceAnswer>>
  analyseRoute(input: AnalyseJob, options: JobOptions): Promise<PreparedAnswer<RouteAnalysis>>
  findRoundTrips(input: RoundTripsInput, options: JobOptions): Promise<PreparedAnswer<RoundTrips>>
}

/** Whole GPX files in threads of their own. Throws ServiceError; `busy` where too many wait or the time is up. */
export interface CourseService {
  cleanGpx(job: Holding<CleanJob>, options: JobOptions): Promise<PreparedAnswer<GpxCleanAnswer>>
  simplifyGpx(job: Holding<SimplifyJob>, options: JobOptions): Promise<PreparedAnswer<GpxSimplifyAnswer>>
}

/** Map pictures, drawn in a thread of their own. Throws ServiceError; `busy` where too many wait or the time is up. */
export interface MapService {
  /** PNG bytes */
  draw(drawing: MapDrawing, options: JobOptions): Promise<Uint8Array>
}

/** Heights from published terrain artifacts. */
export interface TerrainService {
  /**
   * Heights in metres at `[lon, lat]` points, null where void or outside. `release` is a terrain version or `current`.
   * Throws ServiceError `not_found` for an unknown release, `terrain_unavailable` where none is live.
   */
  sample(
    release: string,
    points: readonly (readonly [number, number])[],
    z: number | null,
  ): Promise<{ release: string; z: number; heightsM: (number | null)[] }>
}

export interface ArtifactInfo {
  /** `network`, `terrain`, `basemap`, `styles`, `catalogue` ... */
  name: string
  version: string
  /** path of the file inside the release, null for an artifact that is not one file */
  file: string | null
  /** ISO time of the source data, null unknown */
  sourceTs: string | null
  bytes: number | null
  sha256: string | null
}

/** One immutable release as its manifest on disk says. */
export interface ReleaseInfo {
  id: string
  name: string
  /** ISO */
  builtAt: string
  promotedAt: string | null
  bbox: Box
  synthetic: boolean
  attributions: { name: string; text: string; licence: string | null; url: string | null }[]
  artifacts: ArtifactInfo[]
  counts: Record<string, number>
  /**
   * two waypoints `[lon, lat]` that a route joins, for examples and the printed curl line; absent where none was found
   */
  example?: { waypoints: [number, number][] }
}

/** What is published now, and what is still kept. */
export interface ReleaseService {
  /** null while nothing is published */
  findLive(): ReleaseInfo | null
  /** live first, then retired but kept, newest first */
  listKept(): ReleaseInfo[]
  /** absolute path of an artifact file by its version, null where unknown or retired */
  findArtifactFile(artifact: string, version: string): string | null
}

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

/** The snow raster that is live, as its manifest on disk says. */
export interface SnowInfo {
  id: string
  product: 'gfsc' | 'fsc' | 'mod10a1' | 'cgf' | 'fraction'
  /** ISO; first and last moment at which any of it can have been seen, null unknown */
  observedFrom: string | null
  observedTo: string | null
  /** ISO */
  promotedAt: string
  attribution: { text: string; licence: string | null; url: string | null }
  bytes: number
  sha256: string
}

/**
 * What the raster holds at one point: the stored number (null: declared as no data) and when it was seen; null outside
 * the raster.
 */
export type SnowSample = { value: number | null; observedAtMs: number | null } | null

/** Observed snow. `observe` throws ServiceError `snow_unavailable` where a raster is published and cannot be read. */
export interface SnowService {
  /** null while no raster is published */
  findLive(): Promise<SnowInfo | null>
  /** One sample per `[lon, lat]` point, all of one raster; null while none is published. */
  observe(points: readonly LonLat[]): Promise<{ info: SnowInfo; samples: SnowSample[] } | null>
}

export interface SnowForecastPoint {
  /** the model the values come from; null where none has any */
  model: string | null
  snowDepthM: number | null
  newSnowCm: number | null
  freezingLevelM: number | null
}

/**
 * Forecast snow from a weather provider. One answer per wished moment, each with one entry per point; `newSnowCm` is
 * what falls in the 24 hours before it.
 * A value that no model has is null. Throws ServiceError `forecast_unavailable` or `forecast_failed` where the provider
 * gives nothing.
 */
export interface SnowForecastSource {
  forecastSnow(
    points: readonly { lon: number; lat: number; elevationM: number | null }[],
    validAtMs: readonly number[],
    signal: AbortSignal,
  ): Promise<{
    attribution: { text: string; licence: string | null; url: string | null }
    moments: SnowForecastPoint[][]
    /** what else to know of the values, one sentence each */
    notes?: string[]
  }>
}

export interface Services {
  weather: WeatherSource
  /** forecast points of an address (decision D2): takes `count`; the seconds to wait where too few are left */
  forecastPoints: { take(address: string, count: number, nowMs: number): number }
  snow: SnowService
  /** null: no provider */
  snowForecast: SnowForecastSource | null
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
  /**
   * Tells the answers of the catalogue that is asked next from those of another; null while there is none. Left out:
   * the release alone tells.
   */
  findCatalogueMark?(): Promise<string | null>
  routing: RoutingService
  course: CourseService
  maps: MapService
  terrain: TerrainService
  releases: ReleaseService
  allowance: Allowance
  clock: { nowMs(): number }
  /** of the build, e.g. `0.1.0` */
  version: string
  /** as clients see them, without a slash at the end */
  publicApiUrl: string
  publicSiteUrl: string
  /** artifact name -> days after which it is stale; an unnamed one has no limit and stays unknown */
  statusMaxAgeDays: ReadonlyMap<string, number>
}
