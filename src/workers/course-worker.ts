// A thread for whole GPX files: one job at a time, answered as wire JSON in transferred chunks. Errors are returned as
// data. What a file leaves is collected in V8's own time, since a collection requested by name forgets compiled code.

import { parentPort } from 'node:worker_threads'
import { type CourseJobs, runCourseJob } from '../course/course-jobs.ts'
import { toServiceError } from '../errors.ts'
import { threadCpuMs } from '../overload/thread-cpu.ts'
import { RawJson } from '../wire/raw-json.ts'
import type { FromThread } from './seat-types.ts'

export interface ToCourseWorker {
  kind: keyof CourseJobs
  /** members sent as values */
  job: Record<string, unknown>
  /** members sent as JSON text inside `body` */
  held: Record<string, { from: number; to: number }>
  body: Uint8Array<ArrayBuffer> | null
}
const port = parentPort!
port.on('message', (message: ToCourseWorker) => {
  const startedCpuMs = threadCpuMs()
  let answer: FromThread<Uint8Array[]>
  const transfers: ArrayBuffer[] = []
  try {
    const chunks = runCourseJob(message.kind, readJob(message))
    for (const chunk of chunks)
      if (!transfers.includes(chunk.buffer as ArrayBuffer)) transfers.push(chunk.buffer as ArrayBuffer)
    answer = { answer: chunks }
  } catch (thrown) {
    const { code, message: words, inputPath } = toServiceError(thrown)
    message.body?.buffer.transfer(0)
    answer = {
      failure: { code, message: words, ...(inputPath === undefined ? {} : { inputPath }) },
      stack: code === 'internal' ? (thrown as Error)?.stack : undefined,
    }
  }
  message.body = null
  answer.cpuMs = threadCpuMs() - startedCpuMs
  port.postMessage(answer, transfers)
})

function readJob({ job, held, body }: ToCourseWorker): CourseJobs[keyof CourseJobs] {
  const members: Record<string, unknown> = { ...job }
  if (body !== null) {
    const bytes = Buffer.from(body.buffer)
    const inBody = ([, { from, to }]: [string, { from: number; to: number }]) => new RawJson(bytes, from, to, 0)
    // files are read in place, which changes the body, so everything else is read first
    const entries = Object.entries(held)
    const isFile = ([key]: [string, unknown]) => key === 'gpx' || key === 'file'
    for (const entry of entries) if (!isFile(entry)) members[entry[0]] = inBody(entry).parse()
    for (const entry of entries) if (isFile(entry)) members[entry[0]] = inBody(entry).takeText()
  }
  return members as unknown as CourseJobs[keyof CourseJobs]
}
