// A pool of threads over one shared network. Jobs wait in two lanes (job-lanes.ts) and go to the worker with the fewest
// in flight. A signal or a deadline stops a job through a flag in shared memory. A worker that dies fails only its own
// jobs (500) and is replaced. Customised metrics are made by an idle worker and shared with all.
// Queues are bounded: if the wait would be too long, or too many jobs wait, the answer is 503 `busy`.

import { Worker } from 'node:worker_threads'
import { callerLeft, ServiceError } from '../errors.ts'
import type { CostTable } from '../routing/costs/arc-cost.ts'
import type { JobOptions } from '../job-options.ts'
import { TARGET_WAIT_MS } from '../overload/queue-guard.ts'
import type { Failure } from '../routing/costs/route-types.ts'
import { PreparedAnswer } from '../wire/prepared-answer.ts'
import { createAnswerAreas, freeArea, viewAnswer, type AnswerAreas } from './answer-areas.ts'
import { JobLanes, laneKindOf, laneOf, type Lane, type LaneKind } from './job-lanes.ts'
import { metricBudget, MetricShelf } from './metric-shelf.ts'
import type { FromWorker, JobKind, Jobs, SharedMetric, SharedNetwork, ToWorker, WorkerSettings } from './messages.ts'

/** Jobs sent to one worker ahead of time, so that it never waits for the main thread. */
const IN_FLIGHT_PER_WORKER = 3
/** Slower kinds of jobs are not sent ahead: once a worker holds a job, no other caller's turn can come before it. */
const AHEAD_BELOW_MS = 10
const DEADLINE_SWEEP_MS = 25
/**
 * Longest wait of a customisation for an idle worker; after that the least busy one makes it behind its own jobs.
 */
const CUSTOMISE_WAIT_MS = 50
/** Limits on customisations that wait: number, memory and time. Their requests were answered without them long ago. */
const MOST_WANTED = 16
const MOST_WANTED_BYTES = 4_000_000
const WANTED_FOR_MS = 10_000
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

interface Job {
  slot: number
  /** the kind it is queued as */
  kind: LaneKind
  asked: JobKind
  /** account for the fair queue */
  caller: string
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

interface PoolWorker {
  thread: Worker
  areas: AnswerAreas
  jobs: Set<Job>
  /** generation and key of the metric it is making */
  customising: string | null
  /** called with what that took; undefined where nobody counts */
  customisingFor: JobOptions['spend']
  alive: boolean
  /** has loaded a network and said so */
  ready: boolean
  crashes: number
  longJobs: number
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
  /** cached customised metrics; misses are searches that ran without one */
  metrics: { count: number; bytes: number; misses: number; budgetBytes: number; bytesEach: number }
}

export class WorkerPool {
  #options: PoolOptions
  #flags: Int32Array
  #freeSlots: number[] = []
  #jobs: (Job | undefined)[]
  #lanes: JobLanes<Job>
  #workers: PoolWorker[] = []
  #network: SharedNetwork | null = null
  #generation = 0
  #shelf = new MetricShelf<PoolWorker>(0, 0)
  /** buffer lent to the thread that is making a metric */
  #lent: SharedArrayBuffer | null = null
  /** `spend`: of who wished it first */
  #wanted = new Map<string, { table: CostTable; sinceMs: number; spend: JobOptions['spend'] }>()
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
      running += worker.jobs.size
      if (worker.alive && worker.ready) ready++
    }
    const { count, bytes, budgetBytes, metricBytes } = this.#shelf
    const { accepted, refused, crashes, misses } = this.#counts
    return {
      queued: this.#lanes.queued,
      running,
      workers: this.#workers.length,
      ready,
      crashes,
      accepted,
      refused,
      overloaded: { short: this.#lanes.isOverloaded('short'), long: this.#lanes.isOverloaded('long') },
      metrics: { count, bytes, misses, budgetBytes, bytesEach: metricBytes },
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
   * Switches to another network; `metricBytes` is the size of one setting's metric over it, 0 if unknown. Jobs already
   * handed out finish on the old one.
   */
  adopt(network: SharedNetwork | null, metricBytes = 0): void {
    this.#network = network
    this.#generation++
    this.#lent = null
    this.#shelf = new MetricShelf(metricBudget(this.#options.metricCacheBytes, metricBytes), metricBytes)
    this.#wanted.clear()
    for (const worker of this.#workers) this.#sendNetwork(worker)
  }

  /**
   * Runs one job; the answer is wire text. Throws ServiceError: `network_unavailable`, `busy`, or what the job threw.
   */
  run<T>(kind: JobKind, input: Jobs[JobKind], options: JobOptions): Promise<PreparedAnswer<T>> {
    if (this.#network === null)
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
        input,
        deadlineMs: options.deadlineMs,
        resolve,
        reject,
        worker: null,
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
      areas,
      jobs: new Set(),
      customising: null,
      customisingFor: undefined,
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
    this.#sendNetwork(worker)
    return worker
  }

  #sendNetwork(worker: PoolWorker): void {
    this.#post(worker, {
      type: 'adopt',
      network: this.#network,
      generation: this.#generation,
      metrics: this.#shelf.list(),
    })
  }

  #post(worker: PoolWorker, message: ToWorker): void {
    worker.thread.postMessage(message)
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
      worker.jobs.add(job)
      this.#post(worker, { type: 'job', slot: job.slot, kind: job.asked, input: job.input })
    }
    if (this.#wanted.size > 0) this.#customiseWanted()
  }

