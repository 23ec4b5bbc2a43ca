// The threads of a pool: started, counted, chosen by the least load, and replaced when they die. One that dies again
// and again before it is ready is started later each time.

import { Worker } from 'node:worker_threads'
import { forgetThread } from '../graph/block-cache.ts'
import { createAnswerAreas, type AnswerAreas } from './answer-areas.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './messages.ts'

/** Jobs sent to one thread ahead of time, so that it never waits for the main thread. */
export const IN_FLIGHT_PER_THREAD = 3
const RESPAWN_DELAYS_MS = [0, 100, 1000, 5000]
/**
 * For the objects of one thread; networks, metrics, searches and answers lie outside. V8 also goes by it when it
 * decides how much garbage may lie: up to 0.4 times what lives, instead of 3 times.
 */
const WORKER_HEAP_MB = 512

export interface PoolThread {
  worker: Worker
  post(message: ToWorker): void
  areas: AnswerAreas
  /** jobs handed to it and not ended */
  running: number
  alive: boolean
  /** has loaded every network and said so */
  ready: boolean
  crashes: number
  longJobs: number
}

export type ThreadMessage = Exclude<FromWorker, { type: 'ready' }>

export interface PoolThreadsOptions {
  count: number
  /** the thread's program */
  workerUrl: URL
  /** what all threads share */
  settings: Omit<WorkerSettings, 'areas' | 'seat'>
  onFault: (event: string, details: Record<string, unknown>) => void
  /** a thread starts, at first or in place of a dead one */
  onStart: (thread: PoolThread) => void
  onMessage: (thread: PoolThread, message: ThreadMessage) => void
  /** a thread died with the jobs that it had */
  onDeath: (thread: PoolThread) => void
  /** a dead thread has been replaced */
  onReplaced: () => void
}

export class PoolThreads {
  readonly #options: PoolThreadsOptions
  readonly #threads: PoolThread[] = []
  #crashes = 0
  #closed = false

  constructor(options: PoolThreadsOptions) {
    this.#options = options
    for (let i = 0; i < options.count; i++) this.#threads.push(this.#start(i, 0))
  }

  get list(): readonly PoolThread[] {
    return this.#threads
  }

  /** `crashes`: since the start */
  get state(): { workers: number; running: number; ready: number; crashes: number } {
    let running = 0
    let ready = 0
    for (const thread of this.#threads) {
      running += thread.running
      if (thread.alive && thread.ready) ready++
    }
    return { workers: this.#threads.length, running, ready, crashes: this.#crashes }
  }

  /** Number of threads running a long job. */
  get longRunning(): number {
    let count = 0
    for (const thread of this.#threads) if (thread.longJobs > 0) count++
    return count
  }

  /** The thread with the least to do, null if all have `below` or more. `isMakingOn`: makes a metric besides. */
  leastLoaded(below: number, isMakingOn: (thread: PoolThread) => boolean): PoolThread | null {
    let best: PoolThread | null = null
    let bestLoad = below
    for (const thread of this.#threads) {
      if (!thread.alive) continue
      // nothing queues behind a long job
      const load = thread.running + (isMakingOn(thread) ? 1 : 0) + (thread.longJobs > 0 ? IN_FLIGHT_PER_THREAD : 0)
      if (load < bestLoad) {
        best = thread
        bestLoad = load
      }
    }
    return best
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  #start(seat: number, crashes: number): PoolThread {
    const { workerUrl, settings, onFault, onStart, onMessage } = this.#options
    const areas = createAnswerAreas()
    const workerData: WorkerSettings = { ...settings, seat, areas }
    const worker = new Worker(workerUrl, { workerData, resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB } })
    const thread: PoolThread = {
      worker,
      post: (message) => worker.postMessage(message),
      areas,
      running: 0,
      alive: true,
      ready: false,
      crashes,
      longJobs: 0,
    }
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') {
        thread.ready = true
        thread.crashes = 0
      } else onMessage(thread, message)
    })
    worker.on('error', (error) =>
      onFault('worker_error', {
        error: String(error),
        stack: error instanceof Error ? error.stack : undefined,
      }),
    )
    worker.on('exit', (exitCode) => this.#onExit(thread, exitCode))
    onStart(thread)
    return thread
  }

  #onExit(thread: PoolThread, exitCode: number): void {
    if (this.#closed) return
    const { onFault, onDeath, onReplaced, settings } = this.#options
    this.#crashes++
    onFault('worker_exit', { exitCode, jobs: thread.running })
    thread.alive = false
    onDeath(thread)
    const index = this.#threads.indexOf(thread)
    forgetThread(settings.blockCache, index)
    const crashes = thread.crashes + 1
    const delayMs = RESPAWN_DELAYS_MS[Math.min(thread.ready ? 0 : crashes, RESPAWN_DELAYS_MS.length - 1)]
    setTimeout(() => {
      if (this.#closed) return
      this.#threads[index] = this.#start(index, thread.ready ? 0 : crashes)
      onReplaced()
    }, delayMs)
  }
}
