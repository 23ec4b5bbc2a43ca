// The networks that a pool's threads work on, one for each region, and the customised metrics of each
// (metric-maker.ts). Every thread is sent every network; a new one of a region replaces the last.

import { closeSync } from 'node:fs'
import type { JobOptions } from '../job-options.ts'
import { collectSoon } from '../overload/collect-garbage.ts'
import { storesPieces } from '../routing/hierarchy/stored-metrics.ts'
import type { FromWorker, SharedMetric, SharedNetwork } from './messages.ts'
import { MetricMaker, type MetricThread } from './metric-maker.ts'
import { NextNetwork } from './next-network.ts'
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
  metrics: MetricMaker<Thread>
}

/** A file that threads may still read until they have adopted a generation. */
interface LeftFile<Thread> {
  region: string
  descriptor: number
  until: number
  sinceMs: number
  readers: Set<Thread>
}

/** How long metrics wait for threads that still read a replaced network. */
const LEFT_FOR_MS = 2000

type AboutNetwork = Extract<FromWorker, { type: 'opened' | 'adopted' }>
type AboutMetrics = Extract<FromWorker, { type: 'wanted' | 'customised' | 'forgot' }>

export class RegionNetworks<Thread extends MetricThread> {
  readonly #options: RegionNetworksOptions<Thread>
  readonly #regions = new Map<string, RegionNetwork<Thread>>()
  /** by region, what threads are opening */
  readonly #next = new Map<string, { next: NextNetwork<Thread>; serve: () => void }>()
  #left: LeftFile<Thread>[] = []
  /** replaced networks that no thread reads any more, but whose memory is still held */
  #leaving = 0

  constructor(options: RegionNetworksOptions<Thread>) {
    this.#options = options
  }

  get state(): RegionState[] {
    return [...this.#regions].map(([region, { network, metrics }]) => ({
      region,
      networkBytes: network?.buffer.byteLength ?? 0,
      metrics: metrics.state,
    }))
  }

  /** Whether the region has a network now. */
  has(region: string): boolean {
    return (this.#regions.get(region)?.network ?? null) !== null
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
    const next = new NextNetwork<Thread>({
      ...{ region, network, pieceBytes, threads },
      generation: metrics.generation + 1,
      lend: (onLent) => storesPieces(pieceBytes) && metrics.lend(onLent),
      onOpened: () => this.#serveNext(region),
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
    const descriptor = before?.network?.blocks?.descriptor
    if (descriptor !== undefined)
      this.#left.push({
        region,
        descriptor,
        until: metrics.generation,
        sinceMs: performance.now(),
        readers: new Set(this.#options.threads()),
      })
    for (const thread of this.#options.threads()) this.#send(thread, region)
  }

  /** A thread has opened the network that is to be next, or reads no earlier one any more. */
  heardOf(thread: Thread, message: AboutNetwork): void {
    const { region, generation } = message
    if (message.type === 'opened') return this.#next.get(region)?.next.opened(thread, generation, message.metric)
    for (const file of this.#left) if (file.region === region && file.until <= generation) file.readers.delete(thread)
    this.#closeUnread()
  }

  /** When the threads have ended. */
  close(): void {
    for (const region of [...this.#next.keys()]) this.#serveNext(region)
    for (const { readers } of this.#left) readers.clear()
    this.#closeUnread()
    for (const { network } of this.#regions.values()) if (network?.blocks) closeSync(network.blocks.descriptor)
    this.#regions.clear()
  }

  #closeUnread(): void {
    const unread = this.#left.filter(({ readers }) => readers.size === 0)
    if (unread.length === 0) return
    for (const { descriptor } of unread) closeSync(descriptor)
    this.#left = this.#left.filter(({ readers }) => readers.size > 0)
    // this thread too holds the memory of the network and its metrics
    this.#leaving++
    collectSoon(this.#options.threads().length, () => {
      this.#leaving--
      this.makeMetrics()
    })
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
    for (const { readers } of this.#left) readers.delete(thread)
    this.#closeUnread()
  }

  /**
   * One metric is made at a time, whatever the region. None is made while a network is opened, or the memory of a
   * replaced one is still held, unless by a long job; meanwhile requests are answered without one.
   */
  #createMetrics(region: string): MetricMaker<Thread> {
    const { metricCacheBytes, threads, leastLoaded } = this.#options
    return new MetricMaker<Thread>({
      region,
      metricCacheBytes,
      threads,
      idlest: (below) => (this.#isMaking() || this.#next.size > 0 || this.#isLeaving() ? null : leastLoaded(below)),
    })
  }

  #isLeaving(): boolean {
    const nowMs = performance.now()
    return this.#leaving > 0 || this.#left.some(({ sinceMs }) => nowMs - sinceMs < LEFT_FOR_MS)
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
