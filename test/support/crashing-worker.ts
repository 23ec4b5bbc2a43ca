// A thread for files that dies in the middle of a file which says so, and answers any other.

import { parentPort, workerData } from 'node:worker_threads'
import type { FileThreadInput } from '../../src/workers/file-thread.ts'
import { type Sent, serveCalls } from '../../src/workers/thread-handle.ts'

function run({ members, body }: FileThreadInput): Sent {
  const text = `${JSON.stringify(members)}${body === null ? '' : Buffer.from(body).toString()}`
  if (text.includes('die here')) process.exit(9)
  return { answer: [new TextEncoder().encode('{"ok":true}')] }
}

serveCalls<Record<'clean' | 'simplify' | 'export', FileThreadInput>>(parentPort!, workerData.cancelFlag, {
  ...{ clean: run, simplify: run, export: run },
})
