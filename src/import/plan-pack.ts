// What a pack would hold: the tiles of its box in each archive of the release, found by the archives' directories
// alone, so that its size is known before a byte is copied.

import { join } from 'node:path'
import { PMTiles, TileType, type Header, type Source } from 'pmtiles'
import { ServiceError } from '../errors.ts'
import type { Box } from '../geo/lon-lat.ts'
import { RELEASES_FOLDER } from '../releases/release-manifest.ts'
import type { ArtifactInfo, ReleaseInfo } from '../releases/release-info.ts'
import { findTilePlaces, type TilePlace } from '../storage/archive/archive-places.ts'
import { CheckedCache, decompress } from '../terrain/pmtiles-file.ts'
import { countTiles, tileRanges } from '../storage/archive/tile-ranges.ts'
import { openRangeSource } from './open-range-source.ts'
import { MB, type MakePack } from './pack-arguments.ts'

const ARCHIVES = ['basemap', 'contours', 'terrain'] as const
const DIRECTORY_CACHE = 256
/** A box has fewer tiles than this, or looking for them alone would take minutes. */
const MAX_TILES = 1_000_000

export interface PackedArchive {
  artifact: ArtifactInfo
  header: Header
  metadata: Record<string, unknown>
  places: TilePlace[]
  /** of the tiles, those that are the same counted once */
  bytes: number
  source: Source
}

export interface PackPlan {
  /** the part of the box that lies in the region */
  bbox: Box
  archives: PackedArchive[]
  bytes: number
  close(): Promise<void>
}

/** Throws ServiceError `invalid_input` for a box outside the region, without a tile, or larger than is allowed. */
export async function planPack(args: MakePack, release: ReleaseInfo): Promise<PackPlan> {
  const bbox = cutToRegion(args.bbox, release)
  const tiles = tileRanges(bbox, 0, args.maxZoom).reduce((sum, range) => sum + countTiles(range), 0)
  if (tiles > MAX_TILES)
    throw mistake(`The area has ${tiles} tiles, and a pack at most ${MAX_TILES}: take a smaller --bbox or --max-zoom.`)
  const archives: PackedArchive[] = []
  const closes: (() => Promise<void>)[] = []
  const close = async () => {
    for (const one of closes) await one()
  }
  try {
    for (const name of ARCHIVES) {
      const artifact = release.artifacts.find((one) => one.name === name)
      if (artifact?.file == null || (args.without as readonly string[]).includes(name)) continue
      const path = join(args.dataDir, RELEASES_FOLDER, release.id, artifact.file)
      const opened = await openRangeSource(path)
      closes.push(() => opened.close())
      const packed = await planArchive(artifact, opened.source, bbox, args.maxZoom)
      if (packed.places.length > 0) archives.push(packed)
    }
    if (!archives.some(({ artifact }) => artifact.name === 'basemap'))
      throw mistake(
        'The release has no map tiles in this area: it was imported without a basemap, or the area is empty.',
      )
    const bytes = archives.reduce((sum, archive) => sum + archive.bytes, 0)
    if (bytes > args.maxBytes)
      throw mistake(
        `The tiles of this area have ${Math.ceil(bytes / MB)} MB, more than the ${args.maxBytes / MB} MB allowed: ` +
          'take a smaller --bbox or --max-zoom, or raise --max-mb.',
      )
    return { bbox, archives, bytes, close }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

async function planArchive(artifact: ArtifactInfo, source: Source, bbox: Box, maxZoom: number): Promise<PackedArchive> {
  const archive = new PMTiles(source, new CheckedCache(DIRECTORY_CACHE, undefined, decompress), decompress)
  const header = await archive.getHeader()
  const deepest = Math.min(maxZoom, header.maxZoom)
  const places =
    header.minZoom > deepest ? [] : await findTilePlaces(archive, source, header, bbox, [header.minZoom, deepest])
  const lengths = new Map(places.map(({ offset, length }) => [offset, length]))
  return {
    artifact,
    header,
    metadata: ((await archive.getMetadata()) ?? {}) as Record<string, unknown>,
    places,
    bytes: [...lengths.values()].reduce((sum, length) => sum + length, 0),
    source,
  }
}

/** The word of TileArchiveWriter for what the tiles are. */
export function tileTypeOf({ tileType }: Header): 'mvt' | 'png' | 'webp' {
  if (tileType === TileType.Mvt) return 'mvt'
  return tileType === TileType.Png ? 'png' : 'webp'
}

function cutToRegion([west, south, east, north]: Box, { bbox: region, name }: ReleaseInfo): Box {
  // a region across the antimeridian is not cut at its sides
  const sides = region[0] > region[2] ? [-180, 180] : [region[0], region[2]]
  const cut: Box = [
    Math.max(west, sides[0]),
    Math.max(south, region[1]),
    Math.min(east, sides[1]),
    Math.min(north, region[3]),
  ]
  if (cut[0] >= cut[2] || cut[1] >= cut[3])
    throw mistake(`--bbox does not touch the region ${name}, whose box is ${region.join(',')}.`)
  return cut
}

function mistake(sentence: string): ServiceError {
  return new ServiceError('invalid_input', sentence)
}
