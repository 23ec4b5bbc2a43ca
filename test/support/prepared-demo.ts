// The demo region, imported once for a whole run of the tests: importing it takes ten times as long as starting a
// server on it. Vitest's global set-up names the folder; whoever needs the region first makes it, the others wait.

import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('../../src/import/import-demo.ts', import.meta.url))
const FOLDER = 'WAYPOST_TEST_DEMO'

/** Vitest's global set-up: a folder for this run, removed after it. */
export default function nameFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-demo-'))
  process.env[FOLDER] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Fills an empty data folder with the demo region. Outside a run of the tests it is left to the server. */
export async function copyDemo(dataDir: string): Promise<void> {
  const folder = process.env[FOLDER]
  if (folder === undefined) return
  const ready = join(folder, 'ready')
  while (!existsSync(ready)) {
    if (isFirst(join(folder, 'lock'))) await importDemo(join(folder, 'building'), ready)
    else await sleep(100)
    if (existsSync(join(folder, 'failed'))) throw new Error('the demo region of this run could not be made')
  }
  cpSync(ready, dataDir, { recursive: true })
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

async function importDemo(building: string, ready: string): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, '--data', building], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: '' },
  })
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (status === 0) renameSync(building, ready)
  else mkdirSync(join(building, '..', 'failed'))
}
