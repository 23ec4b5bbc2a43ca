// Writes a PMTiles v3 archive of picture tiles. Tiles may be added in any order and concurrently: they wait in a
// neighbouring file and are copied in tile order at the end, so memory does not grow with the archive, tile data is
// clustered and equal input gives equal bytes. The header fields that s2-pmtiles leaves at 0 (bounds, centre) or wrong
// (five letters of the magic, length of tile data beside leaf directories) are set here. On failure `abandon` leaves no file behind.

import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { zxyToTileId } from 'pmtiles'
import { Compression, S2PMTilesWriter, TileType } from 's2-pmtiles'
import type { Box } from '../geo/lon-lat.ts'

interface WaitingTile {
  id: number
  z: number
  x: number
  y: number
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
  private readonly path: string
  private readonly spillPath: string
  private readonly spill: FileHandle
  private readonly tiles: WaitingTile[] = []
  private spillBytes = 0

  private constructor(path: string, spill: FileHandle) {
    this.path = path
    this.spillPath = `${path}.tiles`
    this.spill = spill
  }

  static async create(path: string): Promise<TileArchiveWriter> {
    return new TileArchiveWriter(path, await open(`${path}.tiles`, 'w+'))
  }

  /** Adds a tile once; safe to call concurrently. */
  async add(z: number, x: number, y: number, bytes: Uint8Array): Promise<void> {
    const offset = this.spillBytes
    this.spillBytes += bytes.length
    this.tiles.push({ id: zxyToTileId(z, x, y), z, x, y, offset, length: bytes.length })
    await this.spill.write(bytes, 0, bytes.length, offset)
  }

  /** Writes the archive. `metadata` goes in as JSON. At least one tile must have been added. */
  async finish(tileType: 'png' | 'webp', metadata: Record<string, unknown>, bounds: Box): Promise<ArchiveSummary> {
    this.tiles.sort((a, b) => a.id - b.id)
    const out = await open(this.path, 'w+')
    try {
      let end = 0
      // appendSync is called once, by the constructor, to reserve the header and root directory with zeros
      const writer = new S2PMTilesWriter({
        appendSync: (bytes) => {
          end += bytes.length
        },
        append: async (bytes) => {
          await out.write(bytes, 0, bytes.length, end)
          end += bytes.length
        },
        write: async (bytes, offset) => {
          await out.write(bytes, 0, bytes.length, offset)
        },
      }, tileType === 'png' ? TileType.Png : TileType.Webp, Compression.None)
      for (const tile of this.tiles) {
        const bytes = new Uint8Array(tile.length)
        await this.spill.read(bytes, 0, tile.length, tile.offset)
        await writer.writeTileXYZ(tile.z, tile.x, tile.y, bytes)
      }
      await writer.commit(metadata)
      const zooms = this.tiles.map((tile) => tile.z)
      const minZoom = zooms.reduce((a, b) => Math.min(a, b))
      const maxZoom = zooms.reduce((a, b) => Math.max(a, b))
      await out.write(Buffer.from('PMTiles'), 0, 7, 0)
      await out.write(headerTail(bounds, minZoom), 0, 25, 102)
      const dataBytes = Buffer.alloc(8)
      dataBytes.writeBigUInt64LE(BigInt(this.spillBytes))
      await out.write(dataBytes, 0, 8, 64)
      await out.sync()
      return { minZoom, maxZoom, tileCount: this.tiles.length, bytes: end }
    } finally {
      await out.close()
      await this.dropSpill()
    }
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    await this.dropSpill()
    await rm(this.path, { force: true })
  }

  private async dropSpill(): Promise<void> {
    await this.spill.close()
    await rm(this.spillPath, { force: true })
  }
}

/** Bytes 102..126 of a PMTiles v3 header: bounds and centre as int32 in 1e-7 degrees. */
function headerTail(bounds: Box, centerZoom: number): Buffer {
  const bytes = Buffer.alloc(25)
  bounds.forEach((degrees, i) => bytes.writeInt32LE(Math.round(degrees * 1e7), i * 4))
  bytes[16] = centerZoom
  bytes.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 17)
  bytes.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 21)
  return bytes
}
