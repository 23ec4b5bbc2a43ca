// Opens a terrain archive for sampling: heights are bilinear between pixel centres, over cached tiles.
// Zoom: z is the tile zoom of the archive (its z/x/y), clamped to the zooms it holds; with 512 px tiles a pixel at z is
// as fine as a 256 px tile's at z + 1. At lower zooms heights are means over larger pixels. Any fault of the file
// becomes ServiceError `terrain_unavailable`; a tile missing from the archive gives null heights, never zero.

import { basename } from 'node:path'
import { ServiceError } from '../errors.ts'
import type { ByteSource } from '../releases/byte-source.ts'
import { type TerrainEncoding, detectEncoding } from './height-tile.ts'
import { type Fault, type PmtilesFile, openPmtiles } from './pmtiles-file.ts'
import { readHeightTile, TerrainArchive, type TerrainShape } from './terrain-archive.ts'
import type { TerrainFile } from './terrain-file.ts'

const DEFAULT_CACHE_BYTES = 64_000_000

export interface OpenTerrainOptions {
  /** encoding, if the archive does not name it */
  encoding?: TerrainEncoding
  /** size of the cache of decoded tiles, in bytes */
  cacheBytes?: number
  /** error to throw for an unreadable file; default `terrain_unavailable` */
  fault?: Fault
}

/**
 * Opens a terrain PMTiles archive: terrarium or mapbox, png or webp, 256 or 512 px. `source`: where it is not the file
 * at `path`; closed with it.
 */
export async function openTerrain(
  path: string,
  options: OpenTerrainOptions = {},
  source?: ByteSource,
): Promise<TerrainFile> {
  const fault: Fault =
    options.fault ??
    ((sentence, cause) =>
      new ServiceError('terrain_unavailable', `The terrain file ${basename(path)} ${sentence}`, { cause }))
  const archive = await openPmtiles(source ?? path, fault)
  try {
    const shape = await findShape(archive, options.encoding, fault)
    return new TerrainArchive(archive, shape, options.cacheBytes ?? DEFAULT_CACHE_BYTES, fault)
  } catch (thrown) {
    await archive.close()
    throw thrown
  }
}

/** Tile size and encoding: from the caller, else from metadata, else inferred from the first tiles. */
async function findShape(
  archive: PmtilesFile,
  named: TerrainEncoding | undefined,
  fault: Fault,
): Promise<TerrainShape> {
  const stated = String(archive.metadata.encoding ?? '').toLowerCase()
  let encoding: TerrainEncoding | null =
    named ?? (stated === 'terrarium' ? 'terrarium' : stated === 'mapbox' || stated === 'terrain-rgb' ? 'mapbox' : null)
  let tileSize = 0
  for (const [z, x, y] of await archive.listFirstTiles(16)) {
    const tile = await readHeightTile(archive, z, x, y, fault)
    if (tile === null) continue
    tileSize = tile.size
    encoding ??= detectEncoding(tile)
    if (encoding !== null) break
  }
  if (tileSize === 0) throw fault('holds no tiles.')
  if (encoding === null)
    throw fault(
      'does not say how it encodes heights, and its pixels could be neither terrarium nor mapbox: name the encoding.',
    )
  return { tileSize, encoding }
}
