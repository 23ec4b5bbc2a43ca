// The client package as its build writes it (`dist`), built once for all files of a run. To be read only.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onceARun } from './prepared-regions.ts'

const PACKAGE = fileURLToPath(new URL('../../clients/typescript', import.meta.url))

export function builtClient(): Promise<string> {
  return onceARun('client', async (building) => {
    await promisify(execFile)(process.execPath, ['build.mjs', building], { cwd: PACKAGE })
  })
}
