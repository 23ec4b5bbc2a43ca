// Jobs waiting for a thread, in two lanes: short (routes) and long (loops, matching, analyses, tours, reach, matrices).
// While routes are being requested, one thread is reserved for them, so that a route never waits behind loops on every
// thread. Within a lane, callers take turns. The wait of a new job is estimated from the jobs in its lane and how
// long such jobs take; each lane's guard decides whether to admit it. Runs nothing itself.

import { CallerQueue, type Place } from '../overload/caller-queue.ts'
import { QueueGuard } from '../overload/queue-guard.ts'
import type { JobKind, Jobs } from './messages.ts'

export type Lane = 'short' | 'long'
/** A tour is a route over more than FEW_WAYPOINTS waypoints, or along signed trails. */
export type LaneKind = JobKind | 'tour'
const LONG_KINDS: ReadonlySet<LaneKind> = new Set(['loops', 'match', 'analyse', 'tour', 'reach', 'arrivals', 'matrix'])
const FEW_WAYPOINTS = 10
/** Estimated milliseconds for a job until real ones have been measured. */
const FIRST_GUESS_MS: Record<LaneKind, number> = {
  route: 3,
  trip: 3,
  tour: 40,
  loops: 60,
  match: 20,
  analyse: 20,
  reach: 40,
  arrivals: 20,
  matrix: 100,
}
const LEARNING = 0.1
/** How long after the last short job a thread stays reserved for the next. */
const KEEP_SEAT_MS = 1000

export const laneOf = (kind: LaneKind): Lane => (LONG_KINDS.has(kind) ? 'long' : 'short')

export function laneKindOf(kind: JobKind, input: Jobs[JobKind]): LaneKind {
  if (!('waypoints' in input)) return kind
  return input.waypoints.length > FEW_WAYPOINTS || (input.trails?.length ?? 0) > 0 ? 'tour' : kind
}

/** What the lanes know of a job; `place`: where it waits, null before and after. */
export interface LaneJob<Job> {
  readonly kind: LaneKind
  readonly caller: string
  place: Place<Job> | null
}

export class JobLanes<Job extends LaneJob<Job>> {
  readonly #targetMs: number
  readonly #queues: Record<Lane, CallerQueue<Job>> = { short: new CallerQueue(), long: new CallerQueue() }
  readonly #guards: Record<Lane, QueueGuard>
  readonly #typicalMs: Record<LaneKind, number> = { ...FIRST_GUESS_MS }
  /** jobs waiting and running */
  readonly #jobs: Record<Lane, number> = { short: 0, long: 0 }
  readonly #work: Record<Lane, Map<LaneKind, number>> = { short: new Map(), long: new Map() }
  #lastShortAtMs = -Infinity

  /** `targetMs`: longest wait under overload; slow kinds of jobs may wait for two of their kind. */
  constructor(targetMs: number) {
    this.#targetMs = targetMs
    this.#guards = { short: new QueueGuard(targetMs), long: new QueueGuard(targetMs) }
  }

  get queued(): number {
    return this.#queues.short.size + this.#queues.long.size
  }

  isOverloaded(lane: Lane): boolean {
    return this.#guards[lane].isOverloaded
  }

  typicalMs(kind: LaneKind): number {
    return this.#typicalMs[kind]
  }

  /**
   * Whether one more job of this kind is admitted, with `threads` alive and `longRunning` of them on long jobs. Without
   * `caller`, assumes that every waiting job is served first.
   */
  admits(kind: LaneKind, threads: number, longRunning: number, nowMs: number, caller?: string): boolean {
    const lane = laneOf(kind)
    const before = threads <= 1 ? this.#jobs.short + this.#jobs.long : this.#jobs[lane]
    const queue = this.#queues[lane]
    const skipped = caller === undefined ? 0 : queue.size - queue.ahead(caller)
    return this.#guards[lane].admits(
      this.#waitMs(lane, threads, longRunning, nowMs),
      before,
      nowMs,
      Math.max(this.#targetMs, 2 * this.#typicalMs[kind]),
      before === 0 ? 1 : (before - skipped) / before,
    )
  }

  /** Evicts a waiting job of the caller with the most, to make room for one of `caller`. */
  crowdOut(kind: LaneKind, caller: string): Job | undefined {
    const job = this.#queues[laneOf(kind)].crowdOut(caller)
    if (job !== undefined) job.place = null
    return job
  }

  push(job: Job, nowMs: number): void {
    const lane = laneOf(job.kind)
    if (lane === 'short') this.#lastShortAtMs = nowMs
    job.place = this.#queues[lane].push(job.caller, job)
    this.#jobs[lane]++
    this.#work[lane].set(job.kind, (this.#work[lane].get(job.kind) ?? 0) + 1)
  }

  /** The next job to hand out, without removing it. Long jobs go first as long as they may occupy one more thread. */
  peek(threads: number, longRunning: number, nowMs: number): Job | undefined {
    const long = longRunning < this.#longSeats(threads, nowMs) ? this.#queues.long.peek() : undefined
    return long ?? this.#queues.short.peek()
  }

  /** Removes the job that `peek` returned. */
  shift(job: Job): void {
    this.#queues[laneOf(job.kind)].shift()
    job.place = null
  }

  /** Call when a pushed job ends in any way; `ms` is its run time, undefined if no thread completed it. */
  ended(job: Job, ms: number | undefined): void {
    const lane = laneOf(job.kind)
    if (job.place !== null) {
      this.#queues[lane].remove(job.place)
      job.place = null
    }
    this.#jobs[lane]--
    this.#work[lane].set(job.kind, this.#work[lane].get(job.kind)! - 1)
    if (ms !== undefined) this.#typicalMs[job.kind] += LEARNING * (ms - this.#typicalMs[job.kind])
  }

  #waitMs(lane: Lane, threads: number, longRunning: number, nowMs: number): number {
    if (threads <= 1) return this.#jobs.short + this.#jobs.long === 0 ? 0 : this.#workMs('short') + this.#workMs('long')
    if (lane === 'long') {
      const seats = this.#longSeats(threads, nowMs)
      return this.#jobs.long < seats ? 0 : this.#workMs('long') / seats
    }
    const seats = threads - longRunning
    if (seats <= 0) return this.#workMs('long') / threads + this.#workMs('short')
    return this.#jobs.short < seats ? 0 : this.#workMs('short') / seats
  }

  #longSeats(threads: number, nowMs: number): number {
    return nowMs - this.#lastShortAtMs < KEEP_SEAT_MS ? Math.max(1, threads - 1) : threads
  }

  #workMs(lane: Lane): number {
    let sum = 0
    for (const [kind, count] of this.#work[lane]) sum += count * this.#typicalMs[kind]
    return sum
  }
}
