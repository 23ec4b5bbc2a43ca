// A thread for jobs on whole files: one at a time, answered as wire JSON in transferred chunks. What a file leaves is
// collected in V8's own time, since a collection requested by name forgets compiled code.

import { parentPort, workerData } from 'node:worker_threads'
import { type CourseJobs, runCourseJob } from '../course/course-jobs.ts'
import type { FileJobs } from '../jobs.ts'
import type { Renderer } from '../language/renderer.ts'
import { RawJson } from '../wire/raw-json.ts'
import { type Sent, serveCalls } from './thread-handle.ts'

/** A job as it is sent. */
export interface FileThreadInput {
  /** members sent as values */
  members: Record<string, unknown>
  /** members sent as JSON text inside `body` */
  raw: Record<string, { from: number; to: number }>
  body: Uint8Array<ArrayBuffer> | null
}

serveCalls<Record<keyof FileJobs, FileThreadInput>>(
  parentPort!,
  (workerData as { cancelFlag: Int32Array }).cancelFlag,
  {
    clean: (input, _, renderer) => run('clean', input, renderer),
    simplify: (input, _, renderer) => run('simplify', input, renderer),
    export: (input, _, renderer) => run('export', input, renderer),
  },
)

function run(kind: keyof FileJobs, input: FileThreadInput, renderer: Renderer | null): Sent {
  const chunks = runCourseJob(kind, readJob(input), renderer)
  return { answer: chunks, transfer: [...new Set(chunks.map(({ buffer }) => buffer as ArrayBuffer))] }
}

function readJob({ members, raw, body }: FileThreadInput): CourseJobs[keyof CourseJobs] {
  const job: Record<string, unknown> = { ...members }
  if (body !== null) {
    const bytes = Buffer.from(body.buffer)
    const inBody = ([, { from, to }]: [string, { from: number; to: number }]) => new RawJson(bytes, from, to, 0)
    // files are read in place, which changes the body, so everything else is read first
    const entries = Object.entries(raw)
    const isFile = ([key]: [string, unknown]) => key === 'gpx' || key === 'file'
    for (const entry of entries) if (!isFile(entry)) job[entry[0]] = inBody(entry).parse()
    for (const entry of entries) if (isFile(entry)) job[entry[0]] = inBody(entry).takeText()
  }
  return job as unknown as CourseJobs[keyof CourseJobs]
}
