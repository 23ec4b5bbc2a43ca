// `npm run releases -- pull`: fetches a release from a store into `pulled/<id>` of the data folder, where no server
// looks. A file bears its name once its size and hash are those of the manifest; before that, what was fetched of it is
// kept in whole pieces, so that a pull that was killed or whose store went away goes on there. `pulled/<id>.json`, the
// manifest, comes last. Only one release is kept there. With `readsRanges` the files that a server reads by ranges stay
// in the store; the lists of their blocks are fetched, by which every part of them is checked when it is read.

import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../errors.ts'
import { fromManifestText, toManifestText } from '../releases/release-manifest.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import { BLOCKS_END, findStored } from '../releases/read-release.ts'
import { isListOf, MAX_LIST_BYTES } from '../storage/objects/block-reader.ts'
import { readBytes, withTries, type ObjectStore } from '../storage/objects/object-store.ts'
import { blockListBytes, blocksKey, listPieces, type Piece } from '../storage/objects/stored-files.ts'
import { findFreeBytes } from './disk-needed.ts'
import { flushToDisk, writeDurably } from './durable-files.ts'
import { toSize, type Progress } from './progress-bar.ts'
import {
  isReadByRanges,
  listStoredFiles,
  PART,
  readStored,
  type ReleaseFile,
  type ReleaseShelf,
} from './stored-release.ts'

const PULLED_FOLDER = 'pulled'

export interface PulledRelease {
  release: ReleaseInfo
  folder: string
  /** whether files of it stay in the store */
  isPart: boolean
}

export interface PullOptions {
  pieceBytes?: number | undefined
  freeBytes?: number | null
  /** whether what can be read by ranges stays in the store */
  readsRanges?: boolean
}

/** Call only while holding the import lock. Throws ServiceError; whole pieces are kept unless the store is at fault. */
export async function fetchRelease(
  shelf: ReleaseShelf,
  dataDir: string,
  id: string,
  progress: Progress,
  options: PullOptions = {},
): Promise<PulledRelease> {
  const release = await readStored(shelf, id)
  const { readsRanges = false } = options
  const known = findPulled(dataDir, id)
  if (known !== null && (readsRanges || !known.isPart)) return known
  const all = listStoredFiles(release)
  const left = all.filter(({ file }) => readsRanges && isReadByRanges(file))
  const files = all.filter((one) => !left.includes(one))
  const pulled = join(dataDir, PULLED_FOLDER)
  const folder = pulledFolder(dataDir, id)
  removeOthers(pulled, [id])
  removeOthers(
    folder,
    files.flatMap(({ file }) => [file, `${file}${PART}`]),
  )
  const lists = await Promise.all(left.map(async (one) => [one, await fetchBlockList(shelf.store, id, one)] as const))
  confirmRoom(files, folder, dataDir, progress, options)
  mkdirSync(folder, { recursive: true })
  progress.begin('pull', 'fetch')
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  const report = (bytes: number) => progress.report((doneBytes += bytes), totalBytes, 'bytes')
  try {
    for (const one of files) await fetchFile(shelf.store, one, folder, report, options.pieceBytes)
  } catch (thrown) {
    // what the store sends is wrong: nothing of it is kept
    if (thrown instanceof ServiceError && thrown.code === 'invalid_input') removePulled(dataDir)
    throw thrown
  }
  for (const [{ file }, list] of lists) writeDurably(join(folder, `${file}${BLOCKS_END}`), [list])
  flushToDisk(folder)
  writeDurably(`${folder}.json`, toManifestText(release))
  flushToDisk(pulled)
  progress.end()
  return { release, folder, isPart: left.length > 0 }
}

/** A release that was pulled whole; null if absent of that id. */
export function findPulled(dataDir: string, id: string): PulledRelease | null {
  const folder = pulledFolder(dataDir, id)
  try {
    const release = fromManifestText(readFileSync(`${folder}.json`, 'utf8'), null)
    const files = listStoredFiles(release).filter((one) => !isWhole(folder, one))
    const stored = release.artifacts.filter((artifact) => findStored(folder, artifact) !== null)
    return release.id === id && files.every(({ file }) => stored.some((artifact) => artifact.file === file))
      ? { release, folder, isPart: files.length > 0 }
      : null
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT' || thrown instanceof RangeError) return null
    throw thrown
  }
}

