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
import { HEADER_BYTES, toDirectories } from './archive-directory.ts'
import { SpillFile, writeAll } from './spill-file.ts'
import { TileRecords } from './tile-records.ts'

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

/** Bytes 102..126 of the header: bounds and centre as int32 in 1e-7 degrees. */
function writePlace(header: Buffer, bounds: Box, centerZoom: number): void {
  bounds.forEach((degrees, i) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4))
  header[118] = centerZoom
  header.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123)
}
