// The MapService of services.ts: pictures are drawn in threads (seat-pool.ts), so that the main thread stays free.
// Small pictures have a thread of their own beside those for pictures of any size. Where a caller leaves, or the time
// is up, the thread is asked to stop; one that does not is ended.

import { Worker } from 'node:worker_threads'
import type { MapService } from '../services.ts'
import type { MapDrawing } from '../static-map/map-drawing.ts'
import type { MapWorkerSettings, ToMapWorker } from './map-worker.ts'
import { SeatPool, type SeatPoolState } from './seat-pool.ts'

/**
 * A page with a picture waits longer than one with a route: a page full of pictures is asked for at once, and is no
 * overload.
 */
const LEAST_TARGET_WAIT_MS = 2000
/** What a picture takes, until there is experience. */
const FIRST_GUESS_MS = 100
/** Up to here a picture is small: what 2 credits buy. */
const SMALL_PIXELS = 2_097_152
const SMALL_POSITIONS = 1000

export interface MapPoolOptions {
  /** threads for pictures of any size; one more is for small ones */
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

interface Task {
  drawing: MapDrawing
  stopFlag: Int32Array
}

export interface MapPool extends MapService {
  state(): SeatPoolState
  close(): Promise<void>
}

export function createMapPool(options: MapPoolOptions): MapPool {
  const settings: MapWorkerSettings = { tileCacheBytes: options.tileCacheBytes }
  const pool = new SeatPool<Task, Uint8Array>({
    seats: options.workers,
    smallSeats: 1,
    isSmall: ({ drawing }) => isSmall(drawing),
    maxQueued: options.maxQueued,
    targetWaitMs: Math.max(options.targetWaitMs ?? 0, LEAST_TARGET_WAIT_MS),
    firstGuessMs: FIRST_GUESS_MS,
    start: () => {
      const thread = new Worker(options.workerUrl ?? new URL('./map-worker.ts', import.meta.url), {
        workerData: settings,
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
      late: 'The picture took longer than its time limit. Ask for a smaller one, or again later.',
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
