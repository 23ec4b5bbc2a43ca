// Pictures of maps, drawn in threads, off the main thread, which reads map files that are in a store for them.

import { say } from '../language/sentence.ts'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { PictureJobs } from '../jobs.ts'
import type { MapDrawing } from '../map/picture/map-drawing.ts'
import { readNothing } from '../releases/byte-source.ts'
import type { ReadStored } from '../releases/release-info.ts'
import type { PictureThreadSettings, RangeAnswer, RangeQuery } from './picture-thread.ts'
import { toFailure } from './thread-handle.ts'
import { ThreadPool } from './thread-pool.ts'

/**
 * Longest wait for a picture under overload. Longer than for a route: a page requests all its pictures at once, and
 * that is no overload.
 */
const LEAST_TARGET_WAIT_MS = 2000
/** Pictures up to this size are short jobs: what 2 credits buy. */
const SMALL_PIXELS = 2_097_152
const SMALL_POSITIONS = 1000

export interface PictureThreadsOptions {
  /** threads for pictures of any size; one more is reserved for small ones */
  threads: number
  maxQueued: number
  /** longest wait under overload */
  targetWaitMs?: number
  /** tile cache of each thread, in bytes */
  tileCacheBytes: number
  /** reads map files that are in a store; there are none if left out */
  readStored?: ReadStored | undefined
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; overridden only in tests */
  workerUrl?: URL | undefined
  /** a thread that has not stopped this long after it was asked is terminated; default 5 s */
  stopWithinMs?: number
}

export type PictureThreads = ThreadPool<PictureJobs>

export function createPictureThreads(options: PictureThreadsOptions): PictureThreads {
  const { maxQueued, stopWithinMs, onFault, tileCacheBytes, readStored = readNothing } = options
  return new ThreadPool<PictureJobs>({
    ...{ name: 'picture', threads: options.threads + 1, maxQueued, stopWithinMs, onFault, retryAfterS: 2 },
    targetWaitMs: Math.max(options.targetWaitMs ?? 0, LEAST_TARGET_WAIT_MS),
    priorityOf: (_kind, drawing) => (isSmall(drawing) ? 'short' : 'long'),
    start: (_index, cancelFlag) => {
      const { port1, port2 } = new MessageChannel()
      serveRanges(port1, readStored)
      const workerData: PictureThreadSettings = { cancelFlag, tileCacheBytes, ranges: port2 }
      const workerUrl = options.workerUrl ?? new URL('./picture-thread.ts', import.meta.url)
      const thread = new Worker(workerUrl, { workerData, transferList: [port2] })
      thread.unref()
      return thread
    },
    words: {
      crowded: say('error.busy.pictures_waiting'),
    },
  })
}

function isSmall({ width, height, scale, shapes }: MapDrawing): boolean {
  let numbers = 0
  for (const { parts } of shapes) for (const part of parts) numbers += part.length
  return width * height * scale ** 2 <= SMALL_PIXELS && numbers <= 2 * SMALL_POSITIONS
}

/** Reads ranges of files in a store for a thread until its end is closed. */
function serveRanges(port: MessagePort, readStored: ReadStored): void {
  const answer = async ({ id, place, offset, length }: RangeQuery): Promise<void> => {
    try {
      // what is read may be part of a block that is kept: the thread gets a copy
      const bytes = new Uint8Array(await readStored(place, offset, length))
      port.postMessage({ id, bytes } satisfies RangeAnswer, [bytes.buffer])
    } catch (thrown) {
      port.postMessage({ id, failure: toFailure(thrown) } satisfies RangeAnswer)
    }
  }
  port.on('message', (requested: RangeQuery) => void answer(requested))
  port.unref()
}
