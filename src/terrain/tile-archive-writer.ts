// Writes a PMTiles v3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Tiles may be added in
// any order and concurrently: they wait in a temporary file and are copied in tile order at the end, so memory does not
// grow with the archive, tile data is clustered and equal input gives equal bytes. Identical tiles are stored once.
// On failure `abandon` leaves no file behind.

import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { Compression, TileType, zxyToTileId } from 'pmtiles'
import type { Box } from '../geo/lon-lat.ts'
import { LargeMap, LargeSet } from '../graph/large-map.ts'

const HEADER_BYTES = 127
/** The header and the root directory must fit in the first 16 KiB. */
const MAX_ROOT_BYTES = 16_384 - HEADER_BYTES
const FIRST_LEAF_ENTRIES = 4096
const COPY_BYTES = 1 << 22

const TILE_TYPES = { png: TileType.Png, webp: TileType.Webp, mvt: TileType.Mvt } as const

interface WaitingTile {
  id: number
  /** number of consecutive ids with these bytes */
  runLength: number
  z: number
  /** of its bytes in the temporary file */
  offset: number
  length: number
}

interface DirectoryEntry {
  id: number
  runLength: number
  offset: number
  length: number
}

export interface ArchiveSummary {
  minZoom: number
  maxZoom: number
  tileCount: number
  bytes: number
}

export class TileArchiveWriter {
  readonly #path: string
  readonly #spillPath: string
  readonly #spill: FileHandle
  readonly #tiles: WaitingTile[] = []
  /** offset of the first tile with these bytes, by their hash */
  readonly #known = new LargeMap<string, number>()
  #spillBytes = 0

  private constructor(path: string, spillPath: string, spill: FileHandle) {
    this.#path = path
    this.#spillPath = spillPath
    this.#spill = spill
  }

  /** `spillPath`: the temporary file. */
  static async create(path: string, spillPath = `${path}.tiles`): Promise<TileArchiveWriter> {
    return new TileArchiveWriter(path, spillPath, await open(spillPath, 'w+'))
  }

  /**
   * Adds a tile once; safe to call concurrently. With `levelsUp` the same bytes fill all tiles of this zoom in the tile
   * that many zooms above: they are consecutive in an archive, so one entry represents them all.
   */
  async add(z: number, x: number, y: number, bytes: Uint8Array, levelsUp = 0): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('base64')
    const same = this.#known.get(hash)
    const offset = same ?? this.#spillBytes
    const runLength = 4 ** levelsUp
    const firstOfZoom = zxyToTileId(z, 0, 0)
    const id = firstOfZoom + Math.floor((zxyToTileId(z, x, y) - firstOfZoom) / runLength) * runLength
    this.#tiles.push({ id, runLength, z, offset, length: bytes.length })
    if (same !== undefined) return
    this.#known.set(hash, offset)
    this.#spillBytes += bytes.length
    for (let at = 0; at < bytes.length; )
      at += (await this.#spill.write(bytes, at, bytes.length - at, offset + at)).bytesWritten
  }

