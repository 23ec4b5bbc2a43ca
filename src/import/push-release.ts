// `npm run releases -- push`: sends a release of the data folder to a store. Each file is read twice: to see that it
// is what its manifest says, and to be sent. What the store has is not sent again, so a push that was killed goes on
// where it was; the manifest comes last.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../errors.ts'
import { readRelease } from '../maps/read-release.ts'
import { RELEASES_FOLDER, toManifestText } from '../maps/release-manifest.ts'
import type { ReleaseInfo } from '../release-info.ts'
import { withTries } from '../store/object-store.ts'
import { toSize, type Progress } from './progress-bar.ts'
import { listPieces, listStoredFiles, writeStored, type ReleaseShelf, type StoredFile } from './stored-release.ts'

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
  for (const one of files) await confirmHash(join(folder, one.file), one)
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
  }
  await writeStored(shelf, id, toManifestText(release))
  progress.end()
  return `${id} is in ${shelf.store.name}: ${toSize(done.sentBytes)} sent, ${toSize(totalBytes - done.sentBytes)} were there.`
}

function readWhole(dataDir: string, id: string): ReleaseInfo {
  try {
    return readRelease(dataDir, id, null)
  } catch (cause) {
    throw new ServiceError('invalid_input', `${id} cannot be pushed: ${(cause as Error).message}.`, { cause })
  }
}

async function confirmHash(path: string, { file, sha256 }: StoredFile): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash)
  if (hash.digest('hex') !== sha256)
    throw new ServiceError('invalid_input', `${file} is not what its manifest says: it was changed or is damaged.`)
}

function reading(path: string, fromByte: number, bytes: number): AsyncIterable<Uint8Array> {
  if (bytes === 0) return (async function* () {})()
  return createReadStream(path, { start: fromByte, end: fromByte + bytes - 1, highWaterMark: CHUNK_BYTES })
}
