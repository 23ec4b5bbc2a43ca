// A thread for whole GPX files: one job at a time, answered as wire JSON in chunks whose memory changes hands. A file
// leaves several times its size in garbage, which is collected after the answer went, before the next file comes.
// Everything it throws goes back as data.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { runCourseJob } from '../course/course-jobs.ts'
import type { CourseJobs } from '../course/course-jobs.ts'
import { toServiceError } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import { HeldJson, parseHeld } from '../wire/held-json.ts'

/** Files from this size on are cleared away at once. */
const COLLECT_FROM_BYTES = 262_144

export interface ToCourseWorker {
  kind: keyof CourseJobs
  /** members that crossed as values */
  job: Record<string, unknown>
  /** members that are JSON text in `body` */
  held: Record<string, { from: number; to: number }>
  body: Uint8Array<ArrayBuffer> | null
}
export type FromCourseWorker = { chunks: Uint8Array[] } | { failure: { code: ErrorCode; message: string; inputPath: string | undefined; stack: string | undefined } }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: object) => void
const port = parentPort!
port.on('message', (message: ToCourseWorker) => {
  let answer: FromCourseWorker
  const bodyBytes = message.body?.byteLength ?? 0
  const transfers: ArrayBuffer[] = []
  try {
    const chunks = runCourseJob(message.kind, readJob(message))
    for (const chunk of chunks) transfers.push(chunk.buffer as ArrayBuffer)
    answer = { chunks }
  } catch (thrown) {
    const { code, message: words, inputPath } = toServiceError(thrown)
    answer = { failure: { code, message: words, inputPath, stack: code === 'internal' ? (thrown as Error)?.stack : undefined } }
  }
  const size = bodyBytes || transfers.reduce((sum, buffer) => sum + buffer.byteLength, 0)
  message.body = null
  port.postMessage(answer, transfers)
  if (size >= COLLECT_FROM_BYTES) setImmediate(() => collect({ type: 'major', flavor: 'regular', execution: 'sync' }))
})

function readJob({ job, held, body }: ToCourseWorker): CourseJobs[keyof CourseJobs] {
  if (body === null) return job as unknown as CourseJobs[keyof CourseJobs]
  const bytes = Buffer.from(body.buffer)
  const members: Record<string, unknown> = { ...job }
  for (const [key, { from, to }] of Object.entries(held)) members[key] = new HeldJson(bytes, from, to, 0)
  const read = parseHeld(members) as unknown as CourseJobs[keyof CourseJobs]
  body.buffer.transfer(0) // the file is held once from here on
  return read
}
