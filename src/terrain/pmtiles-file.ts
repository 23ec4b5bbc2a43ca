// A PMTiles v3 archive over a source of bytes: header, metadata, tiles by z/x/y. Reads outside the file, short reads
// and damaged directories throw the error that the caller builds with `fault` from what is wrong with the file. Never
// reads more than one tile or directory at once.

import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import {
  Compression,
  type DecompressFunc,
  type Entry,
  type Header,
  PMTiles,
  SharedPromiseCache,
  type Source,
  TileType,
  bytesToHeader,
  tileIdToZxy,
} from 'pmtiles'
import { openFileSource, type ByteSource } from '../releases/byte-source.ts'
import { type MessageCode, type Sentence, say } from '../language/sentence.ts'
import { kindOfStart } from './height-raster.ts'

const MAX_READ_BYTES = 64_000_000
const MAX_ZOOM = 22
const HEADER_BYTES = 127
/** Shortest directory entry: four numbers of one byte each. */
const MIN_ENTRY_BYTES = 4

const gunzipAsync = promisify(gunzip)
const brotliAsync = promisify(brotliDecompress)

/** Like the library's own, but a bomb stops at MAX_READ_BYTES. */
export const decompress: DecompressFunc = async (bytes, compression) => {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes
  if (compression !== Compression.Gzip && compression !== Compression.Brotli)
    throw new Error('compressed by an unsupported method')
  const unpack = compression === Compression.Gzip ? gunzipAsync : brotliAsync
  const out = await unpack(Buffer.from(bytes), { maxOutputLength: MAX_READ_BYTES })
  return out.buffer.slice(out.byteOffset, out.byteOffset + out.byteLength) as ArrayBuffer
}

/**
 * A cache that checks each directory before the library parses it: a damaged count would make it allocate without
 * limit. What could not be read is not remembered: the next caller tries again.
 */
export class CheckedCache extends SharedPromiseCache {
  readonly #checked = new Set<number>()
  #isHeaderChecked = false

  override async getHeader(source: Source): Promise<Header> {
    if (!this.#isHeaderChecked) {
      const header = bytesToHeader((await source.getBytes(0, HEADER_BYTES)).data)
      await this.#check(source, header.rootDirectoryOffset, header.rootDirectoryLength, header)
      this.#isHeaderChecked = true
    }
    return super.getHeader(source).catch((thrown: unknown) => this.#forget(source.getKey(), thrown))
  }

  override async getDirectory(source: Source, offset: number, length: number, header: Header): Promise<Entry[]> {
    await this.#check(source, offset, length, header)
    return super
      .getDirectory(source, offset, length, header)
      .catch((thrown: unknown) => this.#forget(`${source.getKey()}|${header.etag ?? ''}|${offset}|${length}`, thrown))
  }

  #forget(key: string, thrown: unknown): never {
    this.cache.delete(key)
    throw thrown
  }

  async #check(source: Source, offset: number, length: number, header: Header): Promise<void> {
    if (this.#checked.has(offset)) return
    const bytes = new Uint8Array(
      await decompress((await source.getBytes(offset, length)).data, header.internalCompression),
    )
    let count = 0
    let factor = 1
    for (const byte of bytes.subarray(0, 8)) {
      count += (byte & 127) * factor
      factor *= 128
      if (byte < 128) break
    }
    if (count * MIN_ENTRY_BYTES > bytes.length)
      throw new Error(`a directory of ${bytes.length} bytes says it has ${count} entries`)
    this.#checked.add(offset)
  }
}

/** What is wrong with a file, said of it: `is cut short`. */
export type ArchiveFault = Sentence<Extract<MessageCode, `archive.${string}`>>
export type Fault = (fault: ArchiveFault, cause?: unknown) => Error

const NO_ARCHIVE = {
  page: 'archive.no_pmtiles_page',
  empty: 'archive.no_pmtiles_empty',
  other: 'archive.no_pmtiles',
} as const

export interface PmtilesFile {
  header: Header
  metadata: Record<string, unknown>
  /** up to `limit` tiles of the archive, lowest zoom first */
  listFirstTiles(limit: number): Promise<[z: number, x: number, y: number][]>
  /** returns null if the archive has no such tile */
  findTile(z: number, x: number, y: number): Promise<Uint8Array | null>
  /** Waits for reads in progress. */
  close(): Promise<void>
}

/**
 * Opens an archive of image tiles (png or webp), or of vector tiles (decompressed when read): a path, or a source,
 * which is closed with it.
 */
export async function openPmtiles(
  pathOrSource: string | ByteSource,
  fault: Fault,
  tiles: 'pictures' | 'vectors' = 'pictures',
): Promise<PmtilesFile> {
  const source =
    typeof pathOrSource === 'string'
      ? await openFileSource(pathOrSource).catch((cause: unknown) => {
          throw fault(say('archive.not_opened'), cause)
        })
      : pathOrSource
  try {
    return await toPmtilesFile(source, fault, tiles)
  } catch (thrown) {
    await source.close()
    throw thrown
  }
}

async function toPmtilesFile(bytes: ByteSource, fault: Fault, tiles: 'pictures' | 'vectors'): Promise<PmtilesFile> {
  const start = Buffer.from(await bytes.read(0, HEADER_BYTES))
  // only two letters: some writers omit the other five of the magic
  if (start.length < HEADER_BYTES || start.toString('latin1', 0, 2) !== 'PM')
    throw fault(say(NO_ARCHIVE[kindOfStart(start)]))
  if (start[7] !== 3) throw fault(say('archive.version'))

  const source = new CheckedSource(bytes, fault)
  const archive = new PMTiles(source, new CheckedCache(128, undefined, decompress), decompress)
  const guarded = async <T>(unread: ArchiveFault, read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (cause) {
      throw cause instanceof Error && cause.name === 'ServiceError' ? cause : fault(unread, cause)
    }
  }
  const header = await guarded(say('archive.header'), () => archive.getHeader())
  checkHeader(header, bytes.bytes, tiles, fault)
  const metadata = await guarded(say('archive.metadata'), () => archive.getMetadata())

  return {
    header,
    metadata: typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {},
    listFirstTiles: (limit) => guarded(say('archive.directory'), () => listFirstTiles(archive, source, header, limit)),
    findTile: (z, x, y) =>
      guarded(say('archive.tile', { tile: `${z}/${x}/${y}` }), async () => {
        const answer = await archive.getZxy(z, x, y)
        return answer === undefined ? null : new Uint8Array(answer.data)
      }),
    close: () => bytes.close(),
  }
}

/** Reads of what a damaged directory says are refused. */
class CheckedSource implements Source {
  readonly #bytes: ByteSource
  readonly #fault: Fault

