// Glyph ranges on demand. Making all ranges of the three fonts takes a second and 4 MB, and a map of one country shows
// a twentieth of them. So an import makes none: the first request for a range makes it in a separate thread (20 ms; 150
// ms including the thread's start), and an LRU cache of CACHE_BYTES keeps it. Concurrent requests for a range share one
// job; MAX_WAITING bounds the number of different ranges in progress. The thread ends after IDLE_MS without work.

import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import { ServiceError } from '../errors.ts'
import type { FontName } from '../map/style/glyph-fonts.ts'
import { ReadCache } from '../storage/read-cache.ts'
import type { FromGlyphWorker, ToGlyphWorker } from './glyph-worker.ts'

const CACHE_BYTES = 16_000_000
const MAX_WAITING = 64
const IDLE_MS = 20_000
const WORKER_HEAP_MB = 256
const WORKER_YOUNG_MB = 8

const zip = promisify(gzip)

export interface GlyphRange {
  bytes: Buffer
  gzipped: Buffer
}

export interface GlyphPool {
  /** Throws ServiceError: `busy` if too many ranges are waiting, `internal` if the thread failed. */
  getRange(stack: FontName[], start: number): Promise<GlyphRange>
  close(): Promise<void>
}

export interface GlyphPoolOptions {
  /** called on crashes */
  onFault: (event: string, details: Record<string, unknown>) => void
  cacheBytes?: number
  idleMs?: number
}

export function createGlyphPool({ onFault, cacheBytes = CACHE_BYTES, idleMs = IDLE_MS }: GlyphPoolOptions): GlyphPool {
  const ranges = new ReadCache<string, GlyphRange>(cacheBytes, sizeOf)
  /** sent to the thread and not yet answered, in order */
  const waiting: { resolve: (bytes: Uint8Array) => void; reject: (reason: Error) => void }[] = []
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  const endThread = (): Promise<number> | undefined => {
    clearTimeout(idle)
    const ended = thread
    thread = null
    for (const { reject } of waiting.splice(0))
      reject(new ServiceError('internal', 'The thread that makes glyphs ended.'))
    return ended?.terminate()
  }

  const spawn = (): Worker => {
    const started = new Worker(new URL('./glyph-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_YOUNG_MB },
    })
    started.unref()
    started.on('message', (answer: FromGlyphWorker) => {
      if (thread !== started) return
      const asked = waiting.shift()
      if ('bytes' in answer) asked?.resolve(answer.bytes)
      else {
        onFault('a glyph range failed', { stack: answer.stack })
        asked?.reject(new ServiceError('internal', 'The glyphs could not be made.'))
      }
      if (waiting.length === 0) idle = setTimeout(() => void endThread(), idleMs).unref()
    })
    const fail = (stack: string | undefined): void => {
      if (thread !== started) return
      onFault('the glyph thread ended', { stack })
      void endThread()
    }
    started.on('error', (error) => fail(error instanceof Error ? error.stack : String(error)))
    started.on('exit', () => fail(undefined))
    return started
  }

  const ask = (stack: FontName[], start: number): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle)
      thread ??= spawn()
      waiting.push({ resolve, reject })
      thread.postMessage({ stack, start } satisfies ToGlyphWorker)
    })

  const make = async (stack: FontName[], start: number): Promise<GlyphRange> => {
    const { buffer, byteLength } = await ask(stack, start)
    const made = Buffer.from(buffer as ArrayBuffer, 0, byteLength)
    return { bytes: made, gzipped: await zip(made) }
  }

  return {
    async getRange(stack, start) {
      const key = `${start} ${stack.join(',')}`
      if (ranges.find(key) === undefined && ranges.reading(key) === undefined && ranges.readCount >= MAX_WAITING)
        throw new ServiceError('busy', 'Too many glyph ranges are being made. Try again.', { retryAfterS: 1 })
      return ranges.get(key, () => make(stack, start))
    },
    async close() {
      await endThread()
    },
  }
}

function sizeOf({ bytes, gzipped }: GlyphRange): number {
  return bytes.length + gzipped.length
}
