// Glyph ranges on demand. Making all ranges of the three fonts takes a second and 4 MB, and a map of one country shows
// a twentieth of them. So an import makes none: the first request for a range makes it in a separate thread (20 ms; 150
// ms including the thread's start), and an LRU cache of CACHE_BYTES keeps it. Concurrent requests for a range share one
// job; MAX_WAITING bounds the number of different ranges that wait. The thread ends after IDLE_MS without work.

import { say } from '../language/sentence.ts'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import type { FontName } from '../map/style/glyph-fonts.ts'
import { ReadCache } from '../storage/read-cache.ts'
import type { GlyphJobs } from './glyph-thread.ts'
import { ThreadPool } from './thread-pool.ts'

const CACHE_BYTES = 16_000_000
const MAX_WAITING = 64
const IDLE_MS = 20_000
/** A range is made in tens of milliseconds. */
const WITHIN_MS = 60_000
const WORKER_HEAP_MB = 256
const WORKER_YOUNG_MB = 8

const zip = promisify(gzip)

export interface GlyphRange {
  bytes: Buffer
  gzipped: Buffer
}

export interface GlyphThreads {
  /** Throws ServiceError: `busy` if too many ranges are waiting, `internal` if the thread failed. */
  getRange(stack: FontName[], start: number): Promise<GlyphRange>
  close(): Promise<void>
}

export interface GlyphThreadsOptions {
  /** called on crashes */
  onFault: (event: string, details: Record<string, unknown>) => void
  cacheBytes?: number
  idleMs?: number
}

export function createGlyphThreads(options: GlyphThreadsOptions): GlyphThreads {
  const { onFault, cacheBytes = CACHE_BYTES, idleMs = IDLE_MS } = options
  const ranges = new ReadCache<string, GlyphRange>(cacheBytes, sizeOf)
  const pool = new ThreadPool<GlyphJobs>({
    ...{ name: 'glyph', threads: 1, maxQueued: MAX_WAITING, targetWaitMs: WITHIN_MS, idleMs, onFault, retryAfterS: 1 },
    priorityOf: () => 'short',
    start: (_index, cancelFlag) => {
      const thread = new Worker(new URL('./glyph-thread.ts', import.meta.url), {
        workerData: { cancelFlag },
        resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_YOUNG_MB },
      })
      thread.unref()
      return thread
    },
    words: {
      crowded: say('error.busy.glyphs_waiting'),
    },
  })
  const make = async (stack: FontName[], start: number): Promise<GlyphRange> => {
    const { buffer, byteLength } = await pool.run(
      'glyphs',
      { stack, start },
      { signal: AbortSignal.timeout(WITHIN_MS) },
    )
    const bytes = Buffer.from(buffer, 0, byteLength)
    return { bytes, gzipped: await zip(bytes) }
  }
  return {
    getRange: (stack, start) => ranges.get(`${start} ${stack.join(',')}`, () => make(stack, start)),
    close: () => pool.close(),
  }
}

function sizeOf({ bytes, gzipped }: GlyphRange): number {
  return bytes.length + gzipped.length
}
