// Jobs that wait for a thread of a pool, in two queues by priority: short and long. While short jobs are being
// requested, one thread is reserved for them, so that a route never waits behind round trips on every thread. Within a
// queue, callers take turns, and an overloaded one rejects what is late (src/overload/fair-queue.ts). Runs nothing
// itself.

import { CodelQueue, type Place } from '../overload/fair-queue.ts'

export type Priority = 'short' | 'long'
const PRIORITIES = ['short', 'long'] as const

/** What the queue knows of a job. */
export interface QueuedJob {
  readonly priority: Priority
  readonly caller: string
}

export interface JobQueueOptions {
  /** threads of the pool */
  threads: number
  /** longest wait under overload, milliseconds */
  targetWaitMs: number
  /** jobs of each priority that may wait; beyond it the caller with the most entries loses one */
  maxQueued: number
  /** how long after a short job a thread stays reserved for the next; Infinity: always */
  reservedForMs: number
}

export class JobQueue<Job extends QueuedJob> {
  readonly #options: JobQueueOptions
  readonly #waiting: Record<Priority, CodelQueue<Job>>
  readonly #places = new Map<Job, Place<unknown>>()
  #lastShortAtMs: number

  constructor(options: JobQueueOptions) {
    this.#options = options
    const { targetWaitMs, reservedForMs } = options
    this.#lastShortAtMs = reservedForMs === Infinity ? 0 : -Infinity
    this.#waiting = { short: new CodelQueue(targetWaitMs), long: new CodelQueue(targetWaitMs) }
  }

  get size(): number {
    return this.#places.size
  }

  isOverloaded(priority: Priority): boolean {
    return this.#waiting[priority].isOverloaded
  }

  /**
   * Makes room for one more job of `caller`. Returns the job evicted for it, of the caller with the most entries; null
   * if there is room anyway; undefined if not even then.
   */
  makeRoom(priority: Priority, caller: string): Job | null | undefined {
    const queue = this.#waiting[priority]
    if (queue.size < this.#options.maxQueued) return null
    const evicted = queue.evictFor(caller)
    if (evicted !== undefined) this.#places.delete(evicted)
    return evicted
  }

  push(job: Job, nowMs: number): void {
    if (job.priority === 'short') this.#lastShortAtMs = nowMs
    this.#places.set(job, this.#waiting[job.priority].push(job.caller, job, nowMs))
  }

  /** Takes the next job for a free thread. Long jobs go first while they may occupy one more thread. */
  shift(longRunning: number, nowMs: number): Job | undefined {
    const long = longRunning < this.#longThreads(nowMs) ? this.#waiting.long.shift(nowMs) : undefined
    const job = long ?? this.#waiting.short.shift(nowMs)
    if (job !== undefined) this.#places.delete(job)
    return job
  }

  /** Takes what is to be rejected now; call it after `shift`. */
  takeLate(nowMs: number): Job[] {
    const late = PRIORITIES.flatMap((priority) => this.#waiting[priority].takeLate(nowMs))
    for (const job of late) this.#places.delete(job)
    return late
  }

  /** Takes a job out that is not to run; false if it does not wait. */
  remove(job: Job): boolean {
    const place = this.#places.get(job)
    if (place === undefined) return false
    this.#places.delete(job)
    return this.#waiting[job.priority].remove(place)
  }

  /** Takes all jobs out. */
  clear(): Job[] {
    const jobs = [...this.#places.keys()]
    for (const job of jobs) this.remove(job)
    return jobs
  }

  /** Threads that long jobs may occupy. */
  #longThreads(nowMs: number): number {
    const { threads, reservedForMs } = this.#options
    return nowMs - this.#lastShortAtMs < reservedForMs ? Math.max(1, threads - 1) : threads
  }
}
