// A thread that watches the main thread: if that is blocked for a while, the thread logs the requests in progress, and
// after a set time it ends the process, so that a supervisor restarts it.

import { Worker } from 'node:worker_threads'
import type { RequestsInFlight } from '../observe/requests-in-flight.ts'
import type { WatchdogSettings } from './watchdog-thread.ts'

const BEAT_EVERY_MS = 100
const STALL_MS = 2000

export interface WatchdogOptions {
  requestsInFlight: RequestsInFlight
  /** seconds that the main thread may be blocked before the process is ended; 0: never */
  exitS: number
  /** milliseconds that the main thread may be blocked before it is logged; default 2 s */
  stallMs?: number
  /** called if the watchdog's thread itself fails */
  onFault: (event: string, details: Record<string, unknown>) => void
}

/** Call it once the server is up: starting may block for long. */
export function startWatchdog({ requestsInFlight, exitS, stallMs = STALL_MS, onFault }: WatchdogOptions): {
  close(): Promise<void>
} {
  const beat = setInterval(() => requestsInFlight.beat(), BEAT_EVERY_MS)
  beat.unref()
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { memory: requestsInFlight.memory, stallMs, exitMs: exitS * 1000 } satisfies WatchdogSettings,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  thread.unref()
  thread.on('error', (error) => onFault('the watchdog failed', { stack: error instanceof Error ? error.stack : '' }))
  return {
    async close() {
      clearInterval(beat)
      await thread.terminate()
    },
  }
}
