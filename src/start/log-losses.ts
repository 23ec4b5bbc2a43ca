// Parts that do not answer, logged once when they stop answering and once when they answer again.

import type { Logger } from '../log.ts'

const LOOK_EVERY_MS = 1000

/** Looks at once and then again and again, until what it returns is called. */
export function logLosses(listLost: () => readonly string[], log: Logger, everyMs = LOOK_EVERY_MS): () => void {
  let before: readonly string[] = []
  const look = (): void => {
    const now = listLost()
    for (const sentence of now) if (!before.includes(sentence)) log.warn(sentence)
    for (const sentence of before) if (!now.includes(sentence)) log.info(`No longer: ${sentence}`)
    before = now
  }
  look()
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}
