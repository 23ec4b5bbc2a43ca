// Cuts the region's tiles out of a larger archive of vector tiles (Planetiler, Protomaps), so that a release is
// self-contained. Tile positions are looked up first, then read in that order with neighbours in one read, so that a
// planet over HTTP costs few requests. Tiles are copied unchanged; attribution and layers are kept. Nothing is added
// for tiles that the archive lacks.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Compression, findTile, PMTiles, TileType, zxyToTileId, type Entry, type Header, type Source } from 'pmtiles'
import type { Box } from '../geo/lon-lat.ts'
import { CheckedCache, decompress } from '../terrain/pmtiles-file.ts'
import { TileArchiveWriter, type ArchiveSummary } from '../terrain/tile-archive-writer.ts'
import { listTiles, tileRanges } from '../terrain/tile-ranges.ts'
import { DEEPEST_ZOOM } from './feature-store.ts'

const MAX_DEPTH = 4
/** Tiles closer than this in the archive are read together. */
const MAX_GAP_BYTES = 1 << 16
const MAX_READ_BYTES = 1 << 22
const MAX_TILE_BYTES = 1 << 26

const gzipAsync = promisify(gzip)

export interface ExtractReport extends ArchiveSummary {
  layers: string[]
  /** as given by the archive (may contain HTML), null if it has none */
  attribution: string | null
  /** ISO time of its map data, null if it does not say */
  sourceTs: string | null
}

/** Builds the error for a sentence about the archive. */
export type ArchiveFault = (sentence: string, cause?: unknown) => Error

interface OpenArchive {
  archive: PMTiles
  header: Header
  metadata: Record<string, unknown>
  damaged: (what: string) => (cause: unknown) => never
}

/**
 * Opens an archive of vector tiles; throws what `fault` returns for anything else. Also a check before a long job.
 */
export async function openVectorArchive(source: Source, fault: ArchiveFault): Promise<OpenArchive> {
  const archive = new PMTiles(source, new CheckedCache(256, undefined, decompress), decompress)
  const start = Buffer.from((await source.getBytes(0, 127)).data)
  if (start.length < 127 || start.toString('latin1', 0, 2) !== 'PM') throw fault('is not a PMTiles archive.')
  if (start[7] !== 3) throw fault('is a PMTiles archive of another version than 3.')
  const damaged =
    (what: string) =>
    (cause: unknown): never => {
      throw cause instanceof Error && cause.name === 'ServiceError'
        ? cause
        : fault(`is damaged: ${what} cannot be read.`, cause)
    }
  const header = await archive.getHeader().catch(damaged('its header'))
  const end = header.tileDataOffset + (header.tileDataLength ?? 0)
  if ((await source.getBytes(end - 1, 1)).data.byteLength === 0) throw fault('is cut short.')
  if (header.tileType !== TileType.Mvt) throw fault('holds no vector tiles: a basemap is made of vector tiles (MVT).')
  if (header.minZoom > Math.min(header.maxZoom, DEEPEST_ZOOM)) throw fault(`has no tiles up to zoom ${DEEPEST_ZOOM}.`)
  const metadata = (await archive.getMetadata().catch(damaged('its metadata'))) as Record<string, unknown> | null
  return { archive, header, metadata: metadata ?? {}, damaged }
}

/** Extracts the tiles of `box` into `outPath`. Leaves nothing there if it throws. */
export async function extractBasemap(
  source: Source,
  box: Box,
  outPath: string,
  fault: ArchiveFault,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ExtractReport> {
  const { archive, header, metadata, damaged } = await openVectorArchive(source, fault)
  const maxZoom = Math.min(header.maxZoom, DEEPEST_ZOOM)
  const places = await findPlaces(archive, source, header, box, maxZoom).catch(damaged('its directory'))
  if (places.length === 0) throw fault('has no tile in the region of the map file.')

  const writer = await TileArchiveWriter.create(outPath)
  try {
    let done = 0
    for (const read of toReads(places)) {
      const bytes = new Uint8Array(
        (await source.getBytes(header.tileDataOffset + read.offset, read.length).catch(damaged('a tile'))).data,
      )
      if (bytes.length < read.length) throw fault('is cut short.')
      for (const { z, x, y, offset, length } of read.places) {
        const tile = bytes.subarray(offset - read.offset, offset - read.offset + length)
        await writer.add(z, x, y, await toGzip(tile, header.tileCompression).catch(damaged(`tile ${z}/${x}/${y}`)))
        onProgress(++done, places.length)
      }
    }
    const layers = listLayers(metadata)
    const summary = await writer.finish('mvt', metadata, box)
    return { ...summary, layers, attribution: textOf(metadata.attribution), sourceTs: dateOf(metadata) }
  } catch (thrown) {
    await writer.abandon()
    throw thrown
  }
}

interface TilePlace {
  z: number
  x: number
  y: number
  /** in the archive's tile data */
  offset: number
  length: number
}

/** Positions of the region's tiles in the archive, in order. */
async function findPlaces(
  archive: PMTiles,
  source: Source,
  header: Header,
  box: Box,
  maxZoom: number,
): Promise<TilePlace[]> {
  const places: TilePlace[] = []
  for (const [z, range] of tileRanges(box, header.minZoom, maxZoom).entries()) {
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

interface TileRead {
  offset: number
  length: number
  places: TilePlace[]
}

/** Groups ordered positions into reads of neighbouring tiles. */
function toReads(places: readonly TilePlace[]): TileRead[] {
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

async function toGzip(tile: Uint8Array, compression: Compression): Promise<Uint8Array> {
  if (compression === Compression.Gzip) {
    if (tile[0] !== 0x1f || tile[1] !== 0x8b) throw new Error('not gzip')
    return tile
  }
  return gzipAsync(new Uint8Array(await decompress(tile.slice().buffer, compression)), { level: 6 })
}

function listLayers(metadata: Record<string, unknown>): string[] {
  const layers = metadata.vector_layers
  return Array.isArray(layers)
    ? layers.flatMap((layer: { id?: unknown } | null) => (typeof layer?.id === 'string' ? [layer.id] : []))
    : []
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The date that Planetiler writes, else the one under our own key. */
function dateOf(metadata: Record<string, unknown>): string | null {
  const text = textOf(metadata['planetiler:osm:osmosisreplicationtime']) ?? textOf(metadata.source_ts)
  const time = text === null ? NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
