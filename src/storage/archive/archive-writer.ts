// Writes a PMTiles v3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Tiles may be added in
// any order and concurrently: their bytes wait in a temporary file and are copied in tile order at the end, and what
// is known of them is sorted on disk. So memory does not grow with the archive, tile data is clustered and equal input
// gives equal bytes. Identical tiles are stored once. On failure `abandon` leaves no file behind.

import { hash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Compression, TileType, zxyToTileId } from 'pmtiles'
import type { Box } from '../../geo/lon-lat.ts'
import { boundsOfTiles, middleOfBox } from '../../geo/split-box.ts'
import { SortedRuns } from '../sorted-runs.ts'
import { uint8List } from '../typed-list.ts'
import { SpillFile, writeAll, type SpilledPart } from './spill-file.ts'

const HEADER_BYTES = 127
/** The header and the root directory must fit in the first 16 KiB. */
const MAX_ROOT_BYTES = 16_384 - HEADER_BYTES
/** Deflate's shortest codes are 2 bits for 258 bytes: no directory longer than this shrinks to a root. */
const MAX_ROOT_UNPACKED_BYTES = MAX_ROOT_BYTES * 1032
const FIRST_LEAF_ENTRIES = 4096

/** Valid until the next entry is read. */
export interface DirectoryEntry {
  id: number
  /** number of consecutive ids with these bytes; 0: a leaf */
  runLength: number
  /** in the archive's tile data, or of a leaf in its leaves */
  offset: number
  length: number
}

export interface Directories {
  root: Buffer
  /** where the leaves are in the temporary file */
  leaves: SpilledPart
  entryCount: number
}

/**
 * The directories of a PMTiles archive: columns of varints, gzipped. One root if it fits, else leaves and a root over
 * them. Entries are encoded as they arrive, so memory holds one leaf, not the whole directory. `entries` reads them by
 * id, from the first, each time it is called; leaves go to the end of `spill`. Leaves have `leafEntries`, or twice as
 * many until the root fits.
 */
export async function toDirectories(
  entries: () => Iterable<DirectoryEntry>,
  spill: SpillFile,
  leafEntries = FIRST_LEAF_ENTRIES,
): Promise<Directories> {
  const whole = new Directory()
  for (const entry of entries()) {
    whole.add(entry)
    if (whole.unpackedBytes > MAX_ROOT_UNPACKED_BYTES) break
  }
  const entryCount = whole.count
  const root = whole.pack()
  if (root.length <= MAX_ROOT_BYTES) return { root, leaves: { offset: spill.size, length: 0 }, entryCount }
  for (let size = leafEntries; ; size *= 2) {
    const directories = await toLeaves(entries(), size, spill)
    if (directories.root.length <= MAX_ROOT_BYTES) return directories
  }
}

async function toLeaves(
  entries: Iterable<DirectoryEntry>,
  leafEntries: number,
  spill: SpillFile,
): Promise<Directories> {
  const start = spill.size
  const root = new Directory()
  const leaf = new Directory()
  let entryCount = 0
  const endLeaf = async (): Promise<void> => {
    const id = leaf.firstId
    const bytes = leaf.pack()
    root.add({ id, runLength: 0, offset: spill.size - start, length: bytes.length })
    await spill.append(bytes)
  }
  for (const entry of entries) {
    if (leaf.count === leafEntries) await endLeaf()
    leaf.add(entry)
    entryCount++
  }
  await endLeaf()
  return { root: root.pack(), leaves: { offset: start, length: spill.size - start }, entryCount }
}

class Directory {
  count = 0
  firstId = 0
  readonly #ids = uint8List()
  readonly #runLengths = uint8List()
  readonly #lengths = uint8List()
  readonly #offsets = uint8List()
  #lastId = 0
  /** of the bytes of the last entry */
  #end = 0

  get unpackedBytes(): number {
    return this.#ids.length + this.#runLengths.length + this.#lengths.length + this.#offsets.length
  }

