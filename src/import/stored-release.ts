// How releases lie in a store:
//   files/<sha256>/...      their files (src/storage/objects/stored-files.ts)
//   releases/<id>.json      the manifest, written last: a release is there whole or not at all
//   newest.json             which was pushed last
//   wanted/<server>.json    which a server is to serve (roll-out.ts)
// Of a region with a name, all but the files are in `regions/<name>/`. What a store says is checked before it is used:
// no name leads out of a folder, and each file has a size and a hash.

import { z } from 'zod'
import { ServiceError } from '../errors.ts'
import { REGIONS_FOLDER, BLOCKS_END } from '../releases/read-release.ts'
import { fromManifestText, MANIFEST_FILE, RELEASES_FOLDER, SEGMENT } from '../releases/release-manifest.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import { readText, withTries, writeText, type ObjectStore } from '../storage/objects/object-store.ts'
import type { StoredFile } from '../storage/objects/stored-files.ts'

/** End of the name of a file that is not whole yet. */
export const PART = '.part'
const MAX_MANIFEST_BYTES = 16 * 2 ** 20
const MAX_NOTE_BYTES = 4096
/** Files without which no release can be tried. */
const NEEDED = ['network', 'catalogue']

/** A store, and of which region of the data folder. */
export interface ReleaseShelf {
  store: ObjectStore
  region: string
}

/** A file of a release, as a store has it. */
export interface ReleaseFile extends StoredFile {
  file: string
  /** of the list of its blocks; null: the store has none */
  blocksSha256: string | null
}

/** Whether a server may leave the file in the store and read parts of it. */
export function isReadByRanges(file: string): boolean {
  return file.endsWith('.pmtiles')
}

/** The files of a release, each one once. Throws ServiceError `invalid_input` where one could not be checked. */
export function listStoredFiles({ id, artifacts }: ReleaseInfo): ReleaseFile[] {
  const damaged = (what: string) => new ServiceError('invalid_input', `The manifest of ${id} cannot be used: ${what}.`)
  for (const name of NEEDED)
    if (!artifacts.some((artifact) => artifact.name === name)) throw damaged(`it has no ${name}`)
  const names = new Set([MANIFEST_FILE])
  return artifacts.map(({ name, file, bytes, sha256, blocksSha256 = null }) => {
    if (file === null || bytes === null || sha256 === null) throw damaged(`${name} has no file, size or hash`)
    if (names.has(file) || file.endsWith(PART) || file.endsWith(BLOCKS_END))
      throw damaged(`${name} cannot be in a file of the name ${file}`)
    names.add(file)
    return { file, bytes, sha256, blocksSha256 }
  })
}

/** Throws ServiceError `invalid_input` if the store has none of that id, or one that cannot be used. */
export async function readStored(shelf: ReleaseShelf, id: string): Promise<ReleaseInfo> {
  const text = await readNote(shelf, `${RELEASES_FOLDER}/${id}.json`, MAX_MANIFEST_BYTES)
  if (text === null) {
    const where = shelf.region === '' ? '' : ` of the region ${shelf.region}`
    throw new ServiceError(
      'invalid_input',
      `The store ${shelf.store.name} has no release ${id}${where}: push it first.`,
    )
  }
  let release: ReleaseInfo
  try {
    release = fromManifestText(text, null)
  } catch (cause) {
    throw damagedIn(shelf, `${id}.json`, (cause as Error).message, cause)
  }
  if (release.id !== id) throw damagedIn(shelf, `${id}.json`, `it is the manifest of ${release.id}`)
  listStoredFiles(release)
  return release
}

export async function writeStored(shelf: ReleaseShelf, id: string, manifestText: string): Promise<void> {
  await writeNote(shelf, `${RELEASES_FOLDER}/${id}.json`, manifestText)
  await writeNote(shelf, 'newest.json', toWantedText({ release: id, acceptShrink: false }))
}

const wantedSchema = z.object({
  schema: z.literal('waypost-wanted/1'),
  /** null: nothing is wanted */
  release: z.string().regex(SEGMENT).nullable(),
  acceptShrink: z.boolean(),
})

export interface Wanted {
  release: string
  acceptShrink: boolean
}

function toWantedText(wanted: Wanted | null): string {
  const { release, acceptShrink } = wanted ?? { release: null, acceptShrink: false }
  return `${JSON.stringify({ schema: 'waypost-wanted/1', release, acceptShrink })}\n`
}

/** `about`: `newest`, or `wanted/SERVER`. Null if the note does not exist. */
export async function findWanted(shelf: ReleaseShelf, about: string): Promise<Wanted | null> {
  const text = await readNote(shelf, `${about}.json`, MAX_NOTE_BYTES)
  if (text === null) return null
  try {
    const { release, acceptShrink } = wantedSchema.parse(JSON.parse(text))
    return release === null ? null : { release, acceptShrink }
  } catch (cause) {
    throw damagedIn(shelf, `${about}.json`, 'it does not have the expected form', cause)
  }
}

/** `wanted`: null: nothing. */
export async function writeWanted(shelf: ReleaseShelf, server: string, wanted: Wanted | null): Promise<void> {
  await writeNote(shelf, `wanted/${server}.json`, toWantedText(wanted))
}

function readNote({ store, region }: ReleaseShelf, key: string, maxBytes: number): Promise<string | null> {
  return withTries(() => readText(store, `${prefixOf(region)}${key}`, maxBytes))
}

function writeNote({ store, region }: ReleaseShelf, key: string, text: string): Promise<void> {
  return withTries(() => writeText(store, `${prefixOf(region)}${key}`, text))
}

function prefixOf(region: string): string {
  return region === '' ? '' : `${REGIONS_FOLDER}/${region}/`
}

function damagedIn({ store }: ReleaseShelf, what: string, why: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', `${what} of the store ${store.name} cannot be used: ${why}.`, { cause })
}
