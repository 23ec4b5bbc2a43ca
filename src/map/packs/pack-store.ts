// The packs of a data folder, as files to serve: found by name, with their own metadata. A rebuilt pack replaces its
// file by one rename, so a reader of the old one can finish. Never writes, and never leads out of its folder.

import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { listZipEntries, readZipEntry } from '../../terrain/zip-entries.ts'

/** More are not listed. */
const MAX_LISTED = 200
/** A file that changes again and again while it is read is written in place: no pack yet. */
export const MOST_LOOKS = 20

export interface ListedPack {
  facts: PackFacts
  bytes: number
}

export interface FoundPack extends ListedPack {
  path: string
  /** of the file that the facts were read from (stampOf) */
  stamp: string
}

export interface PackStore {
  /** null where there is no such pack, and for a text that names none */
  find(name: string): Promise<FoundPack | null>
  /** by name; files that are no packs are left out */
  list(): Promise<ListedPack[]>
}

/** Tells a file from the one that replaced it. */
export function stampOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino}:${mtimeMs}:${size}`
}

export function openPackStore(dataDir: string): PackStore {
  const folder = join(dataDir, PACKS_FOLDER)
  /** facts by file name, with the stamp of the file that they were read from */
  const read = new Map<string, { stamp: string; facts: PackFacts | null }>()

  const readOne = async (file: string): Promise<FoundPack | null> => {
    const path = join(folder, file)
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const info = await stat(path).catch(() => null)
      if (info === null || !info.isFile()) return null
      const stamp = stampOf(info)
      const known = read.get(file)
      if (known?.stamp === stamp)
        return known.facts === null ? null : { path, stamp, facts: known.facts, bytes: info.size }
      const facts = await readPackFacts(path).catch(() => null)
      // looked at again: it may have been replaced while it was read
      const after = await stat(path).catch(() => null)
      if (after === null || stampOf(after) !== stamp) continue
      read.set(file, { stamp, facts: facts?.name === file.slice(0, -PACK_EXTENSION.length) ? facts : null })
    }
    return null
  }

  let listing: Promise<ListedPack[]> | null = null
  const listAll = async (): Promise<ListedPack[]> => {
    const names = await readdir(folder).catch(() => [])
    const files = names
      .filter((file) => file.endsWith(PACK_EXTENSION) && PACK_NAME.test(file.slice(0, -PACK_EXTENSION.length)))
      .sort()
      .slice(0, MAX_LISTED)
    for (const file of read.keys()) if (!files.includes(file)) read.delete(file)
    const packs: (ListedPack | null)[] = []
    // one by one, so that a list opens one file at a time
    for (const file of files) packs.push(await readOne(file))
    return packs.filter((pack) => pack !== null)
  }

  return {
    find: async (name) => (PACK_NAME.test(name) ? readOne(`${name}${PACK_EXTENSION}`) : null),
    // requested many times at once, the folder is read once
    list: () => (listing ??= listAll().finally(() => (listing = null))),
  }
}

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
async function readPackFacts(path: string): Promise<PackFacts> {
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
