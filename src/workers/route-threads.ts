// Jobs on the networks of regions, in threads over shared memory: loads the network of a release once for all threads;
// a new release of a region replaces it without failing a request that runs (network-swap.ts).

import { say } from '../language/sentence.ts'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../errors.ts'
import {
  BLOCK_CACHE_BYTES,
  type BlockCacheState,
  createBlockCache,
  forgetThread,
  stateOfCache,
} from '../graph/block-cache.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import type { JobOptions } from '../job-options.ts'
import type { RouteJobs } from '../jobs.ts'
import { pieceBytes } from '../routing/cch/customise.ts'
import { EncodedAnswer } from '../wire/encoded-answer.ts'
import type { Priority } from './job-queue.ts'
import { openNetwork } from './load-network.ts'
import type { MetricState } from './metric-cache.ts'
import { type ReadNetwork, RegionNetworks, type RegionState } from './network-swap.ts'
import type { FromRouteThread, RouteThreadJobs, RouteThreadSettings } from './route-calls.ts'
import { ThreadPool, type ThreadPoolState } from './thread-pool.ts'

export interface RouteThreadsOptions {
  version: string
  threads: number
  /** jobs of each priority that may wait; beyond that 503 */
  maxQueued: number
  /** longest wait under overload */
  targetWaitMs?: number
  /** memory for customised metrics; null: sized from the network */
  metricCacheBytes: number | null
  /** memory for blocks of the networks; absent: BLOCK_CACHE_BYTES */
  blockCacheBytes?: number
  maxSettled: number
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; overridden only in tests */
  workerUrl?: URL
}

/** What a region's network is read from, and what its answers call it. */
export interface AdoptedRelease {
  networkPath: string
  networkRelease: string
  terrainRelease: string | null
}

/** For probes and metrics. */
export interface RouteThreadsState extends ThreadPoolState {
  /** blocks of all networks in memory */
  blocks: BlockCacheState
  /** cached customised metrics of all networks; misses are searches that ran without one */
  metrics: MetricState & { misses: number }
  regions: RegionState[]
}

/** A tour is a route over more waypoints than this, or along signed trails. */
const FEW_WAYPOINTS = 10
/** While routes come in, one thread is reserved for them; otherwise long jobs may have all. */
const RESERVED_FOR_MS = 1000
/** Objects of one thread; networks, metrics and searches are outside. V8 also collects garbage by it. */
const HEAP_MB = 512
/** Blocks of all networks since the start are numbered in 31 bits: a hundred thousand large networks. */
const MAX_KEY = 2 ** 31 - 1

export class RouteThreads {
  readonly #version: string
  readonly #pool: ThreadPool<RouteThreadJobs>
  readonly #networks: RegionNetworks
  readonly #blockCache: ReturnType<typeof createBlockCache>
  #nextKey = 0
  #misses = 0

