// The thread of watchdog.ts. It counts its own turns and not the clock, so that a machine that slept, or gave the whole
// process no time, is not taken for a main thread that stands. Its lines go straight to standard error, since whoever
// writes the log stands too.

import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { scrubLine } from '../log-text.ts'
import { RequestBoard } from '../observe/request-board.ts'

export interface WatchdogSettings {
  memory: SharedArrayBuffer
  stallMs: number
  /** 0: never */
  exitMs: number
}

const LOOK_EVERY_MS = 100
/** What one turn counts at most. */
const MOST_TURN_MS = 2 * LOOK_EVERY_MS
const WARN = 40
const FATAL = 60
const { memory, stallMs, exitMs } = workerData as WatchdogSettings
const board = new RequestBoard(memory)
let beats = board.beats
let stoodMs = 0
let isTold = false
let lookedMs = performance.now()

setInterval(() => {
  const nowMs = performance.now()
  const turnMs = Math.min(nowMs - lookedMs, MOST_TURN_MS)
  lookedMs = nowMs
  if (board.beats !== beats) {
    if (isTold) tell(WARN, 'the main thread goes on', { stoodMs: Math.round(stoodMs) })
    beats = board.beats
    stoodMs = 0
    isTold = false
    return
  }
  stoodMs += turnMs
  if (stoodMs >= stallMs && !isTold) {
    isTold = true
    tell(WARN, 'the main thread stands', { stoodMs: Math.round(stoodMs), requests: board.read() })
  }
  if (exitMs > 0 && stoodMs >= exitMs) {
    tell(FATAL, 'the main thread stands for too long: ending the process, to be started anew', {
      stoodMs: Math.round(stoodMs),
      requests: board.read(),
    })
    // it hears no other signal
    process.kill(process.pid, 'SIGKILL')
  }
}, LOOK_EVERY_MS)

function tell(level: number, msg: string, details: object): void {
  try {
    writeSync(2, `${scrubLine(JSON.stringify({ level, time: new Date().toISOString(), ...details, msg }))}\n`)
  } catch {
    // nobody reads standard error
  }
}
