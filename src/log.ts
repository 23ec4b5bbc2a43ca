// The structured log: pino on standard error, so that standard output holds only the ready line. Written in batches
// without waiting. Never contains coordinates, bodies, query strings, addresses or keys: callers pass only named
// fields, and whatever slips through (in the text of an error, say) is cut in every line: numbers to 2 decimals, keys
// to their first 12 characters.

import pino, { type Logger } from 'pino'
import type { LogLevel } from './config/variables.ts'
import { scrubLine } from './log-text.ts'

export type { Logger }

/** `flush` writes buffered lines; call it before the process ends. */
export function createLog(level: LogLevel): { log: Logger; flush: () => void } {
  const destination = pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 500 })
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: scrubLine } },
    destination,
  )
  return {
    log,
    flush: () => {
      try {
        destination.flushSync()
      } catch {
        // nothing was written yet
      }
    },
  }
}
