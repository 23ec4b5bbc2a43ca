// A pool of threads over shared networks, one for each region (region-networks.ts). Jobs take a slot (job-slots.ts),
// wait in two lanes (job-lanes.ts) and go to the thread with the fewest in flight (pool-threads.ts). A signal or a
// deadline stops a job through a flag in shared memory. A thread that dies fails only its own jobs (500). Queues are
// bounded: if the wait would be too long, or too many jobs wait, the answer is 503 `busy`.

import { callerLeft, type ServiceError } from '../errors.ts'
import { BLOCK_CACHE_BYTES, createBlockCache, type SharedBlockCache, stateOfCache } from '../graph/block-cache.ts'
import type { JobOptions } from '../job-options.ts'
import { TARGET_WAIT_MS } from '../overload/queue-guard.ts'
import type { EncodedAnswer } from '../wire/encoded-answer.ts'
import { crowded, noNetwork, stopping, threadDied, tooLate } from './job-errors.ts'
import { JobLanes, laneKindOf, laneOf, type LaneKind } from './job-lanes.ts'
import { JobSlots, messageOf, type PoolJob } from './job-slots.ts'
import type { JobKind, Jobs, SharedNetwork } from './messages.ts'
import { totalOf, type PoolState } from './pool-state.ts'
import { IN_FLIGHT_PER_THREAD, PoolThreads, type PoolThread, type ThreadMessage } from './pool-threads.ts'
import { type ReadNetwork, RegionNetworks } from './region-networks.ts'
import { settleJob, type JobReport } from './settle-job.ts'
import type { PoolOptions } from './pool-options.ts'

/** Slower kinds of jobs are not sent ahead: once a thread holds a job, no other caller's turn can come before it. */
const AHEAD_BELOW_MS = 10
const DEADLINE_SWEEP_MS = 25

export class WorkerPool {
  readonly #options: PoolOptions
  readonly #slots: JobSlots
  readonly #blockCache: SharedBlockCache
  readonly #lanes: JobLanes<PoolJob>
  readonly #networks: RegionNetworks<PoolThread>
  readonly #threads: PoolThreads
  readonly #sweep: NodeJS.Timeout
  #closed = false
  #counts = { accepted: 0, refused: 0, misses: 0 }

