// Opens a terrain archive for sampling: heights are bilinear between pixel centres, over cached tiles.
// Zoom: z is the tile zoom of the archive (its z/x/y), clamped to the zooms it holds; with 512 px tiles a pixel at z is
// as fine as a 256 px tile's at z + 1. At lower zooms heights are means over larger pixels. Any fault of the file
// becomes ServiceError `terrain_unavailable`; a tile missing from the archive gives null heights, never zero.

import { say } from '../language/sentence.ts'
import { basename } from 'node:path'
import { ServiceError } from '../errors.ts'
import type { ByteSource } from '../releases/byte-source.ts'
import { type Box, lonBetween, wrapLon } from '../geo/lon-lat.ts'
import { nextTurn } from '../overload/next-turn.ts'
import { ReadCache } from '../storage/read-cache.ts'
import { type TerrainEncoding, detectEncoding, type HeightTile, PIXEL_SCALES, decodeHeightTile } from './height-tile.ts'
import { type Fault, type PmtilesFile, openPmtiles } from './pmtiles-file.ts'
import { type TerrainFile, DEFAULT_TERRAIN_Z, type HeightSampler, type LonLatPoint } from './terrain-file.ts'
import { fitsGrid, readSourceGrid, type SourceGrid } from './raster-geometry.ts'
import { NOT_LOADED, TileSurface, type FindLoadedTile } from './tile-surface.ts'

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
    ((fault, cause) =>
      new ServiceError(say('error.terrain_unavailable.file', { name: basename(path), fault }), { cause }))
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
  if (tileSize === 0) throw fault(say('archive.empty'))
  if (encoding === null) throw fault(say('archive.encoding'))
  return { tileSize, encoding }
}

const TILES_AT_ONCE = 8
/** The height of a point takes 1 to 4 µs. */
const POINTS_OF_A_TURN = 5000
/** What a point costs whose tiles are not loaded. */
const POINTS_OF_A_MISS = 8
/** Tiles that one prepared line or list of points may need. */
const MAX_PREPARED_TILES = 512
const MAX_STEPS = 500_000

interface TerrainShape {
  /** pixels per tile side */
  tileSize: number
  encoding: TerrainEncoding
}

/** Tiles by key. */
type WantedTiles = Map<number, readonly [x: number, y: number]>

/** Samples heights from a terrain archive, bilinear between pixel centres, over cached tiles. */
class TerrainArchive implements TerrainFile {
  readonly minZoom: number
  readonly maxZoom: number
  readonly tileSize: number
  readonly encoding: TerrainEncoding
  readonly bounds: Box
  readonly attribution: string | null
  readonly metadata: Record<string, unknown>
  readonly #archive: PmtilesFile
  readonly #fault: Fault
  readonly #sourceGrid: SourceGrid | null
  readonly #tiles: ReadCache<number, HeightTile | null>

  constructor(archive: PmtilesFile, { tileSize, encoding }: TerrainShape, cacheBytes: number, fault: Fault) {
    const { header, metadata } = archive
    this.minZoom = header.minZoom
    this.maxZoom = header.maxZoom
    this.tileSize = tileSize
    this.encoding = encoding
    this.bounds = [header.minLon, header.minLat, header.maxLon, header.maxLat]
    this.attribution =
      typeof metadata.attribution === 'string' && metadata.attribution !== '' ? metadata.attribution : null
    this.metadata = metadata
    this.#archive = archive
    this.#fault = fault
    this.#sourceGrid = readSourceGrid(metadata.source_grid)
    this.#tiles = new ReadCache(cacheBytes, (tile) => tile?.pixels.byteLength ?? 0)
  }

  async sample(
    points: readonly LonLatPoint[],
    requestedZ: number | null,
  ): Promise<{ z: number; heightsM: (number | null)[] }> {
    const z = this.#clampZ(requestedZ)
    const surface = this.#cachedSurface(z)
    const heightsM = new Array<number | null>(points.length).fill(null)
    for (let from = 0; from < points.length; ) {
      if (from > 0) await nextTurn()
      from = await this.#sampleSome(points, surface, from, heightsM)
    }
    return { z, heightsM }
  }

  async prepareLine(points: readonly LonLatPoint[], requestedZ: number | null, between = true): Promise<HeightSampler> {
    const z = this.#clampZ(requestedZ)
    const pixelDeg = 360 / (2 ** z * this.tileSize)
    const wanted: WantedTiles = new Map()
    const plan = this.#surface(z, () => undefined)
    const want = (lon: number, lat: number): void => {
      plan.visitTiles(lon, lat, (x, y) => wanted.set(tileKey(z, x, y), [x, y]))
      if (wanted.size > MAX_PREPARED_TILES) throw tooLong()
    }
    for (let i = 0; i < points.length; i++) {
      want(points[i][0], points[i][1])
      if (between && i > 0) wantBetween(points[i - 1], points[i], pixelDeg, want)
    }
    const surface = await this.#ownSurface(z, wanted)
    return {
      z,
      heightM(lon, lat) {
        const height = surface.heightAt(lon, lat)
        if (height === NOT_LOADED) throw new RangeError(`the height at ${lon}, ${lat} was not prepared`)
        return Number.isNaN(height) ? null : height
      },
    }
  }