export function pulledFolder(dataDir: string, id: string): string {
  return join(dataDir, PULLED_FOLDER, id)
}

/** Call only while holding the import lock. */
export function removePulled(dataDir: string): void {
  rmSync(join(dataDir, PULLED_FOLDER), { recursive: true, force: true })
}

/** Throws ServiceError where the store has none, or not the one of the manifest. */
async function fetchBlockList(store: ObjectStore, id: string, one: ReleaseFile): Promise<Buffer> {
  const { file, sha256, blocksSha256 } = one
  const damaged = (why: string) =>
    new ServiceError('invalid_input', `${file} of ${id} cannot be read by ranges from the store ${store.name}: ${why}.`)
  if (blocksSha256 === null) throw damaged('it was pushed by an older version, push it again')
  const listBytes = blockListBytes(one.bytes)
  if (listBytes > MAX_LIST_BYTES) throw damaged('it is said to be larger than any file of heights or maps')
  const list = await withTries(() => readBytes(store, blocksKey(sha256), listBytes))
  if (list === null || !isListOf({ ...one, blocksSha256 }, list))
    throw damaged('the list of its blocks is missing or damaged, push it again')
  return list
}

function removeOthers(folder: string, kept: readonly string[]): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

function isWhole(folder: string, { file, bytes }: ReleaseFile): boolean {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.size === bytes
}

function confirmRoom(
  files: readonly ReleaseFile[],
  folder: string,
  dataDir: string,
  progress: Progress,
  { freeBytes = findFreeBytes(dataDir) }: PullOptions,
): void {
  const left = files.map(({ file, bytes }) => {
    const there = [file, `${file}${PART}`].map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size)
    return Math.max(0, bytes - (there[0] ?? there[1] ?? 0))
  })
  const neededBytes = left.reduce((sum, bytes) => sum + bytes, 0)
  if (freeBytes === null) return progress.note(`${toSize(neededBytes)} of disk are needed in ${dataDir}.`)
  const said = `${toSize(neededBytes)} of disk are needed in ${dataDir}, ${toSize(freeBytes)} are free`
  if (freeBytes < neededBytes) throw new ServiceError('invalid_input', `${said}: make room and pull again.`)
  progress.note(`${said}.`)
}

async function fetchFile(
  store: ObjectStore,
  one: ReleaseFile,
  folder: string,
  report: (bytes: number) => void,
  pieceBytes?: number,
): Promise<void> {
  if (isWhole(folder, one)) return report(one.bytes)
  const path = join(folder, one.file)
  const part = `${path}${PART}`
  const hadBytes = statSync(part, { throwIfNoEntry: false })?.size ?? 0
  for (const piece of listPieces(one, pieceBytes)) {
    if (piece.bytes > 0 && piece.fromByte + piece.bytes <= hadBytes) report(piece.bytes)
    else await withTries(() => fetchPiece(store, piece, part, report))
  }
  if ((await hashOf(part)) !== one.sha256) {
    rmSync(part, { force: true })
    // what a killed pull left may not have reached the disk
    if (hadBytes > 0) return fetchFile(store, one, folder, report, pieceBytes)
    throw new ServiceError(
      'invalid_input',
      `The store ${store.name} holds a damaged ${one.file}: remove files/${one.sha256} there and push again.`,
    )
  }
  flushToDisk(part)
  renameSync(part, path)
}

async function fetchPiece(
  store: ObjectStore,
  { key, fromByte, bytes }: Piece,
  part: string,
  report: (bytes: number) => void,
): Promise<void> {
  const stream = await store.read(key, bytes)
  if (stream === null) throw new ServiceError('invalid_input', `The store ${store.name} has lost ${key}: push again.`)
  const file = await open(part, existsSync(part) ? 'r+' : 'w')
  let gotBytes = 0
  try {
    await file.truncate(fromByte)
    for await (const chunk of stream) {
      await file.write(chunk, 0, chunk.length, fromByte + gotBytes)
      gotBytes += chunk.length
      report(chunk.length)
    }
    if (gotBytes !== bytes)
      throw new ServiceError(
        'invalid_input',
        `The store ${store.name} has ${gotBytes} of ${bytes} bytes of ${key}: push again.`,
      )
  } catch (thrown) {
    report(-gotBytes)
    await file.truncate(fromByte).catch(() => {})
    throw thrown
  } finally {
    await file.close()
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}
