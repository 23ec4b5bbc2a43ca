// A program of src/import in a process of its own, so that its memory is given back. What it prints goes to the log; it
// ends with this process.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Those that end the service. SIGHUP comes when a terminal is closed. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** `script`: a file of src/import. Returns its exit status, null where it was stopped. */
export async function runChild(
  script: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<number | null> {
  const path = fileURLToPath(new URL(`../import/${script}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...words], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...environment },
  })
  const stop = () => child.kill('SIGTERM')
  for (const signal of STOP_SIGNALS) process.once(signal, stop)
  try {
    return await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    })
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}
