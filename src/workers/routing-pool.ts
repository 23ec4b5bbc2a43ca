// The RoutingService of services.ts over the worker pool: loads the network of a release into shared memory once
// and hands it to every worker; a new release of a region replaces it without failing a request in flight.

import type { AnalyseJob, RouteAnalysis } from '../routing/matching/analyse-types.ts'
import type { RoundTrips, RoundTripsInput } from '../routing/round-trips/loop-types.ts'
import type { Matrix, MatrixInput } from '../routing/matrix/matrix-types.ts'
import type { Arrivals, ArrivalsInput } from '../routing/isochrone/one-to-many.ts'
import type { Reach, ReachInput } from '../routing/isochrone/isochrone-types.ts'
import type { PlanRouteInput } from '../routing/costs/request-types.ts'
import type { WaypointRoute } from '../routing/costs/route-types.ts'
import type { MatchJob, TraceAnswer } from '../routing/matching/trace-types.ts'
import type { TripAnswer } from '../routing/route/trip-types.ts'
import type { JobOptions } from '../job-options.ts'
import type { RoutingService } from '../services.ts'
import type { EncodedAnswer } from '../wire/encoded-answer.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import { pieceBytes } from '../routing/cch/customise.ts'
import { openNetwork } from './load-network.ts'
import type { JobKind } from './messages.ts'
import type { PoolState } from './pool-state.ts'
import { WorkerPool } from './pool.ts'
import type { PoolOptions } from './pool-options.ts'
import type { ReadNetwork } from './region-networks.ts'

/** What a region's network is read from, and what its answers call it. */
export interface AdoptedRelease {
  networkPath: string
  networkRelease: string
  terrainRelease: string | null
}

export interface RoutingPool {
  /**
   * Switches a region to the network file of a release; null stops its routing until the next one. Throws what reading
   * the file throws, and keeps the old network in that case.
   */
  adoptRelease(release: AdoptedRelease | null, region?: string): Promise<void>
  /** Routing on the network of one region; by default the only one. */
  on(region?: string): RoutingService
  state(): PoolState
  /** whether a job of this kind would be refused now */
  refuses(kind: JobKind): boolean
  close(): Promise<void>
}

/** Blocks of all networks since the start are numbered in 31 bits: a hundred thousand large networks. */
const MAX_KEY = 2 ** 31 - 1

export function createRoutingPool(options: PoolOptions & { version: string }): RoutingPool {
  const pool = new WorkerPool(options)
  const routings = new Map<string, RoutingService>()
  let nextKey = 0
  const takeKeys = (count: number): number => {
    const first = nextKey
    nextKey += count
    if (nextKey > MAX_KEY)
      throw new RangeError('the block cache has no number left for another network: restart the process')
    return first
  }
  const readNetwork = async ({ networkPath, networkRelease, terrainRelease }: AdoptedRelease): Promise<ReadNetwork> => {
    const { buffer, blocks } = await openNetwork(networkPath)
    const graph = RoutingGraph.from(buffer)
    const { extra } = graph
    return {
      network: {
        buffer,
        blocks: blocks === null ? null : { ...blocks, firstKey: takeKeys(blocks.hints.length) },
        positions: graph.createPositions(),
        engine: { name: 'waypost', version: options.version, networkRelease, terrainRelease },
      },
      pieceBytes: 'cchUpHead' in extra ? pieceBytes(extra.cchUpHead.length) : 0,
    }
  }
  return {
    adoptRelease: (release, region = '') =>
      release === null ? pool.adopt(null, 0, region) : pool.replace(region, () => readNetwork(release)),
    on(region = '') {
      const known = routings.get(region)
      if (known !== undefined) return known
      const made = routingOn(pool, region)
      routings.set(region, made)
      return made
    },
    state: () => pool.state,
    refuses: (kind) => pool.refuses(kind),
    close: () => pool.close(),
  }
}

function routingOn(pool: WorkerPool, region: string): RoutingService {
  return {
    planRoute: (input: PlanRouteInput, job: JobOptions): Promise<EncodedAnswer<WaypointRoute>> =>
      pool.run('route', input, job, region),
    planTrip: (input: PlanRouteInput, job: JobOptions): Promise<EncodedAnswer<TripAnswer>> =>
      pool.run('trip', input, job, region),
    findRoundTrips: (input: RoundTripsInput, job: JobOptions): Promise<EncodedAnswer<RoundTrips>> =>
      pool.run('loops', input, job, region),
    matchTrace: (input: MatchJob, job: JobOptions): Promise<EncodedAnswer<TraceAnswer>> =>
      pool.run('match', input, job, region),
    analyseRoute: (input: AnalyseJob, job: JobOptions): Promise<EncodedAnswer<RouteAnalysis>> =>
      pool.run('analyse', input, job, region),
    findReach: (input: ReachInput, job: JobOptions): Promise<EncodedAnswer<Reach>> =>
      pool.run('reach', input, job, region),
    findArrivals: (input: ArrivalsInput, job: JobOptions): Promise<EncodedAnswer<Arrivals>> =>
      pool.run('arrivals', input, job, region),
    findMatrix: (input: MatrixInput, job: JobOptions): Promise<EncodedAnswer<Matrix>> =>
      pool.run('matrix', input, job, region),
  }
}
