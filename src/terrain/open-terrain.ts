// A terrain archive opened for sampling: heights bilinear between pixel centres, over tiles from a cache.
// Zoom: z is the tile zoom of the archive (its z/x/y), clamped to the zooms it holds; with 512 px tiles a pixel at z is
// as fine as a 256 px tile's at z + 1. Below the deepest zoom heights are means over larger pixels. Every fault of the
// file becomes ServiceError `terrain_unavailable`; a tile that the archive lacks is null heights, never zero.

import { basename } from 'node:path'
import type { Box } from '../geo/lon-lat.ts'
import { ServiceError } from '../errors.ts'
import { HeightTileCache, tileKey } from './height-tile-cache.ts'
import type { HeightTile, TerrainEncoding } from './height-tile.ts'
import { decodeHeightTile, detectEncoding, PIXEL_SCALES } from './height-tile.ts'
import type { Fault, PmtilesFile } from './pmtiles-file.ts'
import { openPmtiles } from './pmtiles-file.ts'
import { fitsGrid, readSourceGrid } from './source-grid.ts'
import { NOT_LOADED, TileSurface } from './tile-surface.ts'

export const DEFAULT_TERRAIN_Z = 13
const DEFAULT_CACHE_BYTES = 64_000_000
const TILES_AT_ONCE = 8
/** Tiles that one prepared line or list of points may hold. */
const MAX_PREPARED_TILES = 512
const MAX_STEPS = 500_000

export type LonLatPoint = readonly [lon: number, lat: number]

export interface HeightSampler {
  /** effective zoom */
  z: number
  /** Metres, null where unknown. Throws RangeError at a point that was not prepared. */
  heightM(lon: number, lat: number): number | null
}

export interface TerrainFile {
  minZoom: number
  maxZoom: number
  /** pixels per tile side */
  tileSize: number
  encoding: TerrainEncoding
  bounds: Box
  attribution: string | null
  metadata: Record<string, unknown>
  /**
   * Heights at points, null where void or outside; `z` null means DEFAULT_TERRAIN_Z. Throws ServiceError
   * `terrain_unavailable`.
   */
  sample(points: readonly LonLatPoint[], z: number | null): Promise<{ z: number; heightsM: (number | null)[] }>
  /**
   * Loads what heights along a line need, for synchronous use; the sampler keeps its tiles until it is dropped.
   * `between` false leaves out the stretches between the points. Throws ServiceError `too_long` beyond 512 tiles.
   */
  prepareLine(points: readonly LonLatPoint[], z: number | null, between?: boolean): Promise<HeightSampler>
  /** One decoded tile, not cached; null where the archive has none. */
  readTile(z: number, x: number, y: number): Promise<HeightTile | null>
  close(): Promise<void>
}

export interface OpenTerrainOptions {
  /** names the encoding where the archive does not */
  encoding?: TerrainEncoding
  /** bytes of decoded tiles to keep */
  cacheBytes?: number
  /** what to throw for a file that cannot be read; default `terrain_unavailable` */
  fault?: Fault
}

/** Opens a terrain PMTiles archive: terrarium or mapbox, png or webp, 256 or 512 px. */
export async function openTerrain(path: string, options: OpenTerrainOptions = {}): Promise<TerrainFile> {
  const fault: Fault =
    options.fault ??
    ((sentence, cause) =>
      new ServiceError('terrain_unavailable', `The terrain file ${basename(path)} ${sentence}`, { cause }))
  const archive = await openPmtiles(path, fault)
  try {
    const shape = await findShape(archive, options.encoding, fault)
    return toTerrainFile(archive, shape, options.cacheBytes ?? DEFAULT_CACHE_BYTES, fault)
  } catch (thrown) {
    await archive.close()
    throw thrown
  }
}

