// The networks that a pool's threads work on, one for each region, and the customised metrics of each
// (metric-maker.ts). Every thread is sent every network; a new one of a region replaces the last.

import { closeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobOptions } from '../job-options.ts'
import { storesPieces } from '../routing/cch/stored-metrics.ts'
import { RetiredNetworks } from './left-networks.ts'
import type { FromWorker, SharedMetric, SharedNetwork } from './messages.ts'
import { SharedMetricCache, type MetricThread } from './metric-maker.ts'
import { IncomingNetwork } from './next-network.ts'
import type { RegionState } from './pool-state.ts'

export interface RegionNetworksOptions<Thread> {
  /** memory for customised metrics; null: sized from the network */
  metricCacheBytes: number | null
  threads: () => readonly Thread[]
  /** the least busy thread with less than so many jobs; null: none */
  leastLoaded: (below: number) => Thread | null
}

interface RegionNetwork<Thread extends MetricThread> {
  network: SharedNetwork | null
  metrics: SharedMetricCache<Thread>
}

/** A network, and the size of a piece of its metrics; 0 if unknown. */
export interface ReadNetwork {
  network: SharedNetwork
  pieceBytes: number
}

/** Room for a network is waited for this long at most. */
const ROOM_WITHIN_MS = 3000

type AboutNetwork = Extract<FromWorker, { type: 'opened' | 'adopted' }>
type AboutMetrics = Extract<FromWorker, { type: 'wanted' | 'customised' | 'forgot' }>

export class RegionNetworks<Thread extends MetricThread> {
  readonly #options: RegionNetworksOptions<Thread>
  readonly #regions = new Map<string, RegionNetwork<Thread>>()
  /** by region, what threads are opening */
  readonly #next = new Map<string, { next: IncomingNetwork<Thread>; serve: () => void }>()
  readonly #left: RetiredNetworks<Thread>
  /** networks that are being read */
  #reading = 0
  #closed = false

  constructor(options: RegionNetworksOptions<Thread>) {
    this.#options = options
    this.#left = new RetiredNetworks(options.threads)
  }

