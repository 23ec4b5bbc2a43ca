// The end of the process: on a signal what was accepted is answered, then everything is closed. An exception that
// nobody caught has left something half done, so the server ends the same way with status 1 and is to be started anew;
// a promise that nobody waited for has not, so it is logged and the server goes on.

import type { Logger } from '../log.ts'
import type { Listener } from '../server/http-server.ts'

const STOP_WITHIN_MS = 9000

export interface ProcessStop {
  isStopping(): boolean
}

/**
 * Listens to SIGTERM and SIGINT, and to what nobody caught. `onStop` ends at once what would never end by itself.
 */
export function stopWithProcess(
  listeners: readonly Listener[],
  close: () => Promise<void>,
  log: Logger,
  onStop: () => void = () => undefined,
): ProcessStop {
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    onStop()
    void Promise.all(listeners.map((listener) => listener.stop(STOP_WITHIN_MS)))
      .then(close)
      .catch((error: Error) => log.error({ stack: error.stack }, 'stopping failed'))
      .finally(() => process.exit(exitCode))
  }
  const onSignal = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    stop(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', (error) => {
    log.fatal({ stack: error?.stack ?? String(error) }, 'uncaught exception: answering what was accepted, then ending')
    stop(1)
  })
  process.on('unhandledRejection', (reason) =>
    log.error(
      { stack: reason instanceof Error ? reason.stack : String(reason) },
      'a rejected promise that nobody waited for',
    ),
  )
  return { isStopping: () => stopping }
}
