// A thread for whole GPX files: one job at a time, answered as wire text. Everything it throws goes back as data.

import { parentPort } from 'node:worker_threads'
import { runCourseJob } from '../course/course-jobs.ts'
import type { CourseJobs } from '../course/course-jobs.ts'
import { toServiceError } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'

export interface ToCourseWorker {
  kind: keyof CourseJobs
  job: CourseJobs[keyof CourseJobs]
}
export type FromCourseWorker = { wireText: string } | { failure: { code: ErrorCode; message: string; inputPath: string | undefined; stack: string | undefined } }

const port = parentPort!
port.on('message', ({ kind, job }: ToCourseWorker) => {
  let answer: FromCourseWorker
  try {
    answer = { wireText: runCourseJob(kind, job) }
  } catch (thrown) {
    const { code, message, inputPath } = toServiceError(thrown)
    answer = { failure: { code, message, inputPath, stack: code === 'internal' ? (thrown as Error)?.stack : undefined } }
  }
  port.postMessage(answer)
})
