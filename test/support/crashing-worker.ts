// A thread of the GPX pool that dies in the middle of a file which says so, and answers any other.

import { parentPort } from 'node:worker_threads'
import type { ToCourseWorker } from '../../src/workers/course-worker.ts'

parentPort!.on('message', ({ job, body }: ToCourseWorker) => {
  if (`${JSON.stringify(job)}${body === null ? '' : Buffer.from(body).toString()}`.includes('die here')) process.exit(9)
  parentPort!.postMessage({ answer: [new TextEncoder().encode('{"ok":true}')] })
})
