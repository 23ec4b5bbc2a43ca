// What one thread has of a region: the open network and the planners over it, most of which are created on first use.

import type { BlockCache } from '../graph/block-cache.ts'
import { CachedBlocks } from '../graph/edge-blocks.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import { IsochronePlanner } from '../routing/isochrone/isochrone-planner.ts'
import { createLineReader, type LineReader } from '../routing/matching/line-reader.ts'
import { MatrixPlanner } from '../routing/matrix/matrix-planner.ts'
import { RoundTripPlanner } from '../routing/round-trips/round-trips.ts'
import { RoutePlanner } from '../routing/route/plan-route.ts'
import type { FromRouteThread, OfNetwork, SharedMetric, SharedNetwork } from './route-calls.ts'

export interface ThreadRegionOptions {
  of: OfNetwork
  network: SharedNetwork
  blockCache: BlockCache
  maxSettled: number
  send: (message: FromRouteThread) => void
}

export class ThreadRegion {
  readonly generation: number
  /** opened with everything that the first default route needs */
  readonly routes: RoutePlanner
  readonly #share: (metric: SharedMetric) => void
  /** null where the network has none */
  #blocks: CachedBlocks | null = null
  #roundTrips: RoundTripPlanner | null = null
  #isochrones: IsochronePlanner | null = null
  #matrices: MatrixPlanner | null = null
  #lines: LineReader | null = null

  constructor({ of, network, blockCache, maxSettled, send }: ThreadRegionOptions) {
    this.generation = of.generation
    this.#share = (metric) => send({ ...of, type: 'made', metric })
    const graph = RoutingGraph.from(
      network.buffer,
      (directory) => (this.#blocks = new CachedBlocks(directory, network.blocks!, blockCache)),
    )
    graph.sharePositions(network.positions)
    this.routes = new RoutePlanner(graph, {
      engine: network.engine,
      metricCacheBytes: Infinity, // the pool decides what to evict
      maxSettled,
      readMetrics: network.blocks === null ? undefined : (into, atByte) => this.#blocks!.readBehind(into, atByte),
      onMetricWanted: (table) => {
        const isStored = this.routes.parts.stored?.has(table.key) === true
        send({ ...of, type: 'needed', table, isStored })
      },
      onMetricMade: this.#share,
      onPartsMade: (parts) => send({ ...of, type: 'parts', parts }),
    })
    this.routes.prepare()
  }

  get roundTrips(): RoundTripPlanner {
    const { graph, parts } = this.routes
    return (this.#roundTrips ??= new RoundTripPlanner(graph, { engine: parts.engine }))
  }

  get isochrones(): IsochronePlanner {
    const { graph, parts } = this.routes
    return (this.#isochrones ??= new IsochronePlanner(graph, { engine: parts.engine }))
  }

  get matrices(): MatrixPlanner {
    return (this.#matrices ??= new MatrixPlanner(this.routes.parts, this.#share))
  }

  get lines(): LineReader {
    return (this.#lines ??= createLineReader(this.routes.parts, this.#share))
  }

  /** Reads nothing of the network any more. */
  close(): void {
    this.#blocks?.close()
  }
}
