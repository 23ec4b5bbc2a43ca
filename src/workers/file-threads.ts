// Jobs on whole files: they are cleaned, simplified and converted in threads, off the main thread. Nothing in that code
// looks at a cancel flag, so a job that is cancelled or passes its deadline is stopped by terminating its thread.

import { say } from '../language/sentence.ts'
import { Worker } from 'node:worker_threads'
import type { FileJobs } from '../jobs.ts'
import { EncodedAnswer } from '../wire/encoded-answer.ts'
import { RawJson } from '../wire/raw-json.ts'
import { Utf8Text } from '../wire/utf8-text.ts'
import type { FileThreadInput } from './file-thread.ts'
import { ThreadPool } from './thread-pool.ts'

const HEAP_MB = 192
/** Young generation: kept small, since a file leaves a lot of garbage at once. */
const YOUNG_MB = 4
/** Files up to this size are short jobs: about 3,000 points, some tens of milliseconds. */
const SMALL_BYTES = 262_144
/** Estimated size of one value of an input that has already been parsed. */
const VALUE_BYTES = 10

export interface FileThreadsOptions {
  /** threads for files of any size; one more is reserved for small ones */
  threads: number
  maxQueued: number
  /** longest wait under overload */
  targetWaitMs?: number
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; overridden only in tests */
  workerUrl?: URL
}

export type FileThreads = ThreadPool<FileJobs>
type FileJob = FileJobs[keyof FileJobs]['input']

export function createFileThreads(options: FileThreadsOptions): FileThreads {
  const { maxQueued, targetWaitMs, onFault } = options
  return new ThreadPool<FileJobs>({
    ...{ name: 'file', threads: options.threads + 1, maxQueued, targetWaitMs, onFault, retryAfterS: 2 },
    stopWithinMs: 0,
    priorityOf: (_kind, job) => (isSmall(job) ? 'short' : 'long'),
    start: (_index, cancelFlag) => {
      const thread = new Worker(options.workerUrl ?? new URL('./file-thread.ts', import.meta.url), {
        workerData: { cancelFlag },
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
      })
      thread.unref()
      return thread
    },
    send,
    receive: (chunks: Uint8Array[]) => EncodedAnswer.ofOwn(chunks),
    words: {
      crowded: say('error.busy.files_waiting'),
      broken: say('error.internal.file_thread'),
    },
  })
}

function isSmall(job: FileJob): boolean {
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

/** Raw members cross as bytes, transferred rather than copied if nobody else reads them. */
function send(job: FileJob): { input: FileThreadInput; transfer: ArrayBuffer[] } {
  const members: Record<string, unknown> = {}
  const raw: FileThreadInput['raw'] = {}
  let body: Uint8Array<ArrayBuffer> | null = null
  for (const [key, member] of Object.entries(job)) {
    if (member instanceof RawJson) {
      const { bytes } = member
      body ??=
        member.lone && bytes.byteLength === bytes.buffer.byteLength
          ? new Uint8Array(bytes.buffer as ArrayBuffer)
          : new Uint8Array(bytes)
      raw[key] = { from: member.from, to: member.to }
    } else members[key] = member
  }
  return { input: { members, raw, body }, transfer: body === null ? [] : [body.buffer] }
}
