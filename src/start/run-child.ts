// A program of src/import in a process of its own, so that its memory is given back. What it prints goes to the log; it
// ends with this process.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Those that end the service. SIGHUP comes when a terminal is closed. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const MOST_KEPT_LETTERS = 20_000

/**
 * `script`: a file of src/import. Returns its exit status, null where it was stopped. `isQuiet`: what it prints comes
 * to the log only if it fails.
 */
export async function runChild(
  script: string,
  words: readonly string[],
  environment: Record<string, string> = {},
  isQuiet = false,
): Promise<number | null> {
  const path = fileURLToPath(new URL(`../import/${script}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...words], {
    stdio: isQuiet ? ['ignore', 'ignore', 'pipe'] : ['ignore', 2, 2],
    env: { ...process.env, ...environment },
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MOST_KEPT_LETTERS)))
  const stop = () => child.kill('SIGTERM')
  for (const signal of STOP_SIGNALS) process.once(signal, stop)
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (exitCode !== 0) process.stderr.write(said)
    return exitCode
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}