  constructor(options: RouteThreadsOptions) {
    const { threads, maxQueued, targetWaitMs, metricCacheBytes, blockCacheBytes, maxSettled, onFault } = options
    const workerUrl = options.workerUrl ?? new URL('./route-thread.ts', import.meta.url)
    this.#version = options.version
    this.#blockCache = createBlockCache(blockCacheBytes ?? BLOCK_CACHE_BYTES, threads)
    this.#pool = new ThreadPool<RouteThreadJobs>({
      ...{ name: 'routing', threads, maxQueued, targetWaitMs, reservedForMs: RESERVED_FOR_MS },
      priorityOf,
      start: (index, cancelFlag) => {
        const workerData: RouteThreadSettings = { cancelFlag, maxSettled, blockCache: this.#blockCache, index }
        return new Worker(workerUrl, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
      },
      onStart: (thread) => this.#networks.onStart(thread),
      onDeath: (index) => forgetThread(this.#blockCache, index),
      onMessage: (message: FromRouteThread, thread, cpu) => {
        if (message.type === 'needed') this.#misses++
        this.#networks.onMessage(message, thread, cpu)
      },
      receive: (answer, kind) => (kind === 'metric' ? answer : toEncoded(answer)),
      words: {
        crowded: say('error.busy.requests_waiting'),
      },
      retryAfterS: 1,
      onFault,
    })
    this.#networks = new RegionNetworks(this.#pool, metricCacheBytes)
    this.#pool.startAll()
  }

  get state(): RouteThreadsState {
    const regions = this.#networks.state
    const metrics = { count: 0, bytes: 0, budgetBytes: 0, bytesEach: 0, misses: this.#misses }
    for (const { count, bytes, budgetBytes, bytesEach } of regions.map((one) => one.metrics)) {
      metrics.count += count
      metrics.bytes += bytes
      metrics.budgetBytes += budgetBytes
      metrics.bytesEach = Math.max(metrics.bytesEach, bytesEach)
    }
    return { ...this.#pool.state, blocks: stateOfCache(this.#blockCache), metrics, regions }
  }

  /**
   * Switches a region to the network file of a release; null stops its routing until the next one. Settles when it
   * serves. Throws what reading the file throws, and the last network serves on then.
   */
  adoptRelease(release: AdoptedRelease | null, region = ''): Promise<void> {
    return this.replace(region, async () => (release === null ? null : this.#read(release)))
  }

  /** The same with a network that `read` reads. */
  replace(region: string, read: () => Promise<ReadNetwork | null>): Promise<void> {
    return this.#networks.replace(region, read)
  }

  /**
   * Runs a job on the network of a region; the only one has an empty name. The answer is encoded JSON. Throws
   * ServiceError: `network_unavailable`, `busy`, or what the job threw.
   */
  run<Kind extends keyof RouteJobs>(
    region: string,
    kind: Kind,
    input: RouteJobs[Kind]['input'],
    options: JobOptions,
  ): Promise<RouteJobs[Kind]['answer']> {
    if (!this.#networks.has(region)) return Promise.reject(noNetwork())
    return this.#pool.run(kind, { region, input } as RouteThreadJobs[Kind]['input'], options) as Promise<
      RouteJobs[Kind]['answer']
    >
  }

  async close(): Promise<void> {
    await this.#pool.close()
    this.#networks.close()
  }

  async #read({ networkPath, networkRelease, terrainRelease }: AdoptedRelease): Promise<ReadNetwork> {
    const { buffer, blocks } = await openNetwork(networkPath)
    const graph = RoutingGraph.from(buffer)
    const { extra } = graph
    return {
      network: {
        buffer,
        blocks: blocks === null ? null : { ...blocks, firstKey: this.#takeKeys(blocks.hints.length) },
        positions: graph.createPositions(),
        engine: { name: 'waypost', version: this.#version, networkRelease, terrainRelease },
      },
      blockBytes: 'cchUpHead' in extra ? pieceBytes(extra.cchUpHead.length) : 0,
    }
  }

  #takeKeys(count: number): number {
    const first = this.#nextKey
    this.#nextKey += count
    if (this.#nextKey > MAX_KEY) throw new RangeError('the block cache has no number left for another network: restart')
    return first
  }
}

const PRIORITY: Record<keyof RouteThreadJobs, Priority> = {
  route: 'short',
  trip: 'short',
  loops: 'long',
  match: 'long',
  analyse: 'long',
  reach: 'long',
  arrivals: 'long',
  matrix: 'long',
  metric: 'long',
}

function priorityOf(kind: keyof RouteThreadJobs, job: RouteThreadJobs[keyof RouteThreadJobs]['input']): Priority {
  if (!('input' in job) || !('waypoints' in job.input)) return PRIORITY[kind]
  const { waypoints, trails = [] } = job.input
  return waypoints.length > FEW_WAYPOINTS || trails.length > 0 ? 'long' : PRIORITY[kind]
}

const toEncoded = ({ bytes, extra }: { bytes: Uint8Array; extra: number }) => EncodedAnswer.ofOwn([bytes], extra)

function noNetwork(): ServiceError {
  return new ServiceError(say('error.network_unavailable.none'), {
    retryAfterS: 5,
  })
}
