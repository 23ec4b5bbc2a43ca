// The structured log: pino on standard error, so that standard output keeps the ready line. Written in batches
// without waiting. Never holds coordinates, bodies, query strings, addresses or keys: callers hand over named fields
// only, and what slips through (an error's text, say) is cut in every line: numbers to 2 decimals, keys to their first
// 12 characters.

import pino from 'pino'
import type { Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger }

/** A key's prefix is 12 characters; what follows is secret. */
const KEY = /svc_[0-9A-Za-z_]{9,}/g
/** Three decimals and more; the milliseconds of a time stamp (they end in Z) are none. */
const FINE_NUMBER = /(\d\.\d\d)\d+(?![\dZ])/g

/** One line of the log without keys and without coordinates finer than 2 decimals (about 1 km). */
export function scrubLine(line: string): string {
  return line.replace(KEY, (key) => `${key.slice(0, 12)}...`).replace(FINE_NUMBER, '$1')
}

/** `flush` writes out what is still held; call it before the process ends. */
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
