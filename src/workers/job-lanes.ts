// Jobs that wait for a thread, in two lanes: short ones (routes) and long ones (loops, matching, analyses, tours).
// While routes are asked for, one thread is kept from long jobs, so that a route never waits behind loops on every
// thread. In each lane callers take turns. Estimates what a newcomer would wait from what its lane holds and how long
// such jobs take, and leaves the verdict to a guard for each lane. Runs nothing.

import { CallerQueue, type Place } from '../overload/caller-queue.ts'
import { QueueGuard } from '../overload/queue-guard.ts'
import type { JobKind, Jobs } from './messages.ts'

export type Lane = 'short' | 'long'
/** A tour is a route over more than a few waypoints. */
export type LaneKind = JobKind | 'tour'
const LONG_KINDS: ReadonlySet<LaneKind> = new Set(['loops', 'match', 'analyse', 'tour'])
const FEW_WAYPOINTS = 10
/** Milliseconds that a job takes, until there is experience. */
const FIRST_GUESS_MS: Record<LaneKind, number> = { route: 3, trip: 3, tour: 40, loops: 60, match: 20, analyse: 20 }
const LEARNING = 0.1
/** How long after the last short job a thread stays kept for the next. */
const KEEP_SEAT_MS = 1000

export const laneOf = (kind: LaneKind): Lane => (LONG_KINDS.has(kind) ? 'long' : 'short')

export function laneKindOf(kind: JobKind, input: Jobs[JobKind]): LaneKind {
  return 'waypoints' in input && input.waypoints.length > FEW_WAYPOINTS ? 'tour' : kind
}

export class JobLanes<Job extends { kind: LaneKind; caller: string }> {
  readonly #targetMs: number
  readonly #queues: Record<Lane, CallerQueue<Job>> = { short: new CallerQueue(), long: new CallerQueue() }
  /** of the jobs that still wait */
  readonly #places = new Map<Job, Place<Job>>()
  readonly #guards: Record<Lane, QueueGuard>
  readonly #typicalMs: Record<LaneKind, number> = { ...FIRST_GUESS_MS }
  /** jobs waiting and running, and what they are expected to take */
  readonly #jobs: Record<Lane, number> = { short: 0, long: 0 }
  readonly #work: Record<Lane, Map<LaneKind, number>> = { short: new Map(), long: new Map() }
  #lastShortAtMs = -Infinity

  /** `targetMs`: wait that is kept to under overload; what takes long may wait for two of its kind. */
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
   * Whether one more job of this kind gets in, with `threads` alive and `longRunning` of them at long jobs. Without a
   * caller it is judged as if all that waits were served before it.
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

  /** Takes a waiting job of the caller with the most out, so that one of `caller` finds room. */
  crowdOut(kind: LaneKind, caller: string): Job | undefined {
    const job = this.#queues[laneOf(kind)].crowdOut(caller)
    if (job !== undefined) this.#places.delete(job)
    return job
  }

  push(job: Job, nowMs: number): void {
    const lane = laneOf(job.kind)
    if (lane === 'short') this.#lastShortAtMs = nowMs
    this.#places.set(job, this.#queues[lane].push(job.caller, job))
    this.#jobs[lane]++
    this.#work[lane].set(job.kind, (this.#work[lane].get(job.kind) ?? 0) + 1)
  }

  /** The next job to hand out, still in its lane. Long jobs go first while they may have one more thread. */
  peek(threads: number, longRunning: number, nowMs: number): Job | undefined {
    const long = longRunning < this.#longSeats(threads, nowMs) ? this.#queues.long.peek() : undefined
    return long ?? this.#queues.short.peek()
  }

  /** Takes what `peek` gave out of its lane. */
  shift(job: Job): void {
    this.#queues[laneOf(job.kind)].shift()
    this.#places.delete(job)
  }

  /** A job that was pushed is over, however it ended; `ms` where a thread worked it off. */
  ended(job: Job, ms: number | undefined): void {
    const lane = laneOf(job.kind)
    const place = this.#places.get(job)
    if (place !== undefined) {
      this.#queues[lane].remove(place)
      this.#places.delete(job)
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
