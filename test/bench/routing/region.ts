// The measured region: Andorra from REAL_DATA_DIR, imported by the real command into test/bench/.cache/data.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { CATALOGUE_SCHEMA } from '../../../db/write-catalogue.ts'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..')
export const DATA_DIR = join(ROOT, 'test/bench/.cache/data')
const REAL = process.env.REAL_DATA_DIR ?? join(ROOT, '../shared/data')
export const PBF = join(REAL, 'andorra/andorra-2025-01-19.osm.pbf')
const DEMS = ['N42E001.hgt', 'N41E001.hgt'].map((f) => join(REAL, 'andorra', f))

/** The live release, where this build reads all of it. */
function findLive(): string | null {
  if (!existsSync(join(DATA_DIR, 'live.json'))) return null
  const live = JSON.parse(readFileSync(join(DATA_DIR, 'live.json'), 'utf8')) as { release: string }
  const catalogue = new DatabaseSync(join(DATA_DIR, 'releases', live.release, 'catalogue.sqlite'), { readOnly: true })
  const schema = catalogue.prepare(`SELECT value FROM catalogue_fact WHERE name = 'schema'`).get()?.value
  catalogue.close()
  return schema === String(CATALOGUE_SCHEMA) ? live.release : null
}

/** Path of the live release's network file; imports if no release can be read by this build, or if `again` is set. */
export function importRegion(again = false): { networkPath: string; releaseId: string; output: string } {
  if (!existsSync(PBF)) throw new Error(`this benchmark needs the Andorra data in REAL_DATA_DIR (looked for ${PBF})`)
  let output = ''
  if (again || findLive() === null) {
    output = execFileSync(
      process.execPath,
      [join(ROOT, 'src/import/import-osm.ts'), PBF, '--dem', ...DEMS, '--name', 'andorra', '--data', DATA_DIR],
      { encoding: 'utf8', cwd: ROOT },
    )
  }
  const releaseId = findLive()!
  return { networkPath: join(DATA_DIR, 'releases', releaseId, 'network.bin'), releaseId, output }
}
