// The MapService of services.ts: pictures are drawn in threads (seat-pool.ts), off the main thread. One extra thread is
// reserved for small pictures. When a caller disconnects or the deadline passes, the thread is asked to stop, and
// terminated if it does not.

import { MessageChannel, Worker } from 'node:worker_threads'
import type { ReadStored } from '../releases/release-info.ts'
import type { MapService } from '../services.ts'
import type { MapDrawing } from '../map/picture/map-drawing.ts'
import type { MapWorkerSettings, ToMapWorker } from './map-worker.ts'
import { readNothing } from '../releases/byte-source.ts'
import { ThreadPool } from './seat-pool.ts'
import type { ThreadPoolState } from './seat-types.ts'
import { serveRanges } from './stored-ranges.ts'

/**
 * Longest wait for a picture under overload. Longer than for a route: a page requests all its pictures at once, and
 * that is no overload.
 */
const LEAST_TARGET_WAIT_MS = 2000
/** Estimated time for one picture until real ones have been measured. */
const FIRST_GUESS_MS = 100
/** Pictures up to this size count as small: what 2 credits buy. */
const SMALL_PIXELS = 2_097_152
const SMALL_POSITIONS = 1000

export interface MapPoolOptions {
  /** threads for pictures of any size; one more is reserved for small ones */
  workers: number
  maxQueued: number
  /** longest wait under overload, or twice the time a picture takes if that is longer */
  targetWaitMs?: number
  /** tile cache of each thread, in bytes */
  tileCacheBytes: number
  /** reads map files that are in a store; there are none if left out */
  readStored?: ReadStored | undefined
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; overridden only in tests */
  workerUrl?: URL | undefined
  /** a thread that has not stopped this long after being asked is terminated; default 5 s */
  stopWithinMs?: number
}

interface Task {
  drawing: MapDrawing
  stopFlag: Int32Array
}

export interface MapPool extends MapService {
  state(): ThreadPoolState
  close(): Promise<void>
}

export function createMapPool(options: MapPoolOptions): MapPool {
  const pool = new ThreadPool<Task, Uint8Array>({
    seats: options.workers,
    smallSeats: 1,
    isSmall: ({ drawing }) => isSmall(drawing),
    maxQueued: options.maxQueued,
    targetWaitMs: Math.max(options.targetWaitMs ?? 0, LEAST_TARGET_WAIT_MS),
    firstGuessMs: FIRST_GUESS_MS,
    start: () => {
      const { port1, port2 } = new MessageChannel()
      serveRanges(port1, options.readStored ?? readNothing)
      const { tileCacheBytes } = options
      const workerData: MapWorkerSettings = { tileCacheBytes, ranges: port2 }
      const thread = new Worker(options.workerUrl ?? new URL('./map-worker.ts', import.meta.url), {
        workerData,
        transferList: [port2],
      })
      thread.unref()
      return thread
    },
    post: (thread, { drawing, stopFlag }) => thread.postMessage({ drawing, stopFlag } satisfies ToMapWorker),
    askToStop: ({ stopFlag }) => Atomics.store(stopFlag, 0, 1),
    stopWithinMs: options.stopWithinMs,
    thread: 'map',
    words: {
      crowded: 'Too many pictures are waiting to be drawn. Try again.',
      late: 'The picture took longer than its time limit. Request a smaller one, or try again later.',
      broken: 'Something went wrong inside the service. The request id is in the log.',
    },
    onFault: options.onFault,
  })
  return {
    draw: (drawing, control) => pool.run({ drawing, stopFlag: new Int32Array(new SharedArrayBuffer(4)) }, control),
    state: () => pool.state,
    close: () => pool.close(),
  }
}

function isSmall({ width, height, scale, shapes }: MapDrawing): boolean {
  let numbers = 0
  for (const { parts } of shapes) for (const part of parts) numbers += part.length
  return width * height * scale ** 2 <= SMALL_PIXELS && numbers <= 2 * SMALL_POSITIONS
}