  /**
   * Writes the archive. `metadata` is written as JSON; tiles of type `mvt` must already be gzipped. At least one tile
   * must have been added.
   */
  async finish(
    tileType: keyof typeof TILE_TYPES,
    metadata: Record<string, unknown>,
    bounds: Box,
  ): Promise<ArchiveSummary> {
    const tiles = this.#tiles.sort((a, b) => a.id - b.id)
    const out = await open(this.#path, 'w+')
    try {
      const entries = layOut(tiles)
      const { root, leaves } = toDirectories(entries)
      const json = gzipSync(JSON.stringify(metadata))
      const minZoom = tiles.reduce((least, { z }) => Math.min(least, z), 99)
      const maxZoom = tiles.reduce((most, { z }) => Math.max(most, z), 0)
      const header = Buffer.alloc(HEADER_BYTES)
      header.write('PMTiles', 'latin1')
      header[7] = 3
      const lengths = [root.length, json.length, leaves.length, this.#spillBytes]
      let offset = HEADER_BYTES
      lengths.forEach((length, i) => {
        header.writeBigUInt64LE(BigInt(offset), 8 + i * 16)
        header.writeBigUInt64LE(BigInt(length), 16 + i * 16)
        offset += length
      })
      const tileCount = tiles.reduce((sum, { runLength }) => sum + runLength, 0)
      header.writeBigUInt64LE(BigInt(tileCount), 72)
      header.writeBigUInt64LE(BigInt(entries.length), 80)
      header.writeBigUInt64LE(BigInt(this.#known.size), 88)
      header[96] = 1
      header[97] = Compression.Gzip
      header[98] = tileType === 'mvt' ? Compression.Gzip : Compression.None
      header[99] = TILE_TYPES[tileType]
      header[100] = minZoom
      header[101] = maxZoom
      writePlace(header, bounds, minZoom)
      await writeAll(out, Buffer.concat([header, root, json, leaves]))
      await this.#copyTiles(out, tiles)
      await out.sync()
      return { minZoom, maxZoom, tileCount, bytes: offset }
    } finally {
      await out.close()
      await this.#dropSpill()
    }
  }

  /** Deletes what was written. */
  async abandon(): Promise<void> {
    await this.#dropSpill()
    await rm(this.#path, { force: true })
  }

  /** Copies each distinct tile in order of its first id, many at a time. */
  async #copyTiles(out: FileHandle, tiles: readonly WaitingTile[]): Promise<void> {
    const copied = new LargeSet<number>()
    let waiting: Buffer[] = []
    let waitingBytes = 0
    const flush = async (): Promise<void> => {
      if (waitingBytes > 0) await writeAll(out, Buffer.concat(waiting))
      waiting = []
      waitingBytes = 0
    }
    for (const { offset, length } of tiles) {
      if (copied.has(offset)) continue
      copied.add(offset)
      const bytes = Buffer.alloc(length)
      await this.#spill.read(bytes, 0, length, offset)
      waiting.push(bytes)
      waitingBytes += length
      if (waitingBytes > COPY_BYTES) await flush()
    }
    await flush()
  }

  async #dropSpill(): Promise<void> {
    await this.#spill.close().catch(() => {})
    await rm(this.#spillPath, { force: true })
  }
}

/** Repeats partial writes: a disk that is filling up accepts part of the data before it fails. */
async function writeAll(out: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await out.write(bytes, at, bytes.length - at)).bytesWritten
}

/** Position of each tile in the archive's tile data; consecutive tiles with the same bytes share one entry. */
function layOut(tiles: readonly WaitingTile[]): DirectoryEntry[] {
  const placed = new Map<number, number>()
  const entries: DirectoryEntry[] = []
  let end = 0
  for (const { id, runLength, offset: spillOffset, length } of tiles) {
    let offset = placed.get(spillOffset)
    if (offset === undefined) {
      offset = end
      placed.set(spillOffset, offset)
      end += length
    }
    const last = entries[entries.length - 1]
    if (last !== undefined && last.offset === offset && last.id + last.runLength === id) last.runLength += runLength
    else entries.push({ id, runLength, offset, length })
  }
  return entries
}

/** One root if it fits, else leaves and a root over them. */
function toDirectories(entries: readonly DirectoryEntry[]): { root: Buffer; leaves: Buffer } {
  const whole = toDirectory(entries)
  if (whole.length <= MAX_ROOT_BYTES) return { root: whole, leaves: Buffer.alloc(0) }
  for (let size = FIRST_LEAF_ENTRIES; ; size *= 2) {
    const leaves: Buffer[] = []
    const above: DirectoryEntry[] = []
    let offset = 0
    for (let at = 0; at < entries.length; at += size) {
      const leaf = toDirectory(entries.slice(at, at + size))
      above.push({ id: entries[at].id, runLength: 0, offset, length: leaf.length })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = toDirectory(above)
    if (root.length <= MAX_ROOT_BYTES) return { root, leaves: Buffer.concat(leaves) }
  }
}

function toDirectory(entries: readonly DirectoryEntry[]): Buffer {
  const bytes: number[] = []
  const varint = (value: number): void => {
    let left = value
    while (left >= 128) {
      bytes.push((left % 128) + 128)
      left = Math.floor(left / 128)
    }
    bytes.push(left)
  }
  varint(entries.length)
  entries.forEach(({ id }, i) => varint(i === 0 ? id : id - entries[i - 1].id))
  for (const { runLength } of entries) varint(runLength)
  for (const { length } of entries) varint(length)
  entries.forEach(({ offset }, i) =>
    varint(i > 0 && offset === entries[i - 1].offset + entries[i - 1].length ? 0 : offset + 1),
  )
  return gzipSync(Buffer.from(bytes))
}

/** Bytes 102..126 of the header: bounds and centre as int32 in 1e-7 degrees. */
function writePlace(header: Buffer, bounds: Box, centerZoom: number): void {
  bounds.forEach((degrees, i) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4))
  header[118] = centerZoom
  header.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123)
}
