// What a pack says of itself: `pack.json`, its first file. A pack is one zip file with the map of an area: PMTiles
// archives, both styles, glyphs, sprite, names, whose data it is and which release it came from (docs/offline.md).

import { z } from 'zod'
import { listZipEntries, readZipEntry } from '../../terrain/zip-entries.ts'

export const PACKS_FOLDER = 'packs'
export const PACK_EXTENSION = '.zip'
export const FACTS_FILE = 'pack.json'
const MAX_FACTS_BYTES = 100_000

/** Names of packs: one segment of an address, and of a path. */
export const PACK_NAME = /^[a-z0-9][a-z0-9-]{0,59}$/

const lon = z.number().min(-180).max(180)
const lat = z.number().min(-90).max(90)

const factsSchema = z.object({
  schema: z.literal('waypost-pack/1'),
  name: z.string().regex(PACK_NAME),
  /** made from the content: equal content, equal version */
  version: z.string().regex(/^[0-9a-f]{16}$/),
  /** the part of the asked box that lies in the region */
  bbox: z.tuple([lon, lat, lon, lat]),
  min_zoom: z.number().int(),
  max_zoom: z.number().int(),
  release: z.object({ id: z.string(), name: z.string(), built_at: z.string(), synthetic: z.boolean() }),
  /** by archive: the version it was cut from and the date of its data, null if unknown */
  archives: z.record(
    z.string(),
    z.object({ version: z.string(), source_ts: z.string().nullable(), tiles: z.number(), bytes: z.number() }),
  ),
  /** null: left out */
  names: z.object({ count: z.number(), complete: z.boolean() }).nullable(),
  attributions: z.array(
    z.object({ name: z.string(), text: z.string(), licence: z.string().nullable(), url: z.string().nullable() }),
  ),
})

export type PackFacts = z.infer<typeof factsSchema>

/** Reads the facts of a pack. Throws ServiceError or RangeError with one sentence where the file is none. */
export async function readPackFacts(path: string): Promise<PackFacts> {
  const entry = (await listZipEntries(path)).find(({ name }) => name === FACTS_FILE)
  if (entry === undefined) throw new RangeError(`${path} has no ${FACTS_FILE}: it is no pack`)
  const text = (await readZipEntry(path, entry, MAX_FACTS_BYTES)).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new RangeError(`${FACTS_FILE} of ${path} is not JSON`, { cause })
  }
  const { success, data } = factsSchema.safeParse(value)
  if (!success) throw new RangeError(`${FACTS_FILE} of ${path} does not have the expected form`)
  return data
}