  constructor(options: PoolOptions) {
    const { workers, maxQueued, metricCacheBytes, maxSettled, onFault } = options
    this.#options = options
    this.#lanes = new JobLanes(options.targetWaitMs ?? TARGET_WAIT_MS)
    this.#slots = new JobSlots(maxQueued + workers * IN_FLIGHT_PER_THREAD)
    this.#blockCache = createBlockCache(options.blockCacheBytes ?? BLOCK_CACHE_BYTES, workers)
    this.#networks = new RegionNetworks({
      metricCacheBytes,
      threads: () => this.#threads.list,
      leastLoaded: (below) => this.#leastLoaded(below),
    })
    this.#threads = new PoolThreads({
      count: workers,
      workerUrl: options.workerUrl ?? new URL('./routing-worker.ts', import.meta.url),
      settings: { maxSettled, cancelFlags: this.#slots.flags, blockCache: this.#blockCache },
      onFault,
      onStart: (thread) => this.#networks.sendAll(thread),
      onMessage: (thread, message) => this.#onMessage(thread, message),
      onDeath: (thread) => this.#onDeath(thread),
      onReplaced: () => this.#dispatch(),
    })
    this.#sweep = setInterval(() => this.#onSweep(), DEADLINE_SWEEP_MS).unref()
  }

  get state(): PoolState {
    const { misses, ...counts } = this.#counts
    const regions = this.#networks.state
    return {
      queued: this.#lanes.queued,
      ...this.#threads.state,
      ...counts,
      overloaded: { short: this.#lanes.isOverloaded('short'), long: this.#lanes.isOverloaded('long') },
      blocks: stateOfCache(this.#blockCache),
      metrics: { ...totalOf(regions.map(({ metrics }) => metrics)), misses },
      regions,
    }
  }

  /** Whether a job of this kind would be refused now, before its body is read. False unless the lane is overloaded. */
  refuses(kind: JobKind): boolean {
    if (!this.#lanes.isOverloaded(laneOf(kind)) || this.#admits(kind)) return false
    this.#counts.refused++
    return true
  }

  /**
   * Switches a region to another network, and settles when it serves. Jobs already handed out finish on the old one.
   * `pieceBytes`: size of a piece of its metrics, 0 if unknown.
   */
  adopt(network: SharedNetwork | null, pieceBytes = 0, region = ''): Promise<void> {
    return this.#networks.adopt(network, pieceBytes, region).finally(() => this.#dispatch())
  }

  /** The same with one that `read` reads once there is room for it. Throws what `read` throws. */
  replace(region: string, read: () => Promise<ReadNetwork>): Promise<void> {
    return this.#networks.replace(region, read).finally(() => this.#dispatch())
  }

  /**
   * Runs one job on the network of a region; the answer is wire text. Throws ServiceError: `network_unavailable`,
   * `busy`, or what the job threw.
   */
  run<T>(kind: JobKind, input: Jobs[JobKind], options: JobOptions, region = ''): Promise<EncodedAnswer<T>> {
    if (!this.#networks.has(region)) return Promise.reject(noNetwork())
    const { signal, withdraw } = options
    if (signal.aborted || withdraw?.aborted === true) return Promise.reject(callerLeft())
    const caller = options.caller?.account ?? ''
    const laneKind = laneKindOf(kind, input)
    const slot = this.#closed || !this.#admits(laneKind, caller) ? undefined : this.#takeSlot(laneKind, caller)
    if (slot === undefined) {
      this.#counts.refused++
      return Promise.reject(crowded())
    }
    this.#counts.accepted++
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#stop(job, callerLeft())
      signal.addEventListener('abort', onAbort, { once: true })
      const onWithdraw = () => job.thread === null && onAbort()
      withdraw?.addEventListener('abort', onWithdraw, { once: true })
      const job: PoolJob = {
        slot,
        kind: laneKind,
        asked: kind,
        caller,
        region,
        input,
        deadlineMs: options.deadlineMs,
        resolve,
        reject,
        thread: null,
        place: null,
        dropped: false,
        expect: options.expect,
        spend: options.spend,
        stopListening: () => {
          signal.removeEventListener('abort', onAbort)
          withdraw?.removeEventListener('abort', onWithdraw)
        },
      }
      this.#slots.put(job)
      this.#lanes.push(job, performance.now())
      this.#dispatch()
    })
  }

  /** Stops the threads; waiting jobs are refused. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweep)
    for (const job of this.#slots.list()) this.#finish(job).reject(stopping())
    await this.#threads.close()
    this.#networks.close()
  }

  #admits(kind: LaneKind, caller?: string): boolean {
    const { list, longRunning } = this.#threads
    return this.#lanes.admits(kind, list.length, longRunning, performance.now(), caller)
  }

  /** If no slot is free, a waiting job of the caller with the most is evicted. */
  #takeSlot(kind: LaneKind, caller: string): number | undefined {
    if (this.#slots.isFull) {
      const crowding = this.#lanes.crowdOut(kind, caller)
      if (crowding !== undefined) {
        this.#counts.refused++
        this.#finish(crowding).reject(crowded())
      }
    }
    return this.#slots.take()
  }

  #leastLoaded(below: number): PoolThread | null {
    return this.#threads.leastLoaded(below, (thread) => this.#networks.isMakingOn(thread))
  }

  #dispatch(): void {
    const nowMs = performance.now()
    while (!this.#networks.holdsJobs) {
      const job = this.#lanes.peek(this.#threads.list.length, this.#threads.longRunning, nowMs)
      if (job === undefined) break
      const thread = this.#leastLoaded(this.#lanes.typicalMs(job.kind) < AHEAD_BELOW_MS ? IN_FLIGHT_PER_THREAD : 1)
      if (thread === null) break
      if (!this.#slots.mayBegin(job)) continue
      this.#lanes.shift(job)
      if (laneOf(job.kind) === 'long') thread.longJobs++
      job.thread = thread
      thread.running++
      thread.post(messageOf(job))
    }
    this.#networks.makeMetrics()
  }

  #onMessage(thread: PoolThread, message: ThreadMessage): void {
    switch (message.type) {
      case 'parts':
        for (const other of this.#threads.list) if (other.alive && other !== thread) other.post(message)
        return
      case 'opened':
      case 'adopted':
        return this.#networks.heardOf(thread, message)
      case 'wanted':
        this.#counts.misses++
        return this.#networks.heard(thread, message, this.#slots.at(message.slot)?.spend)
      case 'forgot':
      case 'customised':
        this.#networks.heard(thread, message, undefined)
        return this.#dispatch()
      default:
        return this.#onReport(thread, message)
    }
  }

  #onReport(thread: PoolThread, message: JobReport): void {
    const job = this.#slots.at(message.slot)
    if (job === undefined) return
    if (message.cpuMs !== undefined) job.spend?.(message.cpuMs)
    this.#finish(job, message.type === 'failed' ? undefined : message.ms)
    if (message.type === 'failed' && message.stack !== undefined)
      this.#options.onFault('job_failed', { kind: job.asked, stack: message.stack })
    settleJob(job, message, thread.areas)
    this.#dispatch()
  }

  /** Removes the job from every list; the caller still settles its promise. */
  #finish(job: PoolJob, ms?: number): PoolJob {
    job.stopListening()
    this.#lanes.ended(job, ms)
    if (job.thread !== null) {
      job.thread.running--
      if (laneOf(job.kind) === 'long') job.thread.longJobs--
    }
    this.#slots.release(job)
    return job
  }

  #stop(job: PoolJob, error: ServiceError): void {
    if (this.#slots.at(job.slot) !== job) return
    if (job.thread === null) return this.#finish(job).reject(error)
    // the thread still holds the slot: raise the flag, answer the caller now, free the slot when the thread reports
    this.#slots.raiseFlag(job)
    job.dropped = true
    job.stopListening()
    job.reject(error)
  }

  #onSweep(): void {
    for (const job of this.#slots.overdue(Date.now())) this.#stop(job, tooLate())
    this.#networks.makeMetrics()
  }

  #onDeath(thread: PoolThread): void {
    for (const job of this.#slots.list()) if (job.thread === thread) this.#finish(job).reject(threadDied())
    this.#networks.ended(thread)
  }
}
