// The thread of watchdog.ts. It counts its own timer turns rather than the clock, so that it does not mistake a machine
// that slept, or a process that got no processor time, for a blocked main thread. It writes straight to standard error,
// because the logger is on the blocked thread.

import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { scrubLine } from '../log-text.ts'
import { RequestsInFlight } from '../observe/requests-in-flight.ts'

export interface WatchdogSettings {
  memory: SharedArrayBuffer
  stallMs: number
  /** 0: never */
  exitMs: number
}

const LOOK_EVERY_MS = 100
/** The most that one turn counts as. */
const MOST_TURN_MS = 2 * LOOK_EVERY_MS
const WARN = 40
const FATAL = 60
const { memory, stallMs, exitMs } = workerData as WatchdogSettings
const requestsInFlight = new RequestsInFlight(memory)
let beats = requestsInFlight.beats
let blockedMs = 0
let isLogged = false
let lookedMs = performance.now()

setInterval(() => {
  const nowMs = performance.now()
  const turnMs = Math.min(nowMs - lookedMs, MOST_TURN_MS)
  lookedMs = nowMs
  if (requestsInFlight.beats !== beats) {
    if (isLogged) log(WARN, 'the main thread is running again', { blockedMs: Math.round(blockedMs) })
    beats = requestsInFlight.beats
    blockedMs = 0
    isLogged = false
    return
  }
  blockedMs += turnMs
  if (blockedMs >= stallMs && !isLogged) {
    isLogged = true
    log(WARN, 'the main thread is blocked', { blockedMs: Math.round(blockedMs), requests: requestsInFlight.read() })
  }
  if (exitMs > 0 && blockedMs >= exitMs) {
    log(FATAL, 'the main thread has been blocked for too long: ending the process for a restart', {
      blockedMs: Math.round(blockedMs),
      requests: requestsInFlight.read(),
    })
    // a blocked thread handles no other signal
    process.kill(process.pid, 'SIGKILL')
  }
}, LOOK_EVERY_MS)

function log(level: number, msg: string, details: object): void {
  try {
    writeSync(2, `${scrubLine(JSON.stringify({ level, time: new Date().toISOString(), ...details, msg }))}\n`)
  } catch {
    // standard error is closed
  }
}
