// A pool of threads over shared networks, one for each region. Jobs wait in two lanes (job-lanes.ts) and go to the
// worker with the fewest in flight. A signal or a deadline stops a job through a flag in shared memory. A worker that
// dies fails only its own jobs (500) and is replaced. metric-maker.ts has customised metrics made and shared.
// Queues are bounded: if the wait would be too long, or too many jobs wait, the answer is 503 `busy`.

import { Worker } from 'node:worker_threads'
import { callerLeft, ServiceError } from '../errors.ts'
import type { JobOptions } from '../job-options.ts'
import { TARGET_WAIT_MS } from '../overload/queue-guard.ts'
import type { Failure } from '../routing/costs/route-types.ts'
import { PreparedAnswer } from '../wire/prepared-answer.ts'
import { createAnswerAreas, freeArea, viewAnswer, type AnswerAreas } from './answer-areas.ts'
import { JobLanes, laneKindOf, laneOf, type Lane, type LaneJob, type LaneKind } from './job-lanes.ts'
import { MetricMaker } from './metric-maker.ts'
import type { FromWorker, JobKind, Jobs, SharedNetwork, ToWorker, WorkerSettings } from './messages.ts'

/** Jobs sent to one worker ahead of time, so that it never waits for the main thread. */
const IN_FLIGHT_PER_WORKER = 3
/** Slower kinds of jobs are not sent ahead: once a worker holds a job, no other caller's turn can come before it. */
const AHEAD_BELOW_MS = 10
const DEADLINE_SWEEP_MS = 25
const RESPAWN_DELAYS_MS = [0, 100, 1000, 5000]

export interface PoolOptions {
  workers: number
  /** jobs that may wait; beyond that 503 */
  maxQueued: number
  /** longest wait under overload (src/overload/queue-guard.ts) */
  targetWaitMs?: number
  /** memory for customised metrics; null: sized from the network */
  metricCacheBytes: number | null
  maxSettled: number
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; overridden only in tests */
  workerUrl?: URL
}

interface Job extends LaneJob<Job> {
  slot: number
  /** the kind it is queued as */
  kind: LaneKind
  asked: JobKind
  /** account for the fair queue */
  caller: string
  /** whose network it runs on */
  region: string
  input: Jobs[JobKind]
  deadlineMs: number
  resolve: (answer: PreparedAnswer<never>) => void
  reject: (error: ServiceError) => void
  worker: PoolWorker | null
  spend: JobOptions['spend']
  /** the caller has been answered already, so the result is discarded */
  dropped: boolean
  stopListening: () => void
}

interface PoolRegion {
  network: SharedNetwork | null
  metrics: MetricMaker<PoolWorker>
}

interface PoolWorker {
  thread: Worker
  post(message: ToWorker): void
  areas: AnswerAreas
  /** handed to it and not ended */
  running: number
  alive: boolean
  /** has loaded every network and said so */
  ready: boolean
  crashes: number
  longJobs: number
}

/** `bytesEach`: of the largest network, if of several */
export interface MetricState {
  count: number
  bytes: number
  budgetBytes: number
  bytesEach: number
}

/** What one region's network holds of memory shared by the threads. */
export interface RegionState {
  region: string
  networkBytes: number
  metrics: MetricState
}

/** State of a pool, for probes and metrics. */
export interface PoolState {
  queued: number
  running: number
  /** threads wanted, and those that have loaded a network */
  workers: number
  ready: number
  crashes: number
  overloaded: Record<Lane, boolean>
  /** jobs accepted and refused since the start */
  accepted: number
  refused: number
  /** cached customised metrics of all networks; misses are searches that ran without one */
  metrics: MetricState & { misses: number }
  regions: RegionState[]
}

export class WorkerPool {
  #options: PoolOptions
  #flags: Int32Array
  #freeSlots: number[] = []
  #jobs: (Job | undefined)[]
  #lanes: JobLanes<Job>
  #workers: PoolWorker[] = []
  readonly #regions = new Map<string, PoolRegion>()
  #sweep: NodeJS.Timeout
  #closed = false
  #counts = { accepted: 0, refused: 0, crashes: 0, misses: 0 }

