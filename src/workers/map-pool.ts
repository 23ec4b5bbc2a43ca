// The MapService of services.ts: pictures are drawn in threads, so that the main thread stays free. A thread starts
// with its first picture and draws one at a time; who comes later waits in a queue. A caller who leaves, or whose time
// is up, is answered at once and the thread told to stop; one that does not is ended. Never queues without bound:
// beyond it 503 `busy`.

import { Worker } from 'node:worker_threads'
import { ServiceError } from '../errors.ts'
import { SeatGuard } from '../overload/seat-guard.ts'
import type { JobOptions, MapService } from '../services.ts'
import type { MapDrawing } from '../static-map/map-drawing.ts'
import type { FromMapWorker, MapWorkerSettings, ToMapWorker } from './map-worker.ts'

const STOP_WITHIN_MS = 5000
/**
 * A page with a picture waits longer than one with a route: a page full of pictures is asked for at once, and is no
 * overload.
 */
const LEAST_TARGET_WAIT_MS = 2000
/** What a picture takes, until there is experience. */
const FIRST_GUESS_MS = 100

export interface MapPoolOptions {
  workers: number
  maxQueued: number
  /** wait that is kept to under overload, or twice what a picture takes where that is longer */
  targetWaitMs?: number
  /** bytes of tiles that one thread keeps */
  tileCacheBytes: number
  /** told of crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; another one only in tests */
  workerUrl?: URL | undefined
  /** a thread that was told to stop and has not by then is ended; default 5 s */
  stopWithinMs?: number
}

interface Job {
  drawing: MapDrawing
  stopFlag: Int32Array
  startedMs: number
  /** null once the caller was answered */
  settle: ((answer: FromMapWorker) => void) | null
}

interface Seat {
  thread: Worker | null
  job: Job | null
  ending: NodeJS.Timeout | undefined
}

export interface MapPool extends MapService {
  state(): { queued: number; running: number; threads: number; refused: number }
  close(): Promise<void>
}

export function createMapPool(options: MapPoolOptions): MapPool {
  const seats: Seat[] = Array.from({ length: Math.max(1, options.workers) }, () => ({
    thread: null,
    job: null,
    ending: undefined,
  }))
  const queue: Job[] = []
  const guard = new SeatGuard(Math.max(options.targetWaitMs ?? 0, LEAST_TARGET_WAIT_MS), FIRST_GUESS_MS)
  let closed = false

  const next = (seat: Seat): void => {
    clearTimeout(seat.ending)
    seat.job = queue.shift() ?? null
    if (seat.job === null || closed) return
    seat.thread ??= spawn(seat)
    seat.job.startedMs = performance.now()
    seat.thread.postMessage({ drawing: seat.job.drawing, stopFlag: seat.job.stopFlag } satisfies ToMapWorker)
  }

  const spawn = (seat: Seat): Worker => {
    const settings: MapWorkerSettings = { tileCacheBytes: options.tileCacheBytes }
    const thread = new Worker(options.workerUrl ?? new URL('./map-worker.ts', import.meta.url), {
      workerData: settings,
    })
    thread.unref()
    const fail = (event: string, stack: string | undefined): void => {
      if (seat.thread !== thread) return
      seat.thread = null
      if (!closed) options.onFault(event, { stack })
      seat.job?.settle?.({
        failure: {
          code: 'internal',
          message: 'Something went wrong inside the service. The request id is in the log.',
        },
      })
      next(seat)
    }
    thread.on('message', (answer: FromMapWorker) => {
      if (seat.thread !== thread) return
      if ('failure' in answer && answer.stack !== undefined)
        options.onFault('a map could not be drawn', { stack: answer.stack })
      if (seat.job !== null) guard.worked(performance.now() - seat.job.startedMs)
      seat.job?.settle?.(answer)
      next(seat)
    })
    thread.on('error', (error) => fail('a map thread failed', error instanceof Error ? error.stack : String(error)))
    thread.on('exit', () => fail('a map thread ended', undefined))
    return thread
  }

  /** Nobody waits for it any more. */
  const stop = (job: Job): void => {
    job.settle = null
    const waiting = queue.indexOf(job)
    if (waiting >= 0) queue.splice(waiting, 1)
    const seat = seats.find((one) => one.job === job)
    if (seat === undefined) return
    Atomics.store(job.stopFlag, 0, 1)
    seat.ending = setTimeout(() => {
      const { thread } = seat
      seat.thread = null
      options.onFault('a map thread did not stop and was ended', {})
      void thread?.terminate()
      next(seat)
    }, options.stopWithinMs ?? STOP_WITHIN_MS)
    seat.ending.unref()
  }

  return {
    draw: (drawing, { signal, deadlineMs }: JobOptions) =>
      new Promise((resolve, reject) => {
        const seat = seats.find((one) => one.job === null)
        if (
          closed ||
          (seat === undefined &&
            (queue.length >= options.maxQueued || !guard.admits(queue.length, seats.length, performance.now())))
        )
          return reject(
            new ServiceError('busy', 'Too many pictures are waiting to be drawn. Try again.', { retryAfterS: 2 }),
          )
        if (signal.aborted)
          return reject(new ServiceError('busy', 'The request was given up before it began.', { retryAfterS: 2 }))
        const giveUp = (sentence: string) => () => {
          stop(job)
          finish()
          reject(new ServiceError('busy', sentence, { retryAfterS: 2 }))
        }
        const onAbort = giveUp('The request was given up.')
        const timer = setTimeout(
          giveUp('The picture took longer than its time limit. Ask for a smaller one, or again later.'),
          Math.max(0, deadlineMs - Date.now()),
        )
        signal.addEventListener('abort', onAbort, { once: true })
        const finish = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
        }
        const job: Job = {
          drawing,
          stopFlag: new Int32Array(new SharedArrayBuffer(4)),
          startedMs: 0,
          settle: (answer) => {
            finish()
            if ('png' in answer) resolve(answer.png)
            else if ('stopped' in answer)
              reject(new ServiceError('busy', 'The picture was given up.', { retryAfterS: 2 }))
            else
              reject(
                new ServiceError(answer.failure.code, answer.failure.message, {
                  inputPath: answer.failure.inputPath,
                  retryAfterS: answer.failure.retryAfterS,
                }),
              )
          },
        }
        queue.push(job)
        if (seat !== undefined) next(seat)
      }),
    state: () => ({
      queued: queue.length,
      running: seats.filter(({ job }) => job !== null).length,
      threads: seats.filter(({ thread }) => thread !== null).length,
      refused: guard.refused,
    }),
    async close() {
      closed = true
      await Promise.all(
        seats.map((seat) => {
          const { thread } = seat
          seat.thread = null
          clearTimeout(seat.ending)
          seat.job?.settle?.({ failure: { code: 'busy', message: 'The server is stopping.', retryAfterS: 5 } })
          return thread?.terminate()
        }),
      )
      for (const job of queue.splice(0))
        job.settle?.({ failure: { code: 'busy', message: 'The server is stopping.', retryAfterS: 5 } })
    },
  }
}
