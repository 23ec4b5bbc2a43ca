// The RoutingService of services.ts over the worker pool: loads the network of a release into shared memory once
// and hands it to every worker; a new release replaces it without failing a request in flight.

import type { AnalyseJob, RouteAnalysis } from '../routing/matching/analyse-types.ts'
import type { RoundTrips, RoundTripsInput } from '../routing/loops/loop-types.ts'
import type { Arrivals, ArrivalsInput } from '../routing/reach/arrivals.ts'
import type { Reach, ReachInput } from '../routing/reach/reach-types.ts'
import type { PlanRouteInput, WaypointRoute } from '../routing/costs/route-types.ts'
import type { MatchJob, TraceAnswer } from '../routing/matching/trace-types.ts'
import type { TripAnswer } from '../routing/route/trip-types.ts'
import type { JobOptions } from '../job-options.ts'
import type { RoutingService } from '../services.ts'
import type { PreparedAnswer } from '../wire/prepared-answer.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import { metricBytes } from '../routing/hierarchy/customise.ts'
import { loadNetwork } from './load-network.ts'
import type { JobKind } from './messages.ts'
import { WorkerPool, type PoolOptions, type PoolState } from './pool.ts'

export interface RoutingPool extends RoutingService {
  /**
   * Switches to the network file of a release; null stops routing until the next release. Throws what reading the file
   * throws, and keeps the old network in that case.
   */
  adoptRelease(
    release: { networkPath: string; networkRelease: string; terrainRelease: string | null } | null,
  ): Promise<void>
  state(): PoolState
  /** whether a job of this kind would be refused now */
  refuses(kind: JobKind): boolean
  close(): Promise<void>
}

export function createRoutingPool(options: PoolOptions & { version: string }): RoutingPool {
  const pool = new WorkerPool(options)
  return {
    async adoptRelease(release) {
      if (release === null) return pool.adopt(null)
      const buffer = await loadNetwork(release.networkPath)
      const { extra } = RoutingGraph.from(buffer)
      const each = 'cchUpHead' in extra ? metricBytes(extra.cchUpHead.length) : 0
      const network = {
        buffer,
        engine: {
          name: 'waypost',
          version: options.version,
          networkRelease: release.networkRelease,
          terrainRelease: release.terrainRelease,
        },
      } as const
      pool.adopt(network, each)
    },
    planRoute: (input: PlanRouteInput, job: JobOptions): Promise<PreparedAnswer<WaypointRoute>> =>
      pool.run('route', input, job),
    planTrip: (input: PlanRouteInput, job: JobOptions): Promise<PreparedAnswer<TripAnswer>> =>
      pool.run('trip', input, job),
    findRoundTrips: (input: RoundTripsInput, job: JobOptions): Promise<PreparedAnswer<RoundTrips>> =>
      pool.run('loops', input, job),
    matchTrace: (input: MatchJob, job: JobOptions): Promise<PreparedAnswer<TraceAnswer>> =>
      pool.run('match', input, job),
    analyseRoute: (input: AnalyseJob, job: JobOptions): Promise<PreparedAnswer<RouteAnalysis>> =>
      pool.run('analyse', input, job),
    findReach: (input: ReachInput, job: JobOptions): Promise<PreparedAnswer<Reach>> => pool.run('reach', input, job),
    findArrivals: (input: ArrivalsInput, job: JobOptions): Promise<PreparedAnswer<Arrivals>> =>
      pool.run('arrivals', input, job),
    state: () => pool.state,
    refuses: (kind) => pool.refuses(kind),
    close: () => pool.close(),
  }
}
