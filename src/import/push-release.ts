// `npm run releases -- push`: sends a release of the data folder to a store. Each file is read twice: to see that it is
// what its manifest says, and to be sent. Of a file that servers may read by ranges a list of its blocks is sent too,
// and the hash of that list is in the manifest that the store gets. What the store has is not sent again, so a push
// that was killed goes on where it was; the manifest comes last.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../errors.ts'
import { readRelease } from '../releases/read-release.ts'
import { RELEASES_FOLDER, toManifestText } from '../releases/release-manifest.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import { withTries, writeBytes } from '../storage/objects/object-store.ts'
import { blocksKey, listBlocks, listPieces } from '../storage/objects/stored-files.ts'
import { toSize, type Progress } from './progress-bar.ts'
import { isReadByRanges, listStoredFiles, writeStored, type ReleaseFile, type ReleaseShelf } from './stored-release.ts'

const CHUNK_BYTES = 1 << 20

/** The text to print. Throws ServiceError; then the store has no manifest of it, or the one of before. */
export async function pushRelease(
  shelf: ReleaseShelf,
  dataDir: string,
  id: string,
  progress: Progress,
  pieceBytes?: number,
): Promise<string> {
  const release = readWhole(dataDir, id)
  const files = listStoredFiles(release)
  const folder = join(dataDir, RELEASES_FOLDER, id)
  progress.begin('push', 'check the files')
  const lists = new Map<string, Buffer>()
  for (const one of files) {
    const path = join(folder, one.file)
    await confirmHash(path, one)
    if (isReadByRanges(one.file)) lists.set(one.file, await listBlocks(reading(path, 0, one.bytes)))
  }
  progress.begin('push', 'send')
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const done = { bytes: 0, sentBytes: 0 }
  for (const one of files) {
    for (const { key, fromByte, bytes } of listPieces(one, pieceBytes)) {
      if ((await withTries(() => shelf.store.findBytes(key))) !== bytes) {
        const open = () => reading(join(folder, one.file), fromByte, bytes)
        await withTries(() => shelf.store.write(key, { bytes, open }))
        done.sentBytes += bytes
      }
      done.bytes += bytes
      progress.report(done.bytes, totalBytes, 'bytes')
    }
    const list = lists.get(one.file)
    if (list !== undefined) await withTries(() => writeBytes(shelf.store, blocksKey(one.sha256), list))
  }
  await writeStored(shelf, id, toManifestText(withBlocks(release, lists)))
  progress.end()
  const thereBytes = totalBytes - done.sentBytes
  return `${id} is in ${shelf.store.name}: ${toSize(done.sentBytes)} sent, ${toSize(thereBytes)} were there.`
}

function withBlocks(release: ReleaseInfo, lists: ReadonlyMap<string, Buffer>): ReleaseInfo {
  const artifacts = release.artifacts.map((artifact) => {
    const list = lists.get(artifact.file ?? '')
    return list === undefined ? artifact : { ...artifact, blocksSha256: sha256Of(list) }
  })
  return { ...release, artifacts }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function readWhole(dataDir: string, id: string): ReleaseInfo {
  try {
    return readRelease(dataDir, id, null)
  } catch (cause) {
    throw new ServiceError('invalid_input', `${id} cannot be pushed: ${(cause as Error).message}.`, { cause })
  }
}

async function confirmHash(path: string, { file, sha256 }: ReleaseFile): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash)
  if (hash.digest('hex') !== sha256)
    throw new ServiceError('invalid_input', `${file} is not what its manifest says: it was changed or is damaged.`)
}

function reading(path: string, fromByte: number, bytes: number): AsyncIterable<Uint8Array> {
  if (bytes === 0) return (async function* () {})()
  return createReadStream(path, { start: fromByte, end: fromByte + bytes - 1, highWaterMark: CHUNK_BYTES })
}
