// The CourseService of services.ts: whole files are cleaned, simplified and converted in threads (seat-pool.ts), off
// the main thread. One extra thread is reserved for small files. A job that is cancelled or passes its deadline is
// stopped by terminating its thread.

import { Worker } from 'node:worker_threads'
import type { CourseJobs } from '../course/course-jobs.ts'
import type { JobOptions } from '../job-options.ts'
import type { CourseService } from '../services.ts'
import { type Holding, RawJson } from '../wire/raw-json.ts'
import { EncodedAnswer } from '../wire/encoded-answer.ts'
import { Utf8Text } from '../wire/utf8-text.ts'
import { dropChunks } from '../wire/wire-chunks.ts'
import type { ToCourseWorker } from './course-worker.ts'
import { ThreadPool } from './seat-pool.ts'
import type { ThreadPoolState, ThreadHandle } from './seat-types.ts'

const WORKER_HEAP_MB = 192
const SMALL_WORKER_HEAP_MB = 64
/** Young generation: kept small, since a file leaves a lot of garbage at once. */
const WORKER_YOUNG_MB = 4

/** Estimated time for one file until real jobs have been measured. */
const FIRST_GUESS_MS = 20
/** Files up to this size count as small: about 3,000 points, some tens of milliseconds. */
const SMALL_BYTES = 262_144
/** Estimated size of one value of an input that has already been parsed. */
const VALUE_BYTES = 10

export interface CoursePoolOptions {
  /** threads for files of any size; one more is reserved for small ones */
  workers: number
  maxQueued: number
  /** longest wait under overload, or twice the time a file takes if that is longer */
  targetWaitMs?: number
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; overridden only in tests */
  workerUrl?: URL
}

type CourseJob = Holding<CourseJobs[keyof CourseJobs]>

interface Task {
  kind: keyof CourseJobs
  job: CourseJob
}

export interface CoursePool extends CourseService {
  state(): ThreadPoolState
  close(): Promise<void>
}

export function createCoursePool(options: CoursePoolOptions): CoursePool {
  const pool = new ThreadPool<Task, Uint8Array[]>({
    seats: options.workers,
    smallSeats: 1,
    isSmall: ({ job }) => isSmall(job),
    maxQueued: options.maxQueued,
    targetWaitMs: options.targetWaitMs,
    firstGuessMs: FIRST_GUESS_MS,
    start: (isSmallSeat) => startThread(options.workerUrl, isSmallSeat),
    post: (thread, { kind, job }) => post(thread, kind, job),
    thread: 'course',
    words: {
      crowded: 'Too many files are being read. Try again.',
      late: 'The file took too long to read. Try a smaller one, or try again later.',
      broken: 'The thread that read the file ended.',
    },
    onFault: options.onFault,
  })
  const run = async <T>(kind: keyof CourseJobs, job: CourseJob, control: JobOptions): Promise<EncodedAnswer<T>> => {
    const chunks = await pool.run({ kind, job }, control)
    return new EncodedAnswer<T>(chunks, (underWay) => {
      if (!underWay) dropChunks(chunks)
    })
  }
  return {
    state: () => pool.state,
    cleanGpx: (job, control) => run('clean', job, control),
    simplifyGpx: (job, control) => run('simplify', job, control),
    exportCourse: (job, control) => run('export', job, control),
    close: () => pool.close(),
  }
}

function startThread(workerUrl: URL | undefined, isSmallSeat: boolean): Worker {
  const thread = new Worker(workerUrl ?? new URL('./course-worker.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: isSmallSeat ? SMALL_WORKER_HEAP_MB : WORKER_HEAP_MB,
      maxYoungGenerationSizeMb: WORKER_YOUNG_MB,
    },
  })
  thread.unref()
  return thread
}

function isSmall(job: CourseJob): boolean {
  let bytes = 0
  for (const member of Object.values(job)) {
    if (member instanceof RawJson) bytes += member.to - member.from
    else if (typeof member === 'string' || member instanceof Utf8Text) bytes += member.length
    else bytes += VALUE_BYTES * countValues(member, SMALL_BYTES / VALUE_BYTES)
    if (bytes > SMALL_BYTES) return false
  }
  return true
}

/** Counts the values inside lists and objects; stops counting beyond `most`. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1
  if (ArrayBuffer.isView(value)) return value.byteLength / VALUE_BYTES
  if (Array.isArray(value) && value.length > most) return value.length
  let count = 1
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (count > most) break
    count += countValues(inner, most - count)
  }
  return count
}

/** Held members cross as bytes, transferred rather than copied if nobody else reads them. */
function post(thread: ThreadHandle, kind: keyof CourseJobs, job: object): void {
  const members: Record<string, unknown> = {}
  const held: ToCourseWorker['held'] = {}
  let body: Uint8Array<ArrayBuffer> | null = null
  for (const [key, member] of Object.entries(job)) {
    if (member instanceof RawJson) {
      const { bytes } = member
      body ??=
        member.lone && bytes.byteLength === bytes.buffer.byteLength
          ? new Uint8Array(bytes.buffer as ArrayBuffer)
          : new Uint8Array(bytes)
      held[key] = { from: member.from, to: member.to }
    } else members[key] = member
  }
  thread.postMessage({ kind, job: members, held, body } satisfies ToCourseWorker, body === null ? [] : [body.buffer])
}
