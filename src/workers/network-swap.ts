// The networks that the routing threads work on, one for each region, and how another one replaces it while requests
// run. A network is first *incoming*: the threads open it one after another, and the first reads the metric that was
// used last, so that no request waits for either; requests are answered on the last one meanwhile. Then it *serves*:
// jobs that begin from now on run on it. The last one is *retired*: its file is closed once every thread has let go of
// it, and the memory that threads share is free once each of them has collected its garbage.

import { closeSync } from 'node:fs'
import type { JobOptions } from '../job-options.ts'
import { collectSoon } from '../overload/collect-garbage.ts'
import { type MetricState, SharedMetricCache } from './metric-cache.ts'
import type {
  FromRouteThread,
  NetworkCalls,
  OfNetwork,
  SharedMetric,
  SharedNetwork,
  ToRouteThread,
} from './route-calls.ts'
import type { ThreadHandle } from './thread-handle.ts'

/** Then it serves, opened or not: threads open it when they take it up. */
const OPEN_WITHIN_MS = 3000

/** A network, and the size of a block of its metrics; 0 if unknown. */
export interface ReadNetwork {
  network: SharedNetwork
  blockBytes: number
}

/** The part of a thread pool that a swap needs. */
export interface NetworkThreads {
  callEach(kind: keyof NetworkCalls, input: unknown): Promise<void>
  callInTurn(kind: keyof NetworkCalls, inputOf: (turn: number) => unknown): Promise<unknown[]>
  call(thread: ThreadHandle, kind: keyof NetworkCalls, input: unknown): Promise<unknown>
  broadcast(message: ToRouteThread, except?: ThreadHandle): void
  run(kind: 'metric', input: object, options: JobOptions): Promise<SharedMetric | null>
}

/** What one region's network holds of memory shared by the threads. */
export interface RegionState {
  region: string
  networkBytes: number
  metrics: MetricState
}

interface ServingNetwork {
  /** null: the region has none */
  network: SharedNetwork | null
  generation: number
  metrics: SharedMetricCache
}

export class RegionNetworks {
  readonly #threads: NetworkThreads
  readonly #metricCacheBytes: number | null
  readonly #serving = new Map<string, ServingNetwork>()
  /** by region: settles when the last swap is over */
  readonly #swaps = new Map<string, Promise<unknown>>()
  /** files of networks that a thread may still read */
  readonly #retiredFiles = new Set<number>()
  /** the last metric that was made, of whichever region: one at a time */
  #lastMade: Promise<unknown> = Promise.resolve()
  #generation = 0
  #isClosed = false

  /** `metricCacheBytes`: memory for the metrics of each region; null: sized from its network. */
  constructor(threads: NetworkThreads, metricCacheBytes: number | null) {
    this.#threads = threads
    this.#metricCacheBytes = metricCacheBytes
  }

