// Reads what is published in a data folder, for the server and for the next import: the pointer, and single releases,
// checking that every file of the manifest is present and complete; of a file that stays in a store the list of its
// blocks lies there instead. Reads only small files, so it is synchronous.
// Never writes and never guesses: damage is a RangeError with one sentence that says where.

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ArtifactInfo, ReleaseInfo, StoredPlace } from './release-info.ts'
import {
  MANIFEST_FILE,
  POINTER_FILE,
  RELEASES_FOLDER,
  SEGMENT,
  fromManifestText,
  fromPointerText,
  type LivePointer,
} from './release-manifest.ts'

/** The pointer of a data folder; returns null if nothing was ever published. Throws RangeError if it is damaged. */
export function findPointer(dataDir: string): LivePointer | null {
  let text: string
  try {
    text = readFileSync(join(dataDir, POINTER_FILE), 'utf8')
  } catch (thrown) {
    if (isNotThere(thrown)) return null
    throw new RangeError(`${POINTER_FILE} cannot be read (${(thrown as NodeJS.ErrnoException).code})`, {
      cause: thrown,
    })
  }
  return fromPointerText(text)
}

/** End of the name of a list of blocks, which lies where the file would. */
export const BLOCKS_END = '.blocks'

export interface ReadOptions {
  /** whether files may be in a store */
  mayBeStored: boolean
}

/** Reads one release. Throws RangeError if its folder, manifest or one of its files is missing or damaged. */
export function readRelease(
  dataDir: string,
  id: string,
  promotedAt: string | null,
  { mayBeStored }: ReadOptions = { mayBeStored: false },
): ReleaseInfo {
  const folder = join(dataDir, RELEASES_FOLDER, id)
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST_FILE), 'utf8')
  } catch (thrown) {
    throw new RangeError(
      `${RELEASES_FOLDER}/${id}/${MANIFEST_FILE} ${isNotThere(thrown) ? 'is missing' : `cannot be read (${(thrown as NodeJS.ErrnoException).code})`}`,
      { cause: thrown },
    )
  }
  let release: ReleaseInfo
  try {
    release = fromManifestText(text, promotedAt)
  } catch (thrown) {
    throw new RangeError(`${RELEASES_FOLDER}/${id}: ${(thrown as Error).message}`, { cause: thrown })
  }
  if (release.id !== id) throw new RangeError(`${RELEASES_FOLDER}/${id} holds the manifest of ${release.id}`)
  for (const artifact of release.artifacts) {
    const { file, bytes } = artifact
    if (file === null) continue
    const size = statSync(join(folder, file), { throwIfNoEntry: false })?.size
    if (size === undefined && findStored(folder, artifact) !== null) {
      if (mayBeStored) continue
      throw new RangeError(`${RELEASES_FOLDER}/${id}/${file} is in a store, and ARTIFACT_URL does not say where`)
    }
    if (size === undefined) throw new RangeError(`${RELEASES_FOLDER}/${id}/${file} is missing`)
    if (bytes !== null && size !== bytes)
      throw new RangeError(`${RELEASES_FOLDER}/${id}/${file} has ${size} bytes, its manifest says ${bytes}`)
  }
  return release
}

/** The file of an artifact where it is not in the folder but its list of blocks is; else null. */
export function findStored(folder: string, { file, bytes, sha256, blocksSha256 }: ArtifactInfo): StoredPlace | null {
  if (file === null || bytes === null || sha256 === null || blocksSha256 === undefined) return null
  const path = join(folder, file)
  const listPath = `${path}${BLOCKS_END}`
  return existsSync(path) || !existsSync(listPath) ? null : { path, listPath, bytes, sha256, blocksSha256 }
}

/** The complete releases on disk, oldest build first; damaged ones are left out. */
export function listWholeReleases(dataDir: string, options?: ReadOptions): ReleaseInfo[] {
  const whole: ReleaseInfo[] = []
  for (const id of listReleaseFolders(dataDir)) {
    try {
      whole.push(readRelease(dataDir, id, null, options))
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
    }
  }
  return whole.sort((a, b) => Date.parse(a.builtAt) - Date.parse(b.builtAt))
}

/** Names of the folders under releases/; empty if there is no such folder. */
export function listReleaseFolders(dataDir: string): string[] {
  try {
    return readdirSync(join(dataDir, RELEASES_FOLDER), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && SEGMENT.test(entry.name))
      .map((entry) => entry.name)
      .sort()
  } catch (thrown) {
    if (isNotThere(thrown)) return []
    throw thrown
  }
}

function isNotThere(thrown: unknown): boolean {
  const code = (thrown as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}

export const REGIONS_FOLDER = 'regions'
/** The name of a region: one path segment. */
export const REGION_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

/**
 * Where the regions of a data folder lie: `regions/NAME` has the layout of a data folder with one region. The folder of
 * a region's releases; an empty name is the data folder itself.
 */
export function regionFolder(dataDir: string, region: string): string {
  return region === '' ? dataDir : join(dataDir, REGIONS_FOLDER, region)
}
