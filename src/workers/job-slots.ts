// The jobs that a pool has accepted and not ended, each in a slot of its own. A slot has a flag in memory shared with
// the threads: raised, it stops the job that runs there. Their number is the bound on jobs waiting and running.

import type { ServiceError } from '../errors.ts'
import type { JobOptions } from '../job-options.ts'
import { INTS_PER_FLAG } from '../routing/search/search-types.ts'
import type { EncodedAnswer } from '../wire/encoded-answer.ts'
import type { LaneJob, LaneKind } from './job-lanes.ts'
import type { JobKind, Jobs, ToWorker } from './messages.ts'
import type { PoolThread } from './pool-threads.ts'

export interface PoolJob extends LaneJob<PoolJob> {
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
  resolve: (answer: EncodedAnswer<never>) => void
  reject: (error: ServiceError) => void
  /** null while it waits */
  thread: PoolThread | null
  expect: JobOptions['expect']
  /** what `expect` said; absent: nothing yet */
  mayUseMs?: number
  spend: JobOptions['spend']
  /** the caller has been answered already, so the result is discarded */
  dropped: boolean
  stopListening: () => void
}

/** What its thread is sent. */
export function messageOf({ region, slot, asked, input, mayUseMs = Infinity }: PoolJob): ToWorker {
  return { type: 'job', region, slot, kind: asked, input, mayUseMs }
}

export class JobSlots {
  /** one for each slot */
  readonly flags: Int32Array
  readonly #jobs: (PoolJob | undefined)[]
  readonly #free: number[] = []

  constructor(count: number) {
    this.flags = new Int32Array(new SharedArrayBuffer(count * INTS_PER_FLAG * 4))
    this.#jobs = new Array(count)
    for (let slot = count - 1; slot >= 0; slot--) this.#free.push(slot)
  }

  get isFull(): boolean {
    return this.#free.length === 0
  }

  /** A free slot for a job to come, its flag down. */
  take(): number | undefined {
    const slot = this.#free.pop()
    if (slot !== undefined) Atomics.store(this.flags, slot * INTS_PER_FLAG, 0)
    return slot
  }

  put(job: PoolJob): void {
    this.#jobs[job.slot] = job
  }

  /** Tells that a thread is about to begin a job; false where it was withdrawn upon that. */
  mayBegin(job: PoolJob): boolean {
    job.mayUseMs = job.expect?.() ?? Infinity
    return this.at(job.slot) === job
  }

  at(slot: number): PoolJob | undefined {
    return this.#jobs[slot]
  }

  release(job: PoolJob): void {
    this.#jobs[job.slot] = undefined
    this.#free.push(job.slot)
  }

  /** Tells the thread that runs the job to stop it. */
  raiseFlag(job: PoolJob): void {
    Atomics.store(this.flags, job.slot * INTS_PER_FLAG, 1)
  }

  list(): PoolJob[] {
    return this.#jobs.filter((job) => job !== undefined)
  }

  /** Those past their deadline that have not been told to stop. */
  overdue(nowMs: number): PoolJob[] {
    return this.#jobs.filter(
      (job) => job !== undefined && job.deadlineMs <= nowMs && Atomics.load(this.flags, job.slot * INTS_PER_FLAG) === 0,
    ) as PoolJob[]
  }
}
