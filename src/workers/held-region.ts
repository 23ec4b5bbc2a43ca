// What one thread holds of a region: the open network and the planners over it, most of which are created on first use.

import type { BlockCache } from '../graph/block-cache.ts'
import { CachedBlocks } from '../graph/cached-blocks.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import type { Metric } from '../routing/cch/customise.ts'
import type { RoundTripPlanner } from '../routing/round-trips/round-trips.ts'
import type { LineReader } from '../routing/matching/line-reader.ts'
import type { MatrixPlanner } from '../routing/matrix/matrix-planner.ts'
import type { IsochronePlanner } from '../routing/isochrone/isochrone-planner.ts'
import { RoutePlanner } from '../routing/route/plan-route.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './messages.ts'

export interface ThreadRegion {
  generation: number
  /** null where the network has none */
  blocks: CachedBlocks | null
  /** null while nothing is published */
  planner: RoutePlanner | null
  /** created when the first loop is requested */
  roundTrips: RoundTripPlanner | null
  /** created when the first reach is requested */
  reaches: IsochronePlanner | null
  /** created when the first matrix is requested */
  matrices: MatrixPlanner | null
  /** created when the first line is submitted */
  lines: LineReader | null
}

/** What a region needs of its thread. */
interface Surroundings {
  settings: WorkerSettings
  blockCache: BlockCache
  send: (message: FromWorker) => void
  /** of the job that runs */
  runningSlot: () => number
}

/** Opens a network, with everything that the first default route needs. Null stands for no network. */
export function openRegion(
  { region, network, generation }: ToWorker & { type: 'adopt' | 'open' },
  { settings, blockCache, send, runningSlot }: Surroundings,
): ThreadRegion {
  const held: ThreadRegion = {
    generation,
    blocks: null,
    planner: null,
    roundTrips: null,
    reaches: null,
    matrices: null,
    lines: null,
  }
  if (network === null) return held
  const graph = RoutingGraph.from(
    network.buffer,
    (directory) => (held.blocks = new CachedBlocks(directory, network.blocks!, blockCache)),
  )
  graph.sharePositions(network.positions)
  const planner = new RoutePlanner(graph, {
    engine: network.engine,
    metricCacheBytes: Infinity, // the pool decides what to evict
    maxSettled: settings.maxSettled,
    readMetrics: held.blocks === null ? undefined : (into, atByte) => held.blocks!.readBehind(into, atByte),
    onMetricWanted: (table) => {
      const isStored = planner.parts.stored?.has(table.key) === true
      send({ type: 'wanted', region, slot: runningSlot(), table, isStored, generation })
    },
    onMetricMade: (metric) => send(madeUnasked(region, generation, metric)),
    onPartsMade: (parts) => send({ type: 'parts', region, parts, generation }),
  })
  planner.prepare()
  held.planner = planner
  return held
}

/** Tells the other threads of a metric that a job made for its own use. */
export function madeUnasked(region: string, generation: number, metric: Metric): FromWorker {
  return { type: 'customised', region, key: metric.key, generation, metric, asked: false }
}
