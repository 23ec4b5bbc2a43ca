// Checks the files of an import before any work: each exists, is a readable file, is not empty and is given once.
// Their content is checked by the readers. Never changes a file.

import { closeSync, openSync, realpathSync, statSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../errors.ts'
import { decodeBlock } from '../osm/decode-block.ts'
import {
  inflateBlob,
  readBlob,
  scanBlobs,
  type BlobPlace,
  openPbfFile,
  type PbfSource,
  readFirstHeader,
  type PbfHeader,
} from '../osm/pbf-blocks.ts'
import { BlockFault } from '../osm/pbf-message.ts'
import type { Box } from '../geo/lon-lat.ts'
import { expectedBox } from '../graph/build/region-box.ts'

export interface InputFile {
  path: string
  name: string
  bytes: number
}

/** Throws ServiceError `invalid_input` with one sentence for the first map file that cannot be read. */
export function checkMapFiles(paths: readonly string[]): InputFile[] {
  const seen = new Set<string>()
  return paths.map((path) => {
    const file = checkFile(path, 'map file')
    const real = realpathSync(path)
    if (seen.has(real))
      throw new ServiceError('invalid_input', `The map file ${path} is given twice: name each file once.`)
    seen.add(real)
    return file
  })
}

/**
 * Throws ServiceError `invalid_input` for the first height file or folder that cannot be read; the content of a folder
 * is not checked.
 */
export function checkHeightFiles(paths: readonly string[]): InputFile[] {
  return paths.map((path) => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return { path, name: basename(path), bytes: 0 }
    return checkFile(path, 'height file')
  })
}

/** Throws ServiceError `invalid_input` for a basemap archive that cannot be read. */
export function checkBasemapFile(path: string): InputFile {
  return checkFile(path, 'basemap')
}

function checkFile(path: string, what: string): InputFile {
  const fault = (sentence: string, cause?: unknown) =>
    new ServiceError('invalid_input', `The ${what} ${path} ${sentence}`, { cause })
  let size: number
  try {
    const stat = statSync(path)
    if (stat.isDirectory()) throw fault('is a folder: name the file in it.')
    if (!stat.isFile()) throw fault('is not a file: name a file on disk.')
    size = stat.size
    closeSync(openSync(path, 'r'))
  } catch (thrown) {
    if (thrown instanceof ServiceError) throw thrown
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw fault('does not exist: check its name and folder.', thrown)
    if (code === 'EACCES' || code === 'EPERM')
      throw fault('cannot be read by this user: change its permissions.', thrown)
    throw fault(`cannot be opened (${code}): check the disk.`, thrown)
  }
  if (size === 0) throw fault('is empty: download it again.')
  return { path, name: basename(path), bytes: size }
}

/** Blocks with fewer entities are not filled to a fixed number, so two equal ones prove nothing. */
const FEWEST_IN_FULL_BLOCK = 1000

interface Content {
  nodes: number
  ways: number
  relations: number
  total: number
}

/**
 * Detects an OSM PBF file that ends too early. The format has no end mark: a download that stops between two blocks is
 * a valid file with fewer blocks. Two signs give it away: writers fill every block of a kind except the last, and a
 * region of any size has relations, which come last. A checksum beside the file (FILE.md5, as from Geofabrik) is
 * certain, and is compared if it exists. Throws ServiceError `invalid_input` for a map file that looks truncated, or
 * whose checksum differs.
 */
export async function checkMapEnd(path: string): Promise<void> {
  const name = basename(path)
  if (existsSync(`${path}.md5`)) return checkSum(path)
  const source = await openPbfFile(path)
  try {
    const { header, blobs } = await scanBlobs(source)
    if (blobs.length < 2) return
    const [first, before, last] = await Promise.all([0, -2, -1].map((at) => countContent(source, blobs.at(at)!)))
    const isFull = (one: Content): boolean =>
      one.total >= FEWEST_IN_FULL_BLOCK && (one.total === first.total || one.total === before.total)
    const lacksRelations = header.sorted && last.relations === 0 && (isFull(last) || isFull(before)) && before.ways > 0
    if (isFull(last) || lacksRelations)
      throw new ServiceError(
        'invalid_input',
        `The map file ${name} looks cut off: ${lacksRelations ? 'it has ways and no relations after them' : 'its last block is as full as those before'}. Download it again and compare its checksum; if it is whole, import it with --accept-shrink.`,
      )
  } finally {
    await source.close()
  }
}

async function countContent(source: PbfSource, place: BlobPlace): Promise<Content> {
  const content = { nodes: 0, ways: 0, relations: 0 }
  try {
    decodeBlock(inflateBlob(source, place, await readBlob(source, place)), {
      nodes: ({ count }) => void (content.nodes += count),
      ways: ({ count }) => void (content.ways += count),
      relations: ({ count }) => void (content.relations += count),
    })
  } catch (thrown) {
    // the import itself reports where the file is damaged
    if (!(thrown instanceof BlockFault)) throw thrown
  }
  return { ...content, total: content.nodes + content.ways + content.relations }
}

async function checkSum(path: string): Promise<void> {
  const wanted = /^[0-9a-f]{32}\b/i.exec(readFileSync(`${path}.md5`, 'utf8').slice(0, 200))?.[0].toLowerCase()
  if (wanted === undefined) return
  const hash = createHash('md5')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  if (hash.digest('hex') !== wanted)
    throw new ServiceError(
      'invalid_input',
      `The map file ${basename(path)} is not the one of ${basename(path)}.md5: it is cut off or damaged, or newer. Download both again.`,
    )
}

/**
 * Prefix of the demo region's writing program; a test keeps it equal to the demo's own, which is too heavy to load
 * here.
 */
export const SYNTHETIC_PROGRAM = 'waypost-demo'

export interface ExpectedRegion {
  /** null if a header does not say */
  box: Box | null
  /** whether some of the map is real OpenStreetMap data */
  holdsOsm: boolean
}

/**
 * What a region will be like, from the headers of its map files alone, so that terrain tiles can be made while the
 * network is read. Throws ServiceError `invalid_input` for files that are not OSM PBF.
 */
export async function expectRegion(mapPaths: readonly string[]): Promise<ExpectedRegion> {
  const headers: (PbfHeader | null)[] = []
  for (const path of mapPaths) {
    const source = await openPbfFile(path)
    try {
      headers.push(await readFirstHeader(source))
    } finally {
      await source.close()
    }
  }
  return {
    box: expectedBox(headers.map((header) => header?.bbox ?? null)),
    holdsOsm: headers.some((header) => header === null || !isSynthetic(header)),
  }
}

export function isSynthetic({ writingProgram }: PbfHeader): boolean {
  return writingProgram?.startsWith(SYNTHETIC_PROGRAM) ?? false
}
