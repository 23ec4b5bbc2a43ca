// A routing thread: has the networks of all regions, runs jobs one after another and answers in encoded JSON. It never
// logs and never opens a port.

import { say } from '../language/sentence.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../errors.ts'
import { BlockCache } from '../graph/block-cache.ts'
import type { RouteJobs } from '../jobs.ts'
import type { Renderer } from '../language/renderer.ts'
import { collectGarbage } from '../overload/collect-garbage.ts'
import { writeIsochrone } from '../routing/isochrone/write-isochrone.ts'
import { writeRoute } from '../routing/route/write-route.ts'
import type { PlanControl } from '../routing/search/search-types.ts'
import { WireBytes } from '../wire/wire-bytes.ts'
import { toWireText } from '../wire/wire-json.ts'
import type {
  NetworkCalls,
  OfNetwork,
  RouteThreadInputs,
  RouteThreadSettings,
  ToRouteThread,
  FromRouteThread,
  SharedMetric,
  SharedNetwork,
} from './route-calls.ts'
import { type CallHandlers, type Sent, serveCalls } from './thread-handle.ts'
import { CachedBlocks } from '../graph/edge-blocks.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import { IsochronePlanner } from '../routing/isochrone/isochrone-planner.ts'
import { createLineReader, type LineReader } from '../routing/matching/line-reader.ts'
import { MatrixPlanner } from '../routing/matrix/matrix-planner.ts'
import { RoundTripPlanner } from '../routing/round-trips/round-trips.ts'
import { RoutePlanner } from '../routing/route/plan-route.ts'

const FIRST_BYTES = 131_072
/** An output buffer that grew beyond this for one answer is not kept. */
const KEPT_BYTES = 1_048_576
const { cancelFlag, maxSettled, blockCache: sharedBlocks, index } = workerData as RouteThreadSettings
const port = parentPort!
const blockCache = new BlockCache(sharedBlocks, index)
const regions = new Map<string, ThreadRegion>()
/** opened and not adopted yet */
const incoming = new Map<string, ThreadRegion>()
/** the answer being written */
let out = new WireBytes(FIRST_BYTES)

/** Runs a job; `write` writes the answer into `out` and returns the number of alternatives in it. */
function job<Kind extends keyof RouteJobs>(
  write: (region: ThreadRegion, input: RouteJobs[Kind]['input'], control: PlanControl) => number,
) {
  return (
    { region: name, input }: { region: string; input: RouteJobs[Kind]['input'] },
    control: PlanControl,
    renderer: Renderer | null,
  ): Sent => {
    const region = regions.get(name)
    if (region === undefined) throw new ServiceError(say('error.network_unavailable.none'))
    if (Atomics.load(cancelFlag, 0) === 1) throw new ServiceError(say('error.busy.stopped'))
    out.at = 0
    out.renderer = renderer
    const extra = write(region, input, control)
    const bytes = out.bytes.slice(0, out.at)
    if (out.bytes.length > KEPT_BYTES) out = new WireBytes(FIRST_BYTES)
    return { answer: { bytes, extra }, transfer: [bytes.buffer as ArrayBuffer] }
  }
}

/** Writes an answer without alternatives. */
function text(answer: object): number {
  out.text(toWireText(answer, out.renderer))
  return 0
}

serveCalls<RouteThreadInputs>(
  port,
  cancelFlag,
  {
    route: job<'route'>(({ routes }, input, control) => {
      const route = routes.planRoute(input, control)
      writeRoute(route, out)
      return route.alternatives?.length ?? 0
    }),
    trip: job<'trip'>(({ routes }, input, control) => text(routes.planTrip(input, control, out.renderer?.language))),
    loops: job<'loops'>(({ roundTrips }, input, control) => text(roundTrips.findRoundTrips(input, control))),
    match: job<'match'>(({ lines }, input, control) => text(lines.matchTrace(input, control))),
    analyse: job<'analyse'>(({ lines }, input, control) => text(lines.analyseRoute(input, control))),
    reach: job<'reach'>(({ routes, isochrones }, input, control) => {
      writeIsochrone(routes.graph, isochrones.planReach(input, control), out)
      return 0
    }),
    arrivals: job<'arrivals'>(({ isochrones }, { reach, points }, control) =>
      text(isochrones.arrivals(reach, points, control)),
    ),
    matrix: job<'matrix'>(({ matrices }, input, control) => text(matrices.planMatrix(input, control))),
    metric: (input) => ({ answer: current(input)?.routes.customise(input.table, input.blocks) ?? null }),
    open,
    adopt,
    drop(input) {
      current(input)?.routes.forgetMetric(input.key)
      return { answer: null }
    },
    collect() {
      collectGarbage()
      return { answer: null }
    },
  } satisfies CallHandlers<RouteThreadInputs>,
  (message: ToRouteThread) => {
    const routes = current(message)?.routes
    if (message.type === 'metric') routes?.adoptMetric(message.metric)
    else routes?.adoptComponents(message.components)
  },
)

/** Undefined if another network of the region serves. */
function current({ region: name, generation }: OfNetwork): ThreadRegion | undefined {
  const region = regions.get(name)
  return region?.generation === generation ? region : undefined
}

/** The network that the region has stays until this one is adopted. */
function open({ network, readKey, ...of }: NetworkCalls['open']): Sent {
  // opening took the others long enough that it serves already
  if (current(of) !== undefined) return { answer: null }
  const opened = openRegion(of, network)
  incoming.set(of.region, opened)
  return { answer: readKey === null ? null : opened.routes.readDefault(readKey) }
}

function adopt({ network, metrics, ...of }: NetworkCalls['adopt']): Sent {
  const { region: name, generation } = of
  const opened = incoming.get(name)
  incoming.delete(name)
  regions.get(name)?.close()
  regions.delete(name)
  const isOpened = opened?.generation === generation
  if (!isOpened) opened?.close()
  if (network === null) return { answer: null }
  const region = isOpened ? opened : openRegion(of, network)
  for (const metric of metrics) region.routes.adoptMetric(metric)
  regions.set(name, region)
  return { answer: null }
}

function openRegion(of: OfNetwork, network: NonNullable<NetworkCalls['adopt']['network']>): ThreadRegion {
  return new ThreadRegion({ of, network, blockCache, maxSettled, send: (message) => port.postMessage({ message }) })
}

/**
 * What one thread has of a region: the open network and the planners over it, most of which are created on first use.
 */
export interface ThreadRegionOptions {
  of: OfNetwork
  network: SharedNetwork
  blockCache: BlockCache
  maxSettled: number
  send: (message: FromRouteThread) => void
}

class ThreadRegion {
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
      onMetricNeeded: (table) => {
        const isStored = this.routes.parts.stored?.has(table.key) === true
        send({ ...of, type: 'needed', table, isStored })
      },
      onMetricMade: this.#share,
      onComponentsMade: (components) => send({ ...of, type: 'components', components }),
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