  get state(): RegionState[] {
    return [...this.#serving].map(([region, { network, metrics }]) => ({
      region,
      networkBytes: network?.buffer.byteLength ?? 0,
      metrics: metrics.state,
    }))
  }

  /** Whether the region has a network now. */
  has(region: string): boolean {
    return (this.#serving.get(region)?.network ?? null) !== null
  }

  /**
   * Switches a region to the network that `read` reads; null: to none. Settles when it serves; throws what `read`
   * throws, and the last one serves on then. Swaps of one region follow each other.
   */
  replace(region: string, read: () => Promise<ReadNetwork | null>): Promise<void> {
    const before = this.#swaps.get(region) ?? Promise.resolve()
    const swap = before.then(() => this.#swap(region, read))
    this.#swaps.set(
      region,
      swap.catch(() => undefined),
    )
    return swap
  }

  /** The first calls of a thread that starts. */
  onStart(thread: ThreadHandle): void {
    for (const [region, { network, generation, metrics }] of this.#serving)
      void this.#threads.call(thread, 'adopt', { region, generation, network, metrics: metrics.list() })
  }

  /** What a thread has found while it ran a job; `cpu` is that of the job. */
  onMessage(message: FromRouteThread, thread: ThreadHandle, cpu: JobOptions['cpu']): void {
    const serving = this.#serving.get(message.region)
    if (serving?.generation !== message.generation) return
    if (message.type === 'needed') serving.metrics.need(message.table, message.isStored, cpu)
    else if (message.type === 'made') void serving.metrics.add(message.metric)
    else this.#threads.broadcast(message, thread)
  }

  /** When the threads have ended. */
  close(): void {
    this.#isClosed = true
    for (const { network, metrics } of this.#serving.values()) {
      metrics.close()
      if (network !== null) this.#closeFile(network)
    }
    this.#serving.clear()
    for (const descriptor of this.#retiredFiles) closeSync(descriptor)
    this.#retiredFiles.clear()
  }

  async #swap(region: string, read: () => Promise<ReadNetwork | null>): Promise<void> {
    const found = await read()
    const incoming = { region, generation: ++this.#generation }
    const metric = found !== null && this.has(region) && !this.#isClosed ? await this.#open(incoming, found) : null
    if (!this.#isClosed) this.#serve(incoming, found, metric)
    else if (found !== null) this.#closeFile(found.network)
  }

  /** Has the threads open it, one after another. Returns its metric of the setting used last, if its file has it. */
  async #open(incoming: OfNetwork, { network }: ReadNetwork): Promise<SharedMetric | null> {
    const used = this.#serving.get(incoming.region)!.metrics.list()
    const last = used.sort((a, b) => b.used[0] - a.used[0]).find(({ table }) => table.isBound !== true)
    const opened = this.#threads.callInTurn('open', (turn) => {
      return { ...incoming, network, readKey: turn === 0 ? (last?.key ?? null) : null } satisfies NetworkCalls['open']
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<[]>((resolve) => (timer = setTimeout(resolve, OPEN_WITHIN_MS, []).unref()))
    const [metric = null] = await Promise.race([opened, late])
    clearTimeout(timer)
    return metric as SharedMetric | null
  }

  #serve({ region, generation }: OfNetwork, found: ReadNetwork | null, metric: SharedMetric | null): void {
    const before = this.#serving.get(region)
    const network = found?.network ?? null
    const metrics = this.#createMetrics({ region, generation }, found?.blockBytes ?? 0)
    if (metric !== null) void metrics.add(metric)
    this.#serving.set(region, { network, generation, metrics })
    const adopted = this.#threads.callEach('adopt', { region, generation, network, metrics: metrics.list() })
    before?.metrics.close()
    if (before !== undefined && before.network !== null) void this.#retire(before.network, adopted)
  }

  /** `adopted`: every thread has let go of it. */
  async #retire({ blocks }: SharedNetwork, adopted: Promise<void>): Promise<void> {
    if (blocks !== null) this.#retiredFiles.add(blocks.descriptor)
    await adopted
    if (blocks !== null && this.#retiredFiles.delete(blocks.descriptor)) closeSync(blocks.descriptor)
    await this.#threads.callInTurn('collect', () => null)
    if (!this.#isClosed) collectSoon()
  }

  #closeFile({ blocks }: SharedNetwork): void {
    if (blocks !== null) closeSync(blocks.descriptor)
  }

  #createMetrics(network: OfNetwork, blockBytes: number): SharedMetricCache {
    const threads = this.#threads
    return new SharedMetricCache(
      {
        make: (table, blocks, cpu) => {
          const made = this.#lastMade.then(() =>
            threads.run(
              'metric',
              { ...network, table, blocks },
              {
                signal: new AbortController().signal,
                caller: { account: 'metrics' },
                cpu: cpu && { spend: (ms) => cpu.spend(ms) },
              },
            ),
          )
          this.#lastMade = made.catch(() => undefined)
          return made
        },
        share: (metric) => threads.broadcast({ ...network, type: 'metric', metric }),
        drop: (key) => threads.callEach('drop', { ...network, key }),
      },
      this.#metricCacheBytes,
      blockBytes,
    )
  }
}
