// The pack of an area that packs are attacked by, in the data folder of the server for as long as it is attacked.

import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PACK_EXTENSION, PACKS_FOLDER } from '../../src/map/packs/pack-store.ts'
import { ZipWriter } from '../../src/storage/archive/zip-writer.ts'

export const ATTACKED_PACK = 'attacked'
const ARCHIVE_BYTES = 4_000_000

/** Returns what removes it again, as far as it was not there. */
export async function putPack(dataDir: string): Promise<() => void> {
  const folder = join(dataDir, PACKS_FOLDER)
  const path = join(folder, `${ATTACKED_PACK}${PACK_EXTENSION}`)
  if (existsSync(path)) return () => undefined
  const hadFolder = existsSync(folder)
  mkdirSync(folder, { recursive: true })
  const zip = await ZipWriter.create(path, new Date())
  const facts = {
    schema: 'waypost-pack/1',
    name: ATTACKED_PACK,
    version: '0123456789abcdef',
    bbox: [0, 0, 1, 1],
    min_zoom: 0,
    max_zoom: 1,
    release: { id: 'none', name: 'none', built_at: '2026-01-01T00:00:00Z', synthetic: true },
    archives: { basemap: { version: 'b1', source_ts: null, tiles: 1, bytes: ARCHIVE_BYTES } },
    names: null,
    attributions: [],
  }
  await zip.addBytes('pack.json', Buffer.from(JSON.stringify(facts)))
  await zip.addBytes('basemap.pmtiles', Buffer.alloc(ARCHIVE_BYTES, 7), true)
  await zip.finish()
  return () => rmSync(hadFolder ? path : folder, { recursive: true })
}