/** Tile size and encoding: named by the caller, else by metadata, else by what the first tiles can only be. */
async function findShape(
  archive: PmtilesFile,
  named: TerrainEncoding | undefined,
  fault: Fault,
): Promise<{ tileSize: number; encoding: TerrainEncoding }> {
  const stated = String(archive.metadata.encoding ?? '').toLowerCase()
  let encoding: TerrainEncoding | null =
    named ?? (stated === 'terrarium' ? 'terrarium' : stated === 'mapbox' || stated === 'terrain-rgb' ? 'mapbox' : null)
  let tileSize = 0
  for (const [z, x, y] of await archive.listFirstTiles(16)) {
    const tile = await readTile(archive, z, x, y, fault)
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

async function readTile(
  archive: PmtilesFile,
  z: number,
  x: number,
  y: number,
  fault: Fault,
): Promise<HeightTile | null> {
  const bytes = await archive.findTile(z, x, y)
  if (bytes === null) return null
  return decodeHeightTile(bytes).catch((cause: unknown) => {
    throw fault(`is damaged (tile ${z}/${x}/${y} is no picture of heights).`, cause)
  })
}

function toTerrainFile(
  archive: PmtilesFile,
  shape: { tileSize: number; encoding: TerrainEncoding },
  cacheBytes: number,
  fault: Fault,
): TerrainFile {
  const { tileSize, encoding } = shape
  const { header, metadata } = archive
  const scale = PIXEL_SCALES[encoding]
  const sourceGrid = readSourceGrid(metadata.source_grid)
  /** overviews are means: only the deepest zoom keeps the pixels of its source */
  const gridAt = (z: number) =>
    z === header.maxZoom && sourceGrid !== null && fitsGrid(sourceGrid, tileSize * 2 ** z) ? sourceGrid : null
  const tiles = new HeightTileCache(async (z, x, y) => {
    const tile = await readTile(archive, z, x, y, fault)
    if (tile !== null && tile.size !== tileSize)
      throw fault(`is damaged (tile ${z}/${x}/${y} has ${tile.size} pixels a side, others ${tileSize}).`)
    return tile
  }, cacheBytes)
  /** A surface over the cache; the tile used last is looked up only once. */
  const cachedSurface = (z: number): TileSurface => {
    let lastKey = -1
    let lastTile: HeightTile | null | undefined
    return new TileSurface(
      z,
      tileSize,
      scale,
      (x, y) => {
        const key = tileKey(z, x, y)
        if (key === lastKey) return lastTile
        const tile = tiles.find(key)
        if (tile !== undefined) {
          lastKey = key
          lastTile = tile
        }
        return tile
      },
      gridAt(z),
    )
  }
  /** A surface over tiles of its own. */
  const ownSurface = async (z: number, wanted: Map<number, readonly [x: number, y: number]>): Promise<TileSurface> => {
    const own = new Map<number, HeightTile | null>()
    const queue = [...wanted]
    let next = 0
    const work = async (): Promise<void> => {
      while (next < queue.length) {
        const [key, [x, y]] = queue[next++]
        own.set(key, await tiles.load(z, x, y))
      }
    }
    await Promise.all(Array.from({ length: TILES_AT_ONCE }, work))
    return new TileSurface(z, tileSize, scale, (x, y) => own.get(tileKey(z, x, y)), gridAt(z))
  }
  const clampZ = (z: number | null): number =>
    Math.max(header.minZoom, Math.min(header.maxZoom, Math.trunc(z ?? DEFAULT_TERRAIN_Z)))

  return {
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    tileSize,
    encoding,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    attribution: typeof metadata.attribution === 'string' && metadata.attribution !== '' ? metadata.attribution : null,
    metadata,

    async sample(points, requestedZ) {
      const z = clampZ(requestedZ)
      const surface = cachedSurface(z)
      const heightsM = new Array<number | null>(points.length).fill(null)
      /** points whose tiles are not loaded, by the first tile that they need */
      const pending = new Map<number, number[]>()
      for (let i = 0; i < points.length; i++) {
        const height = surface.heightAt(points[i][0], points[i][1])
        if (height !== NOT_LOADED) heightsM[i] = Number.isNaN(height) ? null : height
        else {
          let first = -1
          surface.visitTiles(points[i][0], points[i][1], (x, y) => {
            if (first < 0) first = tileKey(z, x, y)
          })
          const group = pending.get(first)
          if (group === undefined) pending.set(first, [i])
          else group.push(i)
        }
      }
      const groups = [...pending.values()]
      for (let from = 0; from < groups.length; from += TILES_AT_ONCE) {
        const indexes = groups.slice(from, from + TILES_AT_ONCE).flat()
        const wanted = new Map<number, readonly [number, number]>()
        for (const i of indexes)
          surface.visitTiles(points[i][0], points[i][1], (x, y) => wanted.set(tileKey(z, x, y), [x, y]))
        const own = await ownSurface(z, wanted)
        for (const i of indexes) {
          const height = own.heightAt(points[i][0], points[i][1])
          if (height === NOT_LOADED) throw new RangeError('a tile that was asked for is missing')
          heightsM[i] = Number.isNaN(height) ? null : height
        }
      }
      return { z, heightsM }
    },

    async prepareLine(points, requestedZ, between = true) {
      const z = clampZ(requestedZ)
      const pixelDeg = 360 / (2 ** z * tileSize)
      const wanted = new Map<number, readonly [number, number]>()
      const plan = new TileSurface(z, tileSize, scale, () => undefined, gridAt(z))
      const want = (lon: number, lat: number): void => {
        plan.visitTiles(lon, lat, (x, y) => wanted.set(tileKey(z, x, y), [x, y]))
        if (wanted.size > MAX_PREPARED_TILES) throw tooLong()
      }
      for (let i = 0; i < points.length; i++) {
        want(points[i][0], points[i][1])
        if (between && i > 0) wantBetween(points[i - 1], points[i], pixelDeg, want)
      }
      const surface = await ownSurface(z, wanted)
      return {
        z,
        heightM(lon, lat) {
          const height = surface.heightAt(lon, lat)
          if (height === NOT_LOADED) throw new RangeError(`the height at ${lon}, ${lat} was not prepared`)
          return Number.isNaN(height) ? null : height
        },
      }
    },

    readTile: (z, x, y) => readTile(archive, z, x, y, fault),

    async close() {
      tiles.clear()
      await archive.close()
    },
  }
}

/**
 * Visits a straight stretch pixel by pixel; both corners of each step too, so that no tile is missed where it clips a
 * tile's corner.
 */
function wantBetween(a: LonLatPoint, b: LonLatPoint, pixelDeg: number, want: (lon: number, lat: number) => void): void {
  // a degree of latitude is up to 1 / cos(latitude) as many pixels as one of longitude
  const stretch = 1 / Math.max(0.05, Math.cos((Math.max(Math.abs(a[1]), Math.abs(b[1])) * Math.PI) / 180))
  const steps = Math.ceil(Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]) * stretch) / pixelDeg)
  if (!(steps > 1)) return
  if (steps > MAX_STEPS) throw tooLong()
  let lon = a[0]
  let lat = a[1]
  for (let k = 1; k <= steps; k++) {
    const nextLon = a[0] + ((b[0] - a[0]) * k) / steps
    const nextLat = a[1] + ((b[1] - a[1]) * k) / steps
    want(nextLon, lat)
    want(lon, nextLat)
    want(nextLon, nextLat)
    lon = nextLon
    lat = nextLat
  }
}

function tooLong(): ServiceError {
  return new ServiceError('too_long', 'The line crosses too much terrain for one answer: send it in shorter parts.')
}
