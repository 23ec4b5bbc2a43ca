// The measured region: Andorra from REAL_DATA_DIR, imported by the real command into test/bench/.cache/data.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..')
export const DATA_DIR = join(ROOT, 'test/bench/.cache/data')
const REAL = process.env.REAL_DATA_DIR ?? join(ROOT, '../shared/data')
export const PBF = join(REAL, 'andorra/andorra-2025-01-19.osm.pbf')
const DEMS = ['N42E001.hgt', 'N41E001.hgt'].map((f) => join(REAL, 'andorra', f))

/** Path of the live release's network file; imports when there is none or `again` is set. */
export function importRegion(again = false): { networkPath: string; releaseId: string; output: string } {
  if (!existsSync(PBF)) throw new Error(`this benchmark needs the Andorra data in REAL_DATA_DIR (looked for ${PBF})`)
  let output = ''
  if (again || !existsSync(join(DATA_DIR, 'live.json'))) {
    output = execFileSync(process.execPath, [join(ROOT, 'src/import/import-osm.ts'), PBF, '--dem', ...DEMS, '--name', 'andorra', '--data', DATA_DIR], { encoding: 'utf8', cwd: ROOT })
  }
  const live = JSON.parse(readFileSync(join(DATA_DIR, 'live.json'), 'utf8')) as { release?: string; id?: string }
  const releaseId = (live.release ?? live.id)!
  return { networkPath: join(DATA_DIR, 'releases', releaseId, 'network.bin'), releaseId, output }
}