  #leastLoaded(below: number): PoolWorker | null {
    let best: PoolWorker | null = null
    let bestLoad = below
    for (const worker of this.#workers) {
      if (!worker.alive) continue
      // nothing queues behind a long job
      const load =
        worker.jobs.size + (worker.customising === null ? 0 : 1) + (worker.longJobs > 0 ? IN_FLIGHT_PER_WORKER : 0)
      if (load < bestLoad) {
        best = worker
        bestLoad = load
      }
    }
    return best
  }

  #isMaking(key: string): boolean {
    return this.#workers.some((worker) => worker.customising === `${this.#generation} ${key}`)
  }

  /** Oldest first; drops those that have waited longer than WANTED_FOR_MS. */
  #customiseWanted(): void {
    const nowMs = Date.now()
    for (const [key, { sinceMs }] of this.#wanted) {
      if (this.#shelf.isUseful && nowMs - sinceMs <= WANTED_FOR_MS) break
      this.#wanted.delete(key)
    }
    const oldest = this.#wanted.entries().next().value
    if (oldest === undefined || this.#workers.some((w) => w.customising !== null)) return
    const [key, { table, sinceMs, spend }] = oldest
    const worker = this.#leastLoaded(nowMs - sinceMs > CUSTOMISE_WAIT_MS ? Infinity : 1)
    if (worker === null) return
    const room = this.#shelf.makeRoom(this.#workers.filter(({ alive }) => alive))
    if ('forget' in room) {
      if (room.forget !== null) this.#forget(room.forget)
      return
    }
    this.#wanted.delete(key)
    this.#lent = room.buffer
    worker.customising = `${this.#generation} ${key}`
    worker.customisingFor = spend
    this.#post(worker, { type: 'customise', table, generation: this.#generation, buffer: room.buffer })
  }

  #forget(key: string): void {
    for (const worker of this.#workers)
      if (worker.alive) this.#post(worker, { type: 'forget', key, generation: this.#generation })
  }

  /** Bounded, so that a flood of settings cannot fill the memory; a dropped one is wanted again on its next use. */
  #want(table: CostTable, spend: JobOptions['spend']): void {
    const { key } = table
    if (this.#shelf.has(key) || this.#wanted.has(key) || this.#isMaking(key)) return
    let bytes = 0
    for (const { table: waiting } of this.#wanted.values()) bytes += waiting.factor?.byteLength ?? 0
    if (this.#wanted.size >= MOST_WANTED || bytes > MOST_WANTED_BYTES) return
    this.#wanted.set(key, { table, sinceMs: Date.now(), spend })
    this.#customiseWanted()
  }

  #onMessage(worker: PoolWorker, message: FromWorker): void {
    if (message.type === 'ready') {
      worker.ready = true
      worker.crashes = 0
      return
    }
    if (message.type === 'wanted') {
      this.#counts.misses++
      if (message.generation === this.#generation) this.#want(message.table, this.#jobs[message.slot]?.spend)
      return
    }
    if (message.type === 'parts') {
      const others = this.#workers.filter((other) => other.alive && other !== worker)
      for (const other of others) this.#post(other, message)
      return
    }
    if (message.type === 'customised') {
      if (message.asked) {
        if (message.cpuMs !== undefined) worker.customisingFor?.(message.cpuMs)
        worker.customising = null
      }
      if (message.generation === this.#generation) this.#onMetric(message.metric, message.asked)
      this.#dispatch()
      return
    }
    if (message.type === 'forgot') {
      if (message.generation === this.#generation && this.#shelf.forgot(message.key, worker)) this.#customiseWanted()
      return
    }
    const job = this.#jobs[message.slot]
    if (job === undefined) return
    if (message.cpuMs !== undefined) job.spend?.(message.cpuMs)
    this.#finish(job, message.type === 'failed' ? undefined : message.ms)
    if (message.type === 'done') job.resolve(new PreparedAnswer(message.wireText))
    else if (message.type === 'left') {
      const { area, length } = message
      const free = () => freeArea(worker.areas, area)
      if (job.dropped) free()
      else job.resolve(new PreparedAnswer([viewAnswer(worker.areas, area, length)], free))
    } else {
      if (message.stack !== undefined) this.#options.onFault('job_failed', { kind: job.asked, stack: message.stack })
      job.reject(fromFailure(message.failure))
    }
    this.#dispatch()
  }

  /** `asked`: made on demand; otherwise a thread made it for itself. It is sent to every thread either way. */
  #onMetric(metric: SharedMetric | null, asked: boolean): void {
    const threads = this.#workers.filter(({ alive }) => alive)
    if (asked) this.#shelf.made(metric, this.#lent)
    if (asked) this.#lent = null
    if (metric === null) return
    if (!asked) for (const key of this.#shelf.add(metric, threads)) this.#forget(key)
    for (const worker of threads) this.#post(worker, { type: 'metric', metric, generation: this.#generation })
  }

  /** Removes the job from every list; the caller still settles its promise. */
  #finish(job: Job, ms?: number): Job {
    job.stopListening()
    this.#lanes.ended(job, ms)
    if (job.worker !== null) {
      job.worker.jobs.delete(job)
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
    if (this.#wanted.size > 0) this.#customiseWanted()
  }

  #onExit(worker: PoolWorker, exitCode: number): void {
    if (this.#closed) return
    this.#counts.crashes++
    this.#options.onFault('worker_exit', { exitCode, jobs: worker.jobs.size })
    for (const job of [...worker.jobs])
      this.#finish(job).reject(
        new ServiceError('internal', 'Something went wrong inside the service. The request id is in the log.'),
      )
    worker.alive = false
    if (worker.customising !== null) this.#shelf.made(null, null)
    worker.customising = null
    this.#shelf.ended(worker)
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

function crowded(): ServiceError {
  return new ServiceError('busy', 'Too many requests are waiting. Try again in a moment.', { retryAfterS: 1 })
}

function fromFailure(failure: Failure): ServiceError {
  return new ServiceError(failure.code, failure.message, {
    inputPath: failure.inputPath,
    retryAfterS: failure.retryAfterS,
  })
}
