// Everything that threads do, by kind of job. A new kind is a line here, a case in its thread (src/workers), and for a
// job on a network a line in src/regions/region-area.ts: the compiler names all of them.

import type {
  CleanJob,
  CourseAnswer,
  CourseJobs,
  GpxCleanAnswer,
  GpxSimplifyAnswer,
  SimplifyJob,
} from './course/course-jobs.ts'
import type { JobOptions } from './job-options.ts'
import type { MapDrawing } from './map/picture/map-drawing.ts'
import type { PlanRouteInput } from './routing/costs/request-types.ts'
import type { WaypointRoute } from './routing/costs/route-types.ts'
import type { Reach, ReachInput } from './routing/isochrone/isochrone-types.ts'
import type { Arrivals, ArrivalsInput } from './routing/isochrone/one-to-many.ts'
import type { AnalyseJob, RouteAnalysis } from './routing/matching/analyse-types.ts'
import type { MatchJob, TraceAnswer } from './routing/matching/trace-types.ts'
import type { Matrix, MatrixInput } from './routing/matrix/matrix-types.ts'
import type { RoundTrips, RoundTripsInput } from './routing/round-trips/loop-types.ts'
import type { TripAnswer } from './routing/route/trip-answer.ts'
import type { EncodedAnswer } from './wire/encoded-answer.ts'
import type { WithRaw } from './wire/raw-json.ts'

/** Jobs on the network of a region. */
export interface RouteJobs {
  route: { input: PlanRouteInput; answer: EncodedAnswer<WaypointRoute> }
  trip: { input: PlanRouteInput; answer: EncodedAnswer<TripAnswer> }
  loops: { input: RoundTripsInput; answer: EncodedAnswer<RoundTrips> }
  match: { input: MatchJob; answer: EncodedAnswer<TraceAnswer> }
  analyse: { input: AnalyseJob; answer: EncodedAnswer<RouteAnalysis> }
  reach: { input: ReachInput; answer: EncodedAnswer<Reach> }
  arrivals: { input: ArrivalsInput; answer: EncodedAnswer<Arrivals> }
  matrix: { input: MatrixInput; answer: EncodedAnswer<Matrix> }
}

/** Jobs on whole files. */
export interface FileJobs {
  clean: { input: WithRaw<CleanJob>; answer: EncodedAnswer<GpxCleanAnswer> }
  simplify: { input: WithRaw<SimplifyJob>; answer: EncodedAnswer<GpxSimplifyAnswer> }
  export: { input: WithRaw<CourseJobs['export']>; answer: EncodedAnswer<CourseAnswer> }
}

export interface PictureJobs {
  /** PNG bytes */
  picture: { input: MapDrawing; answer: Uint8Array }
}

export interface Jobs extends RouteJobs, FileJobs, PictureJobs {}

/** A table of jobs: of each kind its input and its answer. */
export type JobTable<Table> = { [Kind in keyof Table]: { input: unknown; answer: unknown } }

/**
 * Runs one job in a thread. Throws ServiceError: `busy` if too many wait or the time is up, `network_unavailable` while
 * no release is live, `internal` if its thread ended, or what the job threw.
 */
export type RunJob<Table extends JobTable<Table> = Jobs> = <Kind extends keyof Table>(
  kind: Kind,
  input: Table[Kind]['input'],
  options: JobOptions,
) => Promise<Table[Kind]['answer']>

/** Runs jobs of one kind. */
export interface JobRunner<Kind extends keyof Jobs> {
  run(kind: Kind, input: Jobs[Kind]['input'], options: JobOptions): Promise<Jobs[Kind]['answer']>
}

/** One function over several pools; `runners` names that of each kind. */
export function runIn(runners: { [Kind in keyof Jobs]: JobRunner<Kind> }): RunJob {
  return (kind, input, options) => runners[kind].run(kind, input, options)
}
