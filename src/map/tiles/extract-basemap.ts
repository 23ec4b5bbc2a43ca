// Cuts the region's tiles out of a larger archive of vector tiles (Planetiler, Protomaps), so that a release is
// self-contained. Tile positions are looked up first, then read in that order with neighbours in one read, so that a
// planet over HTTP costs few requests. Tiles are copied unchanged; attribution and layers are kept. Nothing is added
// for tiles that the archive lacks.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Compression, PMTiles, TileType, type Header, type Source } from 'pmtiles'
import type { Box } from '../../geo/lon-lat.ts'
import { findTilePlaces, toReads } from '../../storage/archive/archive-places.ts'
import { CheckedCache, decompress } from '../../terrain/pmtiles-file.ts'
import { TileArchiveWriter, type ArchiveSummary } from '../../storage/archive/archive-writer.ts'
import { DEEPEST_ZOOM } from './world-units.ts'

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

/**
 * Extracts the tiles of `box` into `outPath`. Leaves nothing there if it throws. `workFolder`: for temporary files; if
 * absent, that of the archive.
 */
export async function extractBasemap(
  source: Source,
  box: Box,
  outPath: string,
  fault: ArchiveFault,
  onProgress: (done: number, total: number) => void = () => {},
  workFolder?: string,
): Promise<ExtractReport> {
  const { archive, header, metadata, damaged } = await openVectorArchive(source, fault)
  const maxZoom = Math.min(header.maxZoom, DEEPEST_ZOOM)
  const zooms = [header.minZoom, maxZoom] as const
  const places = await findTilePlaces(archive, source, header, box, zooms).catch(damaged('its directory'))
  if (places.length === 0) throw fault('has no tile in the region of the map file.')

  const writer = await TileArchiveWriter.create(outPath, workFolder)
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
