// Jobs that wait for a thread of a pool, in two queues by priority: short and long. While short jobs are being
// requested, one thread is reserved for them, so that a route never waits behind round trips on every thread. Within a
// queue, callers take turns. The wait of a new job is estimated from the jobs before it and how long their kinds take;
// each queue's guard decides whether to admit it. Runs nothing itself.

import { CallerQueue, type Place } from '../overload/caller-queue.ts'
import { QueueGuard } from '../overload/queue-guard.ts'

export type Priority = 'short' | 'long'

/** What the queue knows of a job. */
export interface QueuedJob {
  readonly kind: string
  readonly priority: Priority
  readonly caller: string
}

export interface JobQueueOptions {
  /** threads of the pool */
  threads: number
  /** longest wait under overload, milliseconds; slow kinds may wait for two of their kind */
  targetWaitMs: number
  /** jobs of each priority that may wait; beyond it the caller with the most entries loses one */
  maxQueued: number
  /** how long after a short job a thread stays reserved for the next; Infinity: always */
  reservedForMs: number
  /** estimated milliseconds of a job until real ones have been measured */
  guessMs: (kind: string, priority: Priority) => number
}

/** Jobs of one kind and priority. */
interface KindState {
  /** waiting and running */
  jobs: number
  /** measured milliseconds of one */
  typicalMs: number
}

const LEARNING = 0.1

export class JobQueue<Job extends QueuedJob> {
  readonly #options: JobQueueOptions
  readonly #waiting: Record<Priority, CallerQueue<Job>> = { short: new CallerQueue(), long: new CallerQueue() }
  readonly #guards: Record<Priority, QueueGuard>
  readonly #places = new Map<Job, Place<Job>>()
  readonly #kinds: Record<Priority, Map<string, KindState>> = { short: new Map(), long: new Map() }
  #lastShortAtMs: number

  constructor(options: JobQueueOptions) {
    this.#options = options
    const { targetWaitMs, reservedForMs } = options
    this.#lastShortAtMs = reservedForMs === Infinity ? 0 : -Infinity
    this.#guards = { short: new QueueGuard(targetWaitMs), long: new QueueGuard(targetWaitMs) }
  }

  get size(): number {
    return this.#waiting.short.size + this.#waiting.long.size
  }

  isOverloaded(priority: Priority): boolean {
    return this.#guards[priority].isOverloaded
  }

  /**
   * Whether one more job of this kind is admitted, with `longRunning` threads on long jobs. Without `caller`, assumes
   * that every waiting job is served first.
   */
  admits(kind: string, priority: Priority, longRunning: number, nowMs: number, caller?: string): boolean {
    const { threads, targetWaitMs } = this.#options
    const before = threads <= 1 ? this.#jobs('short') + this.#jobs('long') : this.#jobs(priority)
    const queue = this.#waiting[priority]
    const skipped = caller === undefined ? 0 : queue.size - queue.ahead(caller)
    return this.#guards[priority].admits(
      this.#waitMs(priority, longRunning, nowMs),
      before,
      nowMs,
      Math.max(targetWaitMs, 2 * this.#kind(kind, priority).typicalMs),
      before === 0 ? 1 : (before - skipped) / before,
    )
  }

  /**
   * Makes room for one more job of `caller`. Returns the job evicted for it, of the caller with the most entries; null
   * if there is room anyway; undefined if none is.
   */
  makeRoom(priority: Priority, caller: string): Job | null | undefined {
    const queue = this.#waiting[priority]
    return queue.size < this.#options.maxQueued ? null : queue.crowdOut(caller)
  }

  push(job: Job, nowMs: number): void {
    if (job.priority === 'short') this.#lastShortAtMs = nowMs
    this.#places.set(job, this.#waiting[job.priority].push(job.caller, job))
    this.#kind(job.kind, job.priority).jobs++
  }

  isWaiting(job: Job): boolean {
    return this.#places.has(job)
  }

  /** The next job for a free thread; it stays. Long jobs go first while they may occupy one more thread. */
  peek(longRunning: number, nowMs: number): Job | undefined {
    const long = longRunning < this.#longThreads(nowMs) ? this.#waiting.long.peek() : undefined
    return long ?? this.#waiting.short.peek()
  }

  /** Any job that waits. */
  any(): Job | undefined {
    return this.#waiting.short.peek() ?? this.#waiting.long.peek()
  }

  /** Takes the job that `peek` returned. */
  shift(job: Job): void {
    this.#waiting[job.priority].shift()
    this.#places.delete(job)
  }

  /** Call when a pushed job ends in any way; `ms`: its run time, undefined if no thread completed it. */
  ended(job: Job, ms?: number): void {
    const { kind, priority } = job
    const place = this.#places.get(job)
    if (place !== undefined) this.#waiting[priority].remove(place)
    this.#places.delete(job)
    const state = this.#kind(kind, priority)
    state.jobs--
    if (ms !== undefined) state.typicalMs += LEARNING * (ms - state.typicalMs)
  }

  #kind(kind: string, priority: Priority): KindState {
    let state = this.#kinds[priority].get(kind)
    if (state === undefined)
      this.#kinds[priority].set(kind, (state = { jobs: 0, typicalMs: this.#options.guessMs(kind, priority) }))
    return state
  }

  #jobs(priority: Priority): number {
    let sum = 0
    for (const { jobs } of this.#kinds[priority].values()) sum += jobs
    return sum
  }

  #waitMs(priority: Priority, longRunning: number, nowMs: number): number {
    const { threads } = this.#options
    if (threads <= 1) return this.#workMs('short') + this.#workMs('long')
    if (priority === 'long') {
      const forLong = this.#longThreads(nowMs)
      return this.#jobs('long') < forLong ? 0 : this.#workMs('long') / forLong
    }
    const forShort = threads - longRunning
    if (forShort <= 0) return this.#workMs('long') / threads + this.#workMs('short')
    return this.#jobs('short') < forShort ? 0 : this.#workMs('short') / forShort
  }

  /** Threads that long jobs may occupy. */
  #longThreads(nowMs: number): number {
    const { threads, reservedForMs } = this.#options
    return nowMs - this.#lastShortAtMs < reservedForMs ? Math.max(1, threads - 1) : threads
  }

  #workMs(priority: Priority): number {
    let sum = 0
    for (const { jobs, typicalMs } of this.#kinds[priority].values()) sum += jobs * typicalMs
    return sum
  }
}
