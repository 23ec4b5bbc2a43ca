// Where the tiles of a box lie in a PMTiles archive, and how to read them in few reads: positions are looked up first,
// then read in the order of the archive with neighbours together. Adds nothing for tiles that the archive lacks.

import { findTile, zxyToTileId, type Entry, type Header, type PMTiles, type Source } from 'pmtiles'
import type { Box } from '../../geo/lon-lat.ts'
import { listTiles, tileRanges } from './tile-ranges.ts'

const MAX_DEPTH = 4
/** Tiles closer than this in the archive are read together. */
const MAX_GAP_BYTES = 1 << 16
const MAX_READ_BYTES = 1 << 22
const MAX_TILE_BYTES = 1 << 26

export interface TilePlace {
  z: number
  x: number
  y: number
  /** in the archive's tile data */
  offset: number
  length: number
}

export interface TileRead {
  offset: number
  length: number
  places: TilePlace[]
}

/** Positions of the tiles of `box` from `minZoom` to `maxZoom`, in the order of the archive. */
export async function findTilePlaces(
  archive: PMTiles,
  source: Source,
  header: Header,
  box: Box,
  [minZoom, maxZoom]: readonly [minZoom: number, maxZoom: number],
): Promise<TilePlace[]> {
  const places: TilePlace[] = []
  for (const [z, range] of tileRanges(box, minZoom, maxZoom).entries()) {
    if (range === undefined) continue
    for (const [x, y] of listTiles(range)) {
      const entry = await findEntry(archive, source, header, zxyToTileId(z, x, y))
      if (entry === null) continue
      if (entry.length > MAX_TILE_BYTES) throw new Error('a tile of more than 64 MB')
      places.push({ z, x, y, offset: entry.offset, length: entry.length })
    }
  }
  return places.sort((a, b) => a.offset - b.offset || a.z - b.z || a.x - b.x || a.y - b.y)
}

async function findEntry(archive: PMTiles, source: Source, header: Header, tileId: number): Promise<Entry | null> {
  let offset = header.rootDirectoryOffset
  let length = header.rootDirectoryLength
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const entry = findTile(await archive.cache.getDirectory(source, offset, length, header), tileId)
    if (entry === null || entry.runLength > 0) return entry
    offset = header.leafDirectoryOffset + entry.offset
    length = entry.length
  }
  return null
}

/** Groups ordered positions into reads of neighbouring tiles. */
export function toReads(places: readonly TilePlace[]): TileRead[] {
  const reads: TileRead[] = []
  for (const place of places) {
    const last = reads[reads.length - 1]
    const end = place.offset + place.length
    if (
      last !== undefined &&
      place.offset - (last.offset + last.length) <= MAX_GAP_BYTES &&
      end - last.offset <= MAX_READ_BYTES
    ) {
      last.length = Math.max(last.length, end - last.offset)
      last.places.push(place)
    } else reads.push({ offset: place.offset, length: place.length, places: [place] })
  }
  return reads
}
