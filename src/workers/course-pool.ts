// The CourseService of services.ts: whole GPX files are cleaned and simplified in a few threads, so that the main
// thread stays free. A thread starts with its first job and runs one at a time; a job whose caller is gone or whose
// time is up ends with its thread. Never queues without bound: beyond it 503 `busy`.

import { Worker } from 'node:worker_threads'
import type { CourseJobs } from '../course/course-jobs.ts'
import { ServiceError } from '../errors.ts'
import type { CourseService, JobOptions } from '../services.ts'
import { HeldJson } from '../wire/held-json.ts'
import type { Holding } from '../wire/held-json.ts'
import { TARGET_WAIT_MS } from '../overload/queue-guard.ts'
import { SeatGuard } from '../overload/seat-guard.ts'
import { PreparedAnswer } from '../wire/prepared-answer.ts'
import { dropChunks } from '../wire/wire-chunks.ts'
import type { FromCourseWorker, ToCourseWorker } from './course-worker.ts'

const WORKER_HEAP_MB = 192
/** Garbage kept before it is collected: small, since a file leaves much of it at once. */
const WORKER_YOUNG_MB = 4

/** What a file takes in its thread, until there is experience. */
const FIRST_GUESS_MS = 20

export interface CoursePoolOptions {
  workers: number
  maxQueued: number
  /** wait that is kept to under overload, or twice what a file takes where that is longer */
  targetWaitMs?: number
  /** told of crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; another one only in tests */
  workerUrl?: URL
}

interface Job {
  kind: ToCourseWorker['kind']
  /** null once the thread has it: the file is not held twice */
  job: Holding<CourseJobs[keyof CourseJobs]> | null
  settle: (answer: FromCourseWorker) => void
  stopped: boolean
  startedMs: number
}

interface Seat {
  thread: Worker | null
  job: Job | null
}

export interface CoursePool extends CourseService {
  state(): { queued: number; running: number; threads: number; refused: number }
  close(): Promise<void>
}

/** Held members go as their bytes, which change hands without a copy where nobody else reads them. */
function post(thread: Worker, kind: keyof CourseJobs, job: object): void {
  const members: Record<string, unknown> = {}
  const held: ToCourseWorker['held'] = {}
  let body: Uint8Array<ArrayBuffer> | null = null
  for (const [key, member] of Object.entries(job)) {
    if (member instanceof HeldJson) {
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

export function createCoursePool(options: CoursePoolOptions): CoursePool {
  const seats: Seat[] = Array.from({ length: Math.max(1, options.workers) }, () => ({ thread: null, job: null }))
  const queue: Job[] = []
  const guard = new SeatGuard(options.targetWaitMs ?? TARGET_WAIT_MS, FIRST_GUESS_MS)
  let closed = false

  const next = (seat: Seat): void => {
    seat.job = queue.shift() ?? null
    if (seat.job === null || closed) return
    seat.thread ??= spawn(seat)
    seat.job.startedMs = performance.now()
    post(seat.thread, seat.job.kind, seat.job.job!)
    seat.job.job = null
  }

  const spawn = (seat: Seat): Worker => {
    const thread = new Worker(options.workerUrl ?? new URL('./course-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_YOUNG_MB },
    })
    thread.unref()
    const fail = (event: string, stack: string | undefined): void => {
      if (seat.thread !== thread) return
      seat.thread = null
      options.onFault(event, { stack })
      seat.job?.settle({
        failure: {
          code: 'internal',
          message: 'The thread that read the file ended.',
          inputPath: undefined,
          stack: undefined,
        },
      })
      next(seat)
    }
    thread.on('message', (answer: FromCourseWorker) => {
      if (seat.thread !== thread) return
      if ('failure' in answer && answer.failure.stack !== undefined)
        options.onFault('a course job failed', { stack: answer.failure.stack })
      if (seat.job !== null) guard.worked(performance.now() - seat.job.startedMs)
      seat.job?.settle(answer)
      next(seat)
    })
    thread.on('error', (error) => fail('a course thread failed', error instanceof Error ? error.stack : String(error)))
    thread.on('exit', () => fail('a course thread ended', undefined))
    return thread
  }

  /** The caller is gone or the time is up. */
  const stop = (job: Job): void => {
    job.stopped = true
    const waiting = queue.indexOf(job)
    if (waiting >= 0) queue.splice(waiting, 1)
    const seat = seats.find((one) => one.job === job)
    if (seat === undefined) return
    const thread = seat.thread
    seat.thread = null
    void thread?.terminate()
    next(seat)
  }

  const run = <T>(
    kind: keyof CourseJobs,
    input: Holding<CourseJobs[keyof CourseJobs]>,
    { signal, deadlineMs }: JobOptions,
  ): Promise<PreparedAnswer<T>> =>
    new Promise((resolve, reject) => {
      const seat = seats.find((one) => one.job === null)
      if (
        closed ||
        (seat === undefined &&
          (queue.length >= options.maxQueued || !guard.admits(queue.length, seats.length, performance.now())))
      ) {
        reject(new ServiceError('busy', 'Too many files are being read. Try again.', { retryAfterS: 2 }))
        return
      }
      if (signal.aborted) {
        reject(new ServiceError('busy', 'The request was given up before it began.', { retryAfterS: 2 }))
        return
      }
      const giveUp = (sentence: string) => () => {
        stop(job)
        finish()
        reject(new ServiceError('busy', sentence, { retryAfterS: 2 }))
      }
      const onAbort = giveUp('The request was given up.')
      const timer = setTimeout(
        giveUp('The file took too long. Try a smaller one, or again later.'),
        Math.max(0, deadlineMs - Date.now()),
      )
      signal.addEventListener('abort', onAbort, { once: true })
      const finish = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      const job: Job = {
        kind,
        job: input,
        stopped: false,
        startedMs: 0,
        settle: (answer) => {
          if (job.stopped) return
          finish()
          if ('chunks' in answer) {
            const { chunks } = answer
            resolve(
              new PreparedAnswer<T>(chunks, (underWay) => {
                if (!underWay) dropChunks(chunks)
              }),
            )
          } else
            reject(
              new ServiceError(
                answer.failure.code,
                answer.failure.message,
                answer.failure.inputPath === undefined ? {} : { inputPath: answer.failure.inputPath },
              ),
            )
        },
      }
      queue.push(job)
      if (seat !== undefined) next(seat)
    })

  return {
    state: () => ({
      queued: queue.length,
      running: seats.filter(({ job }) => job !== null).length,
      threads: seats.filter(({ thread }) => thread !== null).length,
      refused: guard.refused,
    }),
    cleanGpx: (job, control) => run('clean', job, control),
    simplifyGpx: (job, control) => run('simplify', job, control),
    async close() {
      closed = true
      await Promise.all(
        seats.map((seat) => {
          const thread = seat.thread
          seat.thread = null
          return thread?.terminate()
        }),
      )
    },
  }
}
