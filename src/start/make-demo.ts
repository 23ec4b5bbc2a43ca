// The demo region, made and imported in a process of its own, so that its memory is given back.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Throws Error where the region could not be made. */
export async function makeDemo(dataDir: string): Promise<void> {
  const script = fileURLToPath(new URL('../import/import-demo.ts', import.meta.url))
  const child = spawn(process.execPath, [script, '--data', dataDir], { stdio: ['ignore', 2, 2] })
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  process.off('SIGTERM', stop)
  process.off('SIGINT', stop)
  if (exitCode !== 0)
    throw new Error(`The demo region could not be made (exit status ${exitCode ?? 'none: it was stopped'}).`)
}
