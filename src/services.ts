// The stateful parts as interfaces only. main.ts creates them; resolvers receive them; tests fake them.

import type { RoundTrips, RoundTripsInput } from './routing/round-trips/loop-types.ts'
import type { Matrix, MatrixInput } from './routing/matrix/matrix-types.ts'
import type { Arrivals, ArrivalsInput } from './routing/isochrone/one-to-many.ts'
import type { Reach, ReachInput } from './routing/isochrone/isochrone-types.ts'
import type { PlanRouteInput } from './routing/costs/request-types.ts'
import type { WaypointRoute } from './routing/costs/route-types.ts'
import type { AnalyseJob, RouteAnalysis } from './routing/matching/analyse-types.ts'
import type { MatchJob, TraceAnswer } from './routing/matching/trace-types.ts'
import type { TripAnswer } from './routing/route/trip-types.ts'
import type {
  CleanJob,
  CourseAnswer,
  CourseJobs,
  GpxCleanAnswer,
  GpxSimplifyAnswer,
  SimplifyJob,
} from './course/course-jobs.ts'
import type { Holding } from './wire/raw-json.ts'
import type { MapDrawing } from './map/picture/map-drawing.ts'
import type { EncodedAnswer } from './wire/encoded-answer.ts'
import type { WeatherSource } from './weather/weather-source.ts'
import type { Allowance } from './metering/allowance.ts'
import type { JobOptions } from './job-options.ts'
import type { PlaceStore, PoiStore, TrailStore } from './places/catalogue-stores.ts'
import type { ReleaseService } from './releases/release-info.ts'
import type { TerrainService } from './terrain/terrain-service.ts'
import type { SnowForecastSource, SnowService } from './weather/snow/snow-types.ts'

/** Route planning in worker threads. Throws ServiceError; `network_unavailable` while no release is live. */
export interface RoutingService {
  planRoute(input: PlanRouteInput, options: JobOptions): Promise<EncodedAnswer<WaypointRoute>>
  planTrip(input: PlanRouteInput, options: JobOptions): Promise<EncodedAnswer<TripAnswer>>
  matchTrace(input: MatchJob, options: JobOptions): Promise<EncodedAnswer<TraceAnswer>>
  analyseRoute(input: AnalyseJob, options: JobOptions): Promise<EncodedAnswer<RouteAnalysis>>
  findRoundTrips(input: RoundTripsInput, options: JobOptions): Promise<EncodedAnswer<RoundTrips>>
  findMatrix(input: MatrixInput, options: JobOptions): Promise<EncodedAnswer<Matrix>>
  findReach(input: ReachInput, options: JobOptions): Promise<EncodedAnswer<Reach>>
  findArrivals(input: ArrivalsInput, options: JobOptions): Promise<EncodedAnswer<Arrivals>>
}

/** Processes whole files in threads. Throws ServiceError; `busy` if too many wait or the time is up. */
export interface CourseService {
  cleanGpx(job: Holding<CleanJob>, options: JobOptions): Promise<EncodedAnswer<GpxCleanAnswer>>
  simplifyGpx(job: Holding<SimplifyJob>, options: JobOptions): Promise<EncodedAnswer<GpxSimplifyAnswer>>
  exportCourse(job: Holding<CourseJobs['export']>, options: JobOptions): Promise<EncodedAnswer<CourseAnswer>>
}

/** Draws map pictures in a thread. Throws ServiceError; `busy` if too many wait or the time is up. */
export interface MapService {
  /** PNG bytes, valid until `release`. Without that call later pictures may take memory of their own. */
  draw(drawing: MapDrawing, options: JobOptions): Promise<Uint8Array>
}

export interface Services {
  weather: WeatherSource
  /**
   * forecast points of an address (decision: keys-and-credits): takes `count`; returns the seconds to wait if too few
   * are left
   */
  forecastPoints: { take(address: string, count: number, nowMs: number): number }
  snow: SnowService
  /** null: no provider */
  snowForecast: SnowForecastSource | null
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
  /**
   * Identifies the catalogue that is queried next, so that its answers can be distinguished from another's; null until
   * one is open. Left out: the release alone identifies it.
   */
  findCatalogueMark?(): Promise<string | null>
  /**
   * The release of the network in use, which lags behind the live one while that is being loaded; null until a network
   * is loaded. Left out: the release alone identifies it.
   */
  findNetworkMark?(): string | null
  routing: RoutingService
  course: CourseService
  maps: MapService
  terrain: TerrainService
  releases: ReleaseService
  allowance: Allowance
  clock: { nowMs(): number }
  /** of this build, e.g. `0.1.0` */
  version: string
  /** as clients see them, without a trailing slash */
  publicApiUrl: string
  publicSiteUrl: string
  /** artifact name -> days after which it is stale; artifacts not listed have no limit and stay unknown */
  statusMaxAgeDays: ReadonlyMap<string, number>
}