  readTile(z: number, x: number, y: number): Promise<HeightTile | null> {
    return readHeightTile(this.#archive, z, x, y, this.#fault)
  }

  async close(): Promise<void> {
    this.#tiles.clear()
    await this.#archive.close()
  }

  /** Writes the heights of points from this one on, as many as one turn takes; returns where the next turn begins. */
  async #sampleSome(
    points: readonly LonLatPoint[],
    surface: TileSurface,
    from: number,
    heightsM: (number | null)[],
  ): Promise<number> {
    /** points whose tiles are not loaded, by the first tile they need */
    const pending = new Map<number, number[]>()
    let left = POINTS_OF_A_TURN
    let i = from
    for (; i < points.length && left > 0; i++) {
      const [lon, lat] = points[i]
      const height = surface.heightAt(lon, lat)
      left -= height === NOT_LOADED ? POINTS_OF_A_MISS : 1
      if (height !== NOT_LOADED) heightsM[i] = Number.isNaN(height) ? null : height
      else {
        let first = -1
        surface.visitTiles(lon, lat, (x, y) => {
          if (first < 0) first = tileKey(surface.z, x, y)
        })
        const group = pending.get(first)
        if (group === undefined) pending.set(first, [i])
        else group.push(i)
      }
    }
    const groups = [...pending.values()]
    for (let group = 0; group < groups.length; group += TILES_AT_ONCE)
      await this.#sampleUnloaded(points, surface, groups.slice(group, group + TILES_AT_ONCE).flat(), heightsM)
    return i
  }

  /** Loads the tiles of points that lack them, and writes their heights. */
  async #sampleUnloaded(
    points: readonly LonLatPoint[],
    surface: TileSurface,
    indexes: readonly number[],
    heightsM: (number | null)[],
  ): Promise<void> {
    const { z } = surface
    const wanted: WantedTiles = new Map()
    for (const i of indexes)
      surface.visitTiles(points[i][0], points[i][1], (x, y) => wanted.set(tileKey(z, x, y), [x, y]))
    const own = await this.#ownSurface(z, wanted)
    for (const i of indexes) {
      const height = own.heightAt(points[i][0], points[i][1])
      if (height === NOT_LOADED) throw new RangeError('a requested tile is missing')
      heightsM[i] = Number.isNaN(height) ? null : height
    }
  }

  async #readChecked(z: number, x: number, y: number): Promise<HeightTile | null> {
    const tile = await this.readTile(z, x, y)
    if (tile !== null && tile.size !== this.tileSize)
      throw this.#fault(say('archive.tile_size', { tile: `${z}/${x}/${y}`, pixels: tile.size, wanted: this.tileSize }))
    return tile
  }

  /** Overviews are means: only the deepest zoom preserves the pixels of its source. */
  #surface(z: number, findTile: FindLoadedTile): TileSurface {
    const grid = this.#sourceGrid
    const fits = z === this.maxZoom && grid !== null && fitsGrid(grid, this.tileSize * 2 ** z)
    return new TileSurface(z, this.tileSize, PIXEL_SCALES[this.encoding], findTile, fits ? grid : null)
  }

  /** A surface over the cache; the last tile used is remembered. */
  #cachedSurface(z: number): TileSurface {
    const tiles = this.#tiles
    let lastKey = -1
    let lastTile: HeightTile | null | undefined
    return this.#surface(z, (x, y) => {
      const key = tileKey(z, x, y)
      if (key === lastKey) return lastTile
      const tile = tiles.find(key)
      if (tile !== undefined) {
        lastKey = key
        lastTile = tile
      }
      return tile
    })
  }

  /** A surface over its own tiles. */
  async #ownSurface(z: number, wanted: WantedTiles): Promise<TileSurface> {
    const own = new Map<number, HeightTile | null>()
    const queue = [...wanted]
    let next = 0
    const work = async (): Promise<void> => {
      while (next < queue.length) {
        const [key, [x, y]] = queue[next++]
        own.set(key, await this.#tiles.get(key, () => this.#readChecked(z, x, y)))
      }
    }
    await Promise.all(Array.from({ length: TILES_AT_ONCE }, work))
    return this.#surface(z, (x, y) => own.get(tileKey(z, x, y)))
  }

  #clampZ(z: number | null): number {
    return Math.max(this.minZoom, Math.min(this.maxZoom, Math.trunc(z ?? DEFAULT_TERRAIN_Z)))
  }
}

function tileKey(z: number, x: number, y: number): number {
  return (z * 4_194_304 + x) * 4_194_304 + y
}

/** A tile of the archive; returns null if it has none. */
async function readHeightTile(
  archive: PmtilesFile,
  z: number,
  x: number,
  y: number,
  fault: Fault,
): Promise<HeightTile | null> {
  const bytes = await archive.findTile(z, x, y)
  if (bytes === null) return null
  return decodeHeightTile(bytes).catch((cause: unknown) => {
    throw fault(say('archive.tile_picture', { tile: `${z}/${x}/${y}` }), cause)
  })
}

/**
 * Visits a straight stretch pixel by pixel, including both corners of each step, so that no tile is missed where the
 * stretch clips its corner.
 */
function wantBetween(a: LonLatPoint, b: LonLatPoint, pixelDeg: number, want: (lon: number, lat: number) => void): void {
  // a degree of latitude is up to 1 / cos(latitude) as many pixels as one of longitude
  const stretch = 1 / Math.max(0.05, Math.cos((Math.max(Math.abs(a[1]), Math.abs(b[1])) * Math.PI) / 180))
  const steps = Math.ceil(Math.max(Math.abs(wrapLon(b[0] - a[0])), Math.abs(b[1] - a[1]) * stretch) / pixelDeg)
  if (!(steps > 1)) return
  if (steps > MAX_STEPS) throw tooLong()
  let lon = a[0]
  let lat = a[1]
  for (let k = 1; k <= steps; k++) {
    const nextLon = lonBetween(a[0], b[0], k / steps)
    const nextLat = a[1] + ((b[1] - a[1]) * k) / steps
    want(nextLon, lat)
    want(lon, nextLat)
    want(nextLon, nextLat)
    lon = nextLon
    lat = nextLat
  }
}

function tooLong(): ServiceError {
  return new ServiceError(say('error.too_long.terrain'))
}
