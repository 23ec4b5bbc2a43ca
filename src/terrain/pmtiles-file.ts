// A PMTiles v3 archive over one file handle: header, metadata, tiles by z/x/y. Reads outside the file, short reads and
// damaged directories throw the error that the caller builds with `fault` from a sentence about the file. Never reads
// more than one tile or directory at once, and never closes the handle during a read.

import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { bytesToHeader, Compression, PMTiles, SharedPromiseCache, tileIdToZxy, TileType } from 'pmtiles'
import type { DecompressFunc, Entry, Header, Source } from 'pmtiles'
import { describeStart } from './height-raster.ts'

const MAX_READ_BYTES = 64_000_000
const MAX_ZOOM = 22
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
 * limit.
 */
export class CheckedCache extends SharedPromiseCache {
  readonly #checked = new Set<number>()

  override async getHeader(source: Source): Promise<Header> {
    const header = bytesToHeader((await source.getBytes(0, 127)).data)
    await this.#check(source, header.rootDirectoryOffset, header.rootDirectoryLength, header)
    return super.getHeader(source)
  }

  override async getDirectory(source: Source, offset: number, length: number, header: Header): Promise<Entry[]> {
    await this.#check(source, offset, length, header)
    return super.getDirectory(source, offset, length, header)
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

export type Fault = (sentence: string, cause?: unknown) => Error

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

/** Opens an archive of image tiles (png or webp), or of vector tiles (decompressed when read). */
export async function openPmtiles(
  path: string,
  fault: Fault,
  tiles: 'pictures' | 'vectors' = 'pictures',
): Promise<PmtilesFile> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw fault('cannot be opened.', cause)
  })
  try {
    return await toPmtilesFile(handle, fault, tiles)
  } catch (thrown) {
    await handle.close()
    throw thrown
  }
}

async function toPmtilesFile(handle: FileHandle, fault: Fault, tiles: 'pictures' | 'vectors'): Promise<PmtilesFile> {
  const start = Buffer.alloc(127)
  const { bytesRead } = await handle.read(start, 0, 127, 0)
  // only two letters: some writers omit the other five of the magic
  if (bytesRead < 127 || start.toString('latin1', 0, 2) !== 'PM')
    throw fault(`is not a PMTiles archive${describeStart(start.subarray(0, bytesRead))}.`)
  if (start[7] !== 3) throw fault('is a PMTiles archive of another version than 3.')

  const source = new FileSource(handle, fault)
  const archive = new PMTiles(source, new CheckedCache(128, undefined, decompress), decompress)
  const guarded = async <T>(what: string, read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (cause) {
      throw cause instanceof Error && cause.name === 'ServiceError'
        ? cause
        : fault(`is damaged (${what} cannot be read).`, cause)
    }
  }
  const header = await guarded('its header', () => archive.getHeader())
  checkHeader(header, (await handle.stat()).size, tiles, fault)
  const metadata = await guarded('its metadata', () => archive.getMetadata())

  return {
    header,
    metadata: typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {},
    listFirstTiles: (limit) => guarded('its directory', () => listFirstTiles(archive, source, header, limit)),
    findTile: (z, x, y) =>
      guarded(`tile ${z}/${x}/${y}`, async () => {
        const answer = await archive.getZxy(z, x, y)
        return answer === undefined ? null : new Uint8Array(answer.data)
      }),
    close: () => source.close(),
  }
}

/** The bytes of an open file; reads in progress finish before it is closed. */
class FileSource implements Source {
  readonly #handle: FileHandle
  readonly #fault: Fault
  readonly #reading = new Set<Promise<unknown>>()
  #isOpen = true

  constructor(handle: FileHandle, fault: Fault) {
    this.#handle = handle
    this.#fault = fault
  }

  getKey(): string {
    return 'file'
  }

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    if (!this.#isOpen) throw this.#fault('is closed.')
    if (length > MAX_READ_BYTES) throw this.#fault('has a damaged directory.')
    const bytes = new Uint8Array(length)
    const read = this.#handle.read(bytes, 0, length, offset)
    this.#reading.add(read)
    try {
      const { bytesRead } = await read
      // the first read requests 16 KB, more than a small archive has
      if (bytesRead < length && offset > 0) throw this.#fault('is cut short.')
      return { data: bytes.buffer.slice(0, bytesRead) }
    } finally {
      this.#reading.delete(read)
    }
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await Promise.allSettled(this.#reading)
    await this.#handle.close()
  }
}

function checkHeader(header: Header, fileBytes: number, tiles: 'pictures' | 'vectors', fault: Fault): void {
  if (fileBytes < header.tileDataOffset + (header.tileDataLength ?? 0)) throw fault('is cut short.')
  if (tiles === 'vectors' && header.tileType !== TileType.Mvt) throw fault('holds no vector tiles.')
  if (tiles === 'pictures' && header.tileType !== TileType.Png && header.tileType !== TileType.Webp)
    throw fault('holds no png or webp tiles, so no terrain.')
  if (header.minZoom > header.maxZoom || header.maxZoom > MAX_ZOOM)
    throw fault('has a damaged header (its zooms make no sense).')
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
