// The folder for an import's temporary files, in the folder that --work-dir names. Its name depends on the data folder
// alone, where one import works at a time, so that the next one removes what a killed one left.

import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const NAME_DIGITS = 12

/** Makes it, empty; call only while holding the import lock of the data folder. */
export function makeWorkFolder(workDir: string, dataDir: string): string {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, NAME_DIGITS)
  const folder = join(resolve(workDir), `waypost-import-${name}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