  constructor(bytes: ByteSource, fault: Fault) {
    this.#bytes = bytes
    this.#fault = fault
  }

  getKey(): string {
    return 'file'
  }

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    if (length > MAX_READ_BYTES) throw this.#fault(say('archive.directory_wrong'))
    const read = await this.#bytes.read(offset, length)
    // the first read requests 16 KB, more than a small archive has
    if (read.length < length && offset > 0) throw this.#fault(say('archive.cut'))
    const { buffer, byteOffset, length: got } = read
    const isWhole = got === buffer.byteLength
    return { data: (isWhole ? buffer : buffer.slice(byteOffset, byteOffset + got)) as ArrayBuffer }
  }
}

function checkHeader(header: Header, fileBytes: number, tiles: 'pictures' | 'vectors', fault: Fault): void {
  if (fileBytes < header.tileDataOffset + (header.tileDataLength ?? 0)) throw fault(say('archive.cut'))
  if (tiles === 'vectors' && header.tileType !== TileType.Mvt) throw fault(say('archive.no_vectors'))
  if (tiles === 'pictures' && header.tileType !== TileType.Png && header.tileType !== TileType.Webp)
    throw fault(say('archive.no_pictures'))
  if (header.minZoom > header.maxZoom || header.maxZoom > MAX_ZOOM) throw fault(say('archive.zooms'))
}

async function listFirstTiles(
  archive: PMTiles,
  source: Source,
  header: Header,
  limit: number,
): Promise<[z: number, x: number, y: number][]> {
  let entries: Entry[] = []
  let offset = header.rootDirectoryOffset
  let length = header.rootDirectoryLength
  for (let depth = 0; depth < 4; depth++) {
    entries = await archive.cache.getDirectory(source, offset, length, header)
    if (entries.length === 0 || entries[0].runLength > 0) break
    offset = header.leafDirectoryOffset + entries[0].offset
    length = entries[0].length
  }
  return entries
    .filter((entry) => entry.runLength > 0)
    .slice(0, limit)
    .map((entry) => tileIdToZxy(entry.tileId))
}