  constructor(options: PoolOptions) {
    this.#options = options
    this.#lanes = new JobLanes(options.targetWaitMs ?? TARGET_WAIT_MS)
    const slots = options.maxQueued + options.workers * IN_FLIGHT_PER_WORKER
    this.#flags = new Int32Array(new SharedArrayBuffer(slots * 4))
    this.#jobs = new Array(slots)
    for (let slot = slots - 1; slot >= 0; slot--) this.#freeSlots.push(slot)
    for (let i = 0; i < options.workers; i++) this.#workers.push(this.#spawn(0))
    this.#sweep = setInterval(() => this.#onSweep(), DEADLINE_SWEEP_MS)
    this.#sweep.unref()
  }

  get state(): PoolState {
    let running = 0
    let ready = 0
    for (const worker of this.#workers) {
      running += worker.running
      if (worker.alive && worker.ready) ready++
    }
    const { accepted, refused, crashes, misses } = this.#counts
    const regions = [...this.#regions].map(([region, { network, metrics }]) => ({
      region,
      networkBytes: network?.buffer.byteLength ?? 0,
      metrics: metrics.state,
    }))
    return {
      queued: this.#lanes.queued,
      running,
      workers: this.#workers.length,
      ready,
      crashes,
      accepted,
      refused,
      overloaded: { short: this.#lanes.isOverloaded('short'), long: this.#lanes.isOverloaded('long') },
      metrics: { ...totalOf(regions.map(({ metrics }) => metrics)), misses },
      regions,
    }
  }

  /**
   * Whether a job of this kind would be refused now, so that its body need not be read. False unless the lane is
   * overloaded.
   */
  refuses(kind: JobKind): boolean {
    if (!this.#lanes.isOverloaded(laneOf(kind)) || this.#admits(kind)) return false
    this.#counts.refused++
    return true
  }

  /**
   * Switches a region to another network; `metricBytes` is the size of one setting's metric over it, 0 if unknown. Jobs
   * already handed out finish on the old one.
   */
  adopt(network: SharedNetwork | null, metricBytes = 0, region = ''): void {
    const known = this.#regions.get(region)
    const metrics = known?.metrics ?? this.#createMetrics(region)
    this.#regions.set(region, { network, metrics })
    metrics.adopt(metricBytes)
    for (const worker of this.#workers) this.#sendNetwork(worker, region)
  }

  /** One metric at a time is made, whatever the region. */
  #createMetrics(region: string): MetricMaker<PoolWorker> {
    return new MetricMaker<PoolWorker>({
      region,
      metricCacheBytes: this.#options.metricCacheBytes,
      threads: () => this.#workers,
      idlest: (below) => (this.#isMaking() ? null : this.#leastLoaded(below)),
    })
  }

  #isMaking(): boolean {
    for (const { metrics } of this.#regions.values()) if (metrics.isMaking) return true
    return false
  }

  /**
   * Runs one job on the network of a region; the answer is wire text. Throws ServiceError: `network_unavailable`,
   * `busy`, or what the job threw.
   */
  run<T>(kind: JobKind, input: Jobs[JobKind], options: JobOptions, region = ''): Promise<PreparedAnswer<T>> {
    if ((this.#regions.get(region)?.network ?? null) === null)
      return Promise.reject(
        new ServiceError('network_unavailable', 'No network is published yet. Import a region first.', {
          retryAfterS: 5,
        }),
      )
    if (options.signal.aborted) return Promise.reject(callerLeft())
    const caller = options.caller?.account ?? ''
    const laneKind = laneKindOf(kind, input)
    const slot = this.#closed || !this.#admits(laneKind, caller) ? undefined : this.#takeSlot(laneKind, caller)
    if (slot === undefined) {
      this.#counts.refused++
      return Promise.reject(crowded())
    }
    this.#counts.accepted++
    Atomics.store(this.#flags, slot, 0)
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#stop(job, callerLeft())
      options.signal.addEventListener('abort', onAbort, { once: true })
      const job: Job = {
        slot,
        kind: laneKind,
        asked: kind,
        caller,
        region,
        input,
        deadlineMs: options.deadlineMs,
        resolve,
        reject,
        worker: null,
        place: null,
        dropped: false,
        spend: options.spend,
        stopListening: () => options.signal.removeEventListener('abort', onAbort),
      }
      this.#jobs[slot] = job
      this.#lanes.push(job, performance.now())
      this.#dispatch()
    })
  }

  /** Stops the threads; waiting jobs are refused. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweep)
    for (const job of this.#jobs)
      if (job !== undefined)
        this.#finish(job).reject(new ServiceError('busy', 'The server is stopping.', { retryAfterS: 5 }))
    await Promise.all(this.#workers.map((worker) => worker.thread.terminate()))
  }

  #spawn(crashes: number): PoolWorker {
    const areas = createAnswerAreas()
    const settings: WorkerSettings = {
      maxSettled: this.#options.maxSettled,
      cancelFlags: this.#flags,
      areas,
    }
    const thread = new Worker(this.#options.workerUrl ?? new URL('./routing-worker.ts', import.meta.url), {
      workerData: settings,
    })
    const worker: PoolWorker = {
      thread,
      post: (message) => thread.postMessage(message),
      areas,
      running: 0,
      alive: true,
      ready: false,
      crashes,
      longJobs: 0,
    }
    thread.on('message', (message: FromWorker) => this.#onMessage(worker, message))
    thread.on('error', (error) =>
      this.#options.onFault('worker_error', {
        error: String(error),
        stack: error instanceof Error ? error.stack : undefined,
      }),
    )
    thread.on('exit', (exitCode) => this.#onExit(worker, exitCode))
    for (const region of this.#regions.keys()) this.#sendNetwork(worker, region)
    return worker
  }

  #sendNetwork(worker: PoolWorker, region: string): void {
    const { network, metrics } = this.#regions.get(region)!
    worker.post({ type: 'adopt', region, network, generation: metrics.generation, metrics: metrics.list() })
  }

  #admits(kind: LaneKind, caller?: string): boolean {
    return this.#lanes.admits(kind, this.#workers.length, this.#longRunning(), performance.now(), caller)
  }

  /** If no slot is free, a waiting job of the caller with the most is evicted. */
  #takeSlot(kind: LaneKind, caller: string): number | undefined {
    if (this.#freeSlots.length === 0) {
      const crowding = this.#lanes.crowdOut(kind, caller)
      if (crowding !== undefined) {
        this.#counts.refused++
        this.#finish(crowding).reject(crowded())
      }
    }
    return this.#freeSlots.pop()
  }

  /** Number of workers running a long job. */
  #longRunning(): number {
    let count = 0
    for (const worker of this.#workers) if (worker.longJobs > 0) count++
    return count
  }

  #dispatch(): void {
    const nowMs = performance.now()
    for (;;) {
      const job = this.#lanes.peek(this.#workers.length, this.#longRunning(), nowMs)
      if (job === undefined) break
      const worker = this.#leastLoaded(this.#lanes.typicalMs(job.kind) < AHEAD_BELOW_MS ? IN_FLIGHT_PER_WORKER : 1)
      if (worker === null) break
      this.#lanes.shift(job)
      if (laneOf(job.kind) === 'long') worker.longJobs++
      job.worker = worker
      worker.running++
      worker.post({ type: 'job', region: job.region, slot: job.slot, kind: job.asked, input: job.input })
    }
    this.#makeMetrics()
  }

  #makeMetrics(): void {
    for (const { metrics } of this.#regions.values()) metrics.makeNext()
  }

  #isMakingOn(worker: PoolWorker): boolean {
    for (const { metrics } of this.#regions.values()) if (metrics.isMakingOn(worker)) return true
    return false
  }

  #leastLoaded(below: number): PoolWorker | null {
    let best: PoolWorker | null = null
    let bestLoad = below
    for (const worker of this.#workers) {
      if (!worker.alive) continue
      // nothing queues behind a long job
      const load =
        worker.running + (this.#isMakingOn(worker) ? 1 : 0) + (worker.longJobs > 0 ? IN_FLIGHT_PER_WORKER : 0)
      if (load < bestLoad) {
        best = worker
        bestLoad = load
      }
    }
    return best
  }

  #onMessage(worker: PoolWorker, message: FromWorker): void {
    if (message.type === 'ready') {
      worker.ready = true
      worker.crashes = 0
      return
    }
    if (message.type === 'wanted') {
      this.#counts.misses++
      const metrics = this.#metricsOf(message.region)
      if (message.generation === metrics?.generation) metrics.want(message.table, this.#jobs[message.slot]?.spend)
      return
    }
    if (message.type === 'parts') {
      for (const other of this.#workers) if (other.alive && other !== worker) other.post(message)
      return
    }
    if (message.type === 'customised') {
      const { metric, generation } = message
      const metrics = this.#metricsOf(message.region)
      if (message.asked) metrics?.made(metric, generation, message.cpuMs)
      else if (metric !== null) metrics?.found(metric, generation)
      this.#dispatch()
      return
    }
    if (message.type === 'forgot') {
      this.#metricsOf(message.region)?.forgot(message.key, message.generation, worker)
      return
    }
    const job = this.#jobs[message.slot]
    if (job === undefined) return
    if (message.cpuMs !== undefined) job.spend?.(message.cpuMs)
    this.#finish(job, message.type === 'failed' ? undefined : message.ms)
    if (message.type === 'done') job.resolve(new PreparedAnswer(message.wireText, null, message.extra))
    else if (message.type === 'left') {
      const { area, length, extra } = message
      const free = () => freeArea(worker.areas, area)
      if (job.dropped) free()
      else job.resolve(new PreparedAnswer([viewAnswer(worker.areas, area, length)], free, extra))
    } else {
      if (message.stack !== undefined) this.#options.onFault('job_failed', { kind: job.asked, stack: message.stack })
      job.reject(fromFailure(message.failure))
    }
    this.#dispatch()
  }

  #metricsOf(region: string): MetricMaker<PoolWorker> | undefined {
    return this.#regions.get(region)?.metrics
  }

  /** Removes the job from every list; the caller still settles its promise. */
  #finish(job: Job, ms?: number): Job {
    job.stopListening()
    this.#lanes.ended(job, ms)
    if (job.worker !== null) {
      job.worker.running--
      if (laneOf(job.kind) === 'long') job.worker.longJobs--
    }
    this.#jobs[job.slot] = undefined
    this.#freeSlots.push(job.slot)
    return job
  }

  #stop(job: Job, error: ServiceError): void {
    if (this.#jobs[job.slot] !== job) return
    if (job.worker === null) {
      this.#finish(job).reject(error)
      return
    }
    // the worker still holds the slot: raise the flag, answer the caller now, free the slot when the worker reports
    Atomics.store(this.#flags, job.slot, 1)
    job.dropped = true
    job.stopListening()
    job.reject(error)
  }

  #onSweep(): void {
    const nowMs = Date.now()
    for (const job of this.#jobs) {
      if (job !== undefined && job.deadlineMs <= nowMs && Atomics.load(this.#flags, job.slot) === 0) {
        this.#stop(
          job,
          new ServiceError('busy', 'The request took longer than its time limit and was stopped.', { retryAfterS: 1 }),
        )
      }
    }
    this.#makeMetrics()
  }

  #onExit(worker: PoolWorker, exitCode: number): void {
    if (this.#closed) return
    this.#counts.crashes++
    this.#options.onFault('worker_exit', { exitCode, jobs: worker.running })
    for (const job of this.#jobs)
      if (job?.worker === worker)
        this.#finish(job).reject(
          new ServiceError('internal', 'Something went wrong inside the service. The request id is in the log.'),
        )
    worker.alive = false
    for (const { metrics } of this.#regions.values()) metrics.ended(worker)
    const index = this.#workers.indexOf(worker)
    const crashes = worker.crashes + 1
    const delayMs = RESPAWN_DELAYS_MS[Math.min(worker.ready ? 0 : crashes, RESPAWN_DELAYS_MS.length - 1)]
    setTimeout(() => {
      if (this.#closed) return
      this.#workers[index] = this.#spawn(worker.ready ? 0 : crashes)
      this.#dispatch()
    }, delayMs)
  }
}

function totalOf(states: readonly MetricState[]): MetricState {
  const total: MetricState = { count: 0, bytes: 0, budgetBytes: 0, bytesEach: 0 }
  for (const { count, bytes, budgetBytes, bytesEach } of states) {
    total.count += count
    total.bytes += bytes
    total.budgetBytes += budgetBytes
    total.bytesEach = Math.max(total.bytesEach, bytesEach)
  }
  return total
}

function crowded(): ServiceError {
  return new ServiceError('busy', 'Too many requests are waiting. Try again in a moment.', { retryAfterS: 1 })
}

function fromFailure(failure: Failure): ServiceError {
  return new ServiceError(failure.code, failure.message, {
    inputPath: failure.inputPath,
    retryAfterS: failure.retryAfterS,
  })
}