  get state(): RegionState[] {
    return [...this.#regions].map(([region, { network, metrics }]) => ({
      region,
      networkBytes: network?.buffer.byteLength ?? 0,
      metrics: metrics.state,
    }))
  }

  /** No job is to begin: a region is about to go over to another network. */
  get holdsJobs(): boolean {
    for (const { next } of this.#next.values()) if (next.holdsJobs) return true
    return false
  }

  /** Whether the region has a network now. */
  has(region: string): boolean {
    return (this.#regions.get(region)?.network ?? null) !== null
  }

  /**
   * Switches a region to the network that `read` reads, once there is room for it: a large network in service gives up
   * a metric. Settles when the new one serves; throws what `read` throws, and the old one stays then.
   */
  async replace(region: string, read: () => Promise<ReadNetwork>): Promise<void> {
    let found: ReadNetwork
    this.#reading++
    try {
      await this.#makeRoom(region)
      found = await read()
    } finally {
      this.#reading--
    }
    const { network, pieceBytes } = found
    if (!this.#closed) return this.adopt(network, pieceBytes, region)
    if (network.blocks !== null) closeSync(network.blocks.descriptor)
  }

  /**
   * Switches a region to another network; `pieceBytes`: size of a piece of its metrics, 0 if unknown. One that
   * replaces another is opened before. Settles when it serves.
   */
  adopt(network: SharedNetwork | null, pieceBytes: number, region: string): Promise<void> {
    this.#serveNext(region)
    const before = this.#regions.get(region)
    if (network === null || before === undefined || before.network === null) {
      this.#serve(region, network, pieceBytes)
      return Promise.resolve()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const { metrics } = before
    const { threads } = this.#options
    const next = new IncomingNetwork<Thread>({
      ...{ region, network, pieceBytes, threads },
      generation: metrics.generation + 1,
      lend: (onLent) => storesPieces(pieceBytes) && metrics.lend(onLent, true),
      onReady: () => this.#serveNext(region),
    })
    this.#next.set(region, { next, serve: () => (this.#serve(region, network, pieceBytes, next.metric), resolve()) })
    next.begin()
    return promise
  }

  /** The one that threads are opening serves now. */
  #serveNext(region: string): void {
    const opening = this.#next.get(region)
    if (opening === undefined) return
    this.#next.delete(region)
    opening.next.close()
    opening.serve()
  }

  #serve(region: string, network: SharedNetwork | null, pieceBytes: number, metric: SharedMetric | null = null): void {
    const before = this.#regions.get(region)
    const metrics = before?.metrics ?? this.#createMetrics(region)
    this.#regions.set(region, { network, metrics })
    metrics.adopt(pieceBytes, metric)
    if (before !== undefined && before.network !== null)
      this.#left.add(region, before.network.blocks?.descriptor ?? null, metrics.generation)
    for (const thread of this.#options.threads()) this.#send(thread, region)
  }

  /** A thread has opened the network that is to be next, or reads no earlier one any more. */
  heardOf(thread: Thread, message: AboutNetwork): void {
    const { region, generation } = message
    if (message.type === 'opened') return this.#next.get(region)?.next.opened(thread, generation, message.metric)
    this.#left.adopted(thread, region, generation)
  }

  /** When the threads have ended. */
  close(): void {
    this.#closed = true
    for (const region of [...this.#next.keys()]) this.#serveNext(region)
    this.#left.close()
    for (const { network } of this.#regions.values()) if (network?.blocks) closeSync(network.blocks.descriptor)
    this.#regions.clear()
  }

  /** Sends every network to a thread that starts. */
  sendAll(thread: Thread): void {
    for (const region of this.#regions.keys()) this.#send(thread, region)
  }

  /** What a thread says about metrics; `spend` is of the job that wanted one. */
  heard(thread: Thread, message: AboutMetrics, spend: JobOptions['spend']): void {
    const metrics = this.#regions.get(message.region)?.metrics
    if (metrics === undefined) return
    const { generation } = message
    if (message.type === 'forgot') metrics.forgot(message.key, generation, thread)
    else if (message.type === 'wanted') {
      if (generation === metrics.generation) metrics.want(message.table, spend, message.isStored)
    } else if (message.asked) metrics.made(message.metric, generation, message.cpuMs)
    else if (message.metric !== null) metrics.found(message.metric, generation)
  }

  /** Has the oldest metric wished for in each region made, if a thread and room are free. */
  makeMetrics(): void {
    for (const { metrics } of this.#regions.values()) metrics.makeNext()
  }

  /** Whether a thread makes a metric or opens a network, so that others answer sooner. */
  isMakingOn(thread: Thread): boolean {
    for (const { metrics } of this.#regions.values()) if (metrics.isMakingOn(thread)) return true
    for (const { next } of this.#next.values()) if (next.isOpeningOn(thread)) return true
    return false
  }

  /** A thread has died, with what it was making. */
  ended(thread: Thread): void {
    for (const { metrics } of this.#regions.values()) metrics.ended(thread)
    for (const { next } of [...this.#next.values()]) next.ended(thread)
    this.#left.ended(thread)
  }

  /** Frees the memory of a metric that searches can do without. Settles when it is free, or after ROOM_WITHIN_MS. */
  async #makeRoom(region: string): Promise<void> {
    const metrics = this.#regions.get(region)?.metrics
    if (metrics === undefined || !storesPieces(metrics.pieceBytes)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    if (metrics.lend(() => resolve(this.#left.collect())))
      await Promise.race([promise, sleep(ROOM_WITHIN_MS, undefined, { ref: false })])
  }

  /**
   * One metric is made at a time, whatever the region. None is made while a network is read or opened, or the memory of
   * a replaced one is still held, unless by a long job; meanwhile requests are answered without one.
   */
  #createMetrics(region: string): SharedMetricCache<Thread> {
    const { metricCacheBytes, threads, leastLoaded } = this.#options
    return new SharedMetricCache<Thread>({
      region,
      metricCacheBytes,
      threads,
      idlest: (below) => (this.#mayMake() ? leastLoaded(below) : null),
    })
  }

  #mayMake(): boolean {
    return !this.#isMaking() && this.#reading === 0 && this.#next.size === 0 && !this.#left.holdMemory
  }

  #isMaking(): boolean {
    for (const { metrics } of this.#regions.values()) if (metrics.isMaking) return true
    return false
  }

  #send(thread: Thread, region: string): void {
    const { network, metrics } = this.#regions.get(region)!
    thread.post({ type: 'adopt', region, network, generation: metrics.generation, metrics: metrics.list() })
  }
}