  add({ id, runLength, offset, length }: DirectoryEntry): void {
    if (this.count === 0) this.firstId = id
    pushVarint(this.#ids, this.count === 0 ? id : id - this.#lastId)
    pushVarint(this.#runLengths, runLength)
    pushVarint(this.#lengths, length)
    pushVarint(this.#offsets, this.count > 0 && offset === this.#end ? 0 : offset + 1)
    this.#lastId = id
    this.#end = offset + length
    this.count++
  }

  /** Returns its bytes, and is empty. */
  pack(): Buffer {
    const count = uint8List(8)
    pushVarint(count, this.count)
    const columns = [this.#ids, this.#runLengths, this.#lengths, this.#offsets]
    const bytes = gzipSync(Buffer.concat([count, ...columns].map((column) => column.view())))
    for (const column of columns) column.length = 0
    this.count = 0
    return bytes
  }
}

function pushVarint(bytes: ReturnType<typeof uint8List>, value: number): void {
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  bytes.push(left)
}

const NO_BYTES = new Uint8Array(0)

export interface AddedTile extends SpilledPart {
  id: number
  /** number of consecutive ids with these bytes */
  runLength: number
  /** SHA-256 of the bytes */
  hash: Buffer
}

/**
 * What the writer of an archive knows of its tiles, sorted on disk three times: by hash, which brings equal bytes
 * together; by the first tile that has the bytes, which is the order of bytes in the archive; and by id, the order of
 * its directory. So memory does not grow with the number of tiles.
 */
class TileRecords {
  /** keys: three of the hash, length, id, offset, run length */
  readonly #byHash: SortedRuns
  /** keys: id and offset of the first tile with these bytes, id, offset, run length, length */
  readonly #byFirst: SortedRuns
  /** keys: id, offset, run length, length, offset in the archive's tile data */
  readonly #byId: SortedRuns
  /** ids, with those of runs */
  tileCount = 0
  /** tiles whose bytes differ, and the sum of their lengths in bytes: known once they are placed */
  contentCount = 0
  contentBytes = 0

  /** Temporary files have names that begin with `path`. */
  constructor(path: string, runBytes?: number) {
    this.#byHash = new SortedRuns(`${path}.by-hash`, 7, runBytes)
    this.#byFirst = new SortedRuns(`${path}.by-first`, 6, runBytes)
    this.#byId = new SortedRuns(`${path}.by-id`, 5, runBytes)
  }

  /** Later tiles must have greater offsets: tiles of the same id stay in this order. */
  add({ id, runLength, offset, length, hash }: AddedTile): void {
    // 144 bits: among 10^10 tiles, two that differ agree in them and in length with a chance of less than 10^-23
    const parts = [hash.readUIntBE(0, 6), hash.readUIntBE(6, 6), hash.readUIntBE(12, 6)]
    this.#byHash.add([...parts, length, id, offset, runLength], NO_BYTES)
    this.tileCount += runLength
  }

  /** Gives all tiles their places in the archive. Adding a tile after this throws. */
  place(): void {
    const first = { parts: [NaN, NaN, NaN, NaN], id: 0, offset: 0 }
    for (const { keys } of this.#byHash.read()) {
      const [length, id, offset, runLength] = keys.subarray(3)
      if (first.parts.some((part, k) => part !== keys[k])) {
        first.parts = [keys[0], keys[1], keys[2], length]
        first.id = id
        first.offset = offset
      }
      this.#byFirst.add([first.id, first.offset, id, offset, runLength, length], NO_BYTES)
    }
    this.#byHash.close()
    let place = 0
    for (const { keys } of this.#byFirst.read()) {
      const [, , id, offset, runLength, length] = keys
      if (isFirst(keys)) {
        place = this.contentBytes
        this.contentBytes += length
        this.contentCount++
      }
      this.#byId.add([id, offset, runLength, length, place], NO_BYTES)
    }
  }

  /** By id; consecutive tiles with the same bytes share one. */
  *entries(): Generator<DirectoryEntry> {
    let last: DirectoryEntry | null = null
    for (const { keys } of this.#byId.read()) {
      const [id, , runLength, length, offset] = keys
      if (last !== null && last.offset === offset && last.id + last.runLength === id) {
        last.runLength += runLength
        continue
      }
      if (last !== null) yield last
      last = { id, runLength, offset, length }
    }
    if (last !== null) yield last
  }

  /** Where the bytes of each content were written, in the order of their places. */
  *contents(): Generator<SpilledPart> {
    for (const { keys } of this.#byFirst.read()) if (isFirst(keys)) yield { offset: keys[3], length: keys[5] }
  }

  /** Deletes the temporary files. */
  close(): void {
    for (const runs of [this.#byHash, this.#byFirst, this.#byId]) runs.close()
  }
}

/** Whether a record by first tile is that of the first tile. */
const isFirst = (keys: Float64Array): boolean => keys[0] === keys[2] && keys[1] === keys[3]

const TILE_TYPES = { png: TileType.Png, webp: TileType.Webp, mvt: TileType.Mvt } as const

export interface ArchiveSummary {
  minZoom: number
  maxZoom: number
  tileCount: number
  bytes: number
}

export class TileArchiveWriter {
  readonly #path: string
  readonly #spill: SpillFile
  readonly #records: TileRecords
  #minZoom = 99
  #maxZoom = 0

  private constructor(path: string, spill: SpillFile, records: TileRecords) {
    this.#path = path
    this.#spill = spill
    this.#records = records
  }

  /**
   * `workFolder`: for temporary files, whose names begin with that of the archive. `runBytes`: how much is sorted in
   * memory at a time.
   */
  static async create(path: string, workFolder = dirname(path), runBytes?: number): Promise<TileArchiveWriter> {
    const spillPath = join(workFolder, `${basename(path)}.tiles`)
    return new TileArchiveWriter(path, await SpillFile.create(spillPath), new TileRecords(spillPath, runBytes))
  }

  /**
   * Adds a tile once; safe to call concurrently. With `levelsUp` the same bytes fill all tiles of this zoom in the tile
   * that many zooms above: they are consecutive in an archive, so one entry represents them all.
   */
  async add(z: number, x: number, y: number, bytes: Uint8Array, levelsUp = 0): Promise<void> {
    const runLength = 4 ** levelsUp
    const firstOfZoom = zxyToTileId(z, 0, 0)
    const id = firstOfZoom + Math.floor((zxyToTileId(z, x, y) - firstOfZoom) / runLength) * runLength
    this.#records.add({
      id,
      runLength,
      offset: this.#spill.size,
      length: bytes.length,
      hash: hash('sha256', bytes, 'buffer'),
    })
    this.#minZoom = Math.min(this.#minZoom, z)
    this.#maxZoom = Math.max(this.#maxZoom, z)
    await this.#spill.append(bytes)
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
    const records = this.#records
    const out = await open(this.#path, 'w+')
    try {
      records.place()
      const { root, leaves, entryCount } = await toDirectories(() => records.entries(), this.#spill)
      const json = gzipSync(JSON.stringify(metadata))
      const [minZoom, maxZoom, tileCount] = [this.#minZoom, this.#maxZoom, records.tileCount]
      const header = Buffer.alloc(HEADER_BYTES)
      header.write('PMTiles', 'latin1')
      header[7] = 3
      const lengths = [root.length, json.length, leaves.length, records.contentBytes]
      let offset = HEADER_BYTES
      lengths.forEach((length, i) => {
        header.writeBigUInt64LE(BigInt(offset), 8 + i * 16)
        header.writeBigUInt64LE(BigInt(length), 16 + i * 16)
        offset += length
      })
      header.writeBigUInt64LE(BigInt(tileCount), 72)
      header.writeBigUInt64LE(BigInt(entryCount), 80)
      header.writeBigUInt64LE(BigInt(records.contentCount), 88)
      header[96] = 1
      header[97] = Compression.Gzip
      header[98] = tileType === 'mvt' ? Compression.Gzip : Compression.None
      header[99] = TILE_TYPES[tileType]
      header[100] = minZoom
      header[101] = maxZoom
      writePlace(header, bounds, minZoom)
      await writeAll(out, Buffer.concat([header, root, json]), null)
      await this.#spill.copyTo(out, [leaves])
      await this.#spill.copyTo(out, records.contents())
      await out.sync()
      return { minZoom, maxZoom, tileCount, bytes: offset }
    } finally {
      await out.close()
      await this.#dropTemporary()
    }
  }

  /** Deletes what was written. */
  async abandon(): Promise<void> {
    await this.#dropTemporary()
    await rm(this.#path, { force: true })
  }

  async #dropTemporary(): Promise<void> {
    this.#records.close()
    await this.#spill.drop()
  }
}

/**
 * Bytes 102..126 of the header: bounds and centre as int32 in 1e-7 degrees. Readers take bounds for those of TileJSON,
 * which cannot cross the antimeridian.
 */
function writePlace(header: Buffer, box: Box, centerZoom: number): void {
  const bounds = boundsOfTiles(box)
  const center = middleOfBox(box)
  bounds.forEach((degrees, i) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4))
  header[118] = centerZoom
  header.writeInt32LE(Math.round(center[0] * 1e7), 119)
  header.writeInt32LE(Math.round(center[1] * 1e7), 123)
}
