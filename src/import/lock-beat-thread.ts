// Appends a space to the lock file of an import now and then, so that the file system, whose clock all hosts share,
// says when the import was last alive.

import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

export interface LockBeatSettings {
  path: string
  text: string
  everyMs: number
}

const { path, text, everyMs } = workerData as LockBeatSettings

setInterval(() => {
  try {
    if (readFileSync(path, 'utf8').trimEnd() !== text) return
    // never makes the file: it may have been released meanwhile
    const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND)
    writeSync(fd, ' ')
    closeSync(fd)
  } catch {
    // without a sign of life another host takes the lock over, and the import finds that before it publishes
  }
}, everyMs)
