// Any number of height files as one surface. Files of the same kind that share a pixel grid form one layer (so heights
// continue across their borders); layers are tried from the finest to the coarsest, equals in the given order, and the
// first that has a height wins. `heightM` is null if none has: it never fills a void from its surroundings.

import { readdir, stat } from 'node:fs/promises'
import { join, basename } from 'node:path'
import type { Box } from '../geo/lon-lat.ts'
import { ServiceError } from '../errors.ts'
import { english } from '../language/catalogue-files.ts'
import { splitBox } from '../geo/split-box.ts'
import { HeightMosaic } from './height-mosaic.ts'
import { type HeightRaster, demFault } from './height-raster.ts'
import { type TerrainEncoding, PIXEL_SCALES, toHeightsM } from './height-tile.ts'
import { GEOGRAPHIC, MERCATOR_AROUND_M, WEB_MERCATOR } from './map-projection.ts'
import { shareGrid, type SourceGrid } from './raster-geometry.ts'
import { openGeotiff } from './read-geotiff.ts'
import { openHgt } from './read-hgt.ts'
import type { TerrainFile } from './terrain-file.ts'
import { openTerrain } from './open-terrain.ts'

const DEFAULT_CACHE_BYTES = 512_000_000
const MAX_FILES = 100_000
const METRES_PER_DEG = 111_319.490_793
const DEM_NAME = /\.(hgt|hgt\.gz|zip|tif|tiff|pmtiles)$/i

export interface DemSource {
  /** degrees that the files span; there may be gaps inside */
  bbox: Box
  /** north-south pixel spacing of the finest layer */
  arcSeconds: number
  resolutionDeg: number
  /** null if the files do not say */
  attribution: string | null
  /** ISO time, null if the files do not say */
  sourceTs: string | null
  /** finest first, for a summary of what was opened */
  layers: { names: string[]; arcSeconds: number; bbox: Box }[]
  /** the finest layer's pixel at the equator in metres; determines the tile zoom */
  equatorialPixelM: number
  /** the finest layer consists of web tiles, whose pixels match those of 512 px tiles exactly at some zoom */
  onTileGrid: boolean
  /** pixel grid of the only layer, if it runs along meridians and parallels; otherwise null */
  grid: SourceGrid | null
  /** some layer's pixels are not aligned with meridians (UTM) */
  rotated: boolean
  /**
   * Loads what is needed for heights inside `box` (`minLon > maxLon` spans the antimeridian). Earlier boxes may be
   * evicted once the cache is full. Throws ServiceError `invalid_input`.
   */
  prepare(box: Box): Promise<void>
  /** Metres, null if unknown; synchronous, only inside prepared boxes. */
  heightM(lon: number, lat: number): number | null
  /** Like heightM but NaN for unknown, for hot loops. */
  heightOrNaN(lon: number, lat: number): number
  /**
   * heightOrNaN at every crossing of meridians and parallels, row by row along `lat`; `out` has lon.length x lat.length
   * elements.
   */
  fillGrid(lon: Float64Array, lat: Float64Array, out: Float64Array): void
  close(): Promise<void>
}

export interface OpenDemOptions {
  /** encoding of PMTiles that do not state theirs */
  encoding?: TerrainEncoding
  /** bytes of heights each layer may keep in memory between boxes */
  cacheBytes?: number
}

interface Layer {
  names: string[]
  bounds: Box
  arcSeconds: number
  equatorialPixelM: number
  rotated: boolean
  grid: SourceGrid | null
  onTileGrid: boolean
  attribution: string | null
  sourceTs: string | null
  prepare(box: Box): Promise<unknown>
  heightAt(lon: number, lat: number): number
  fillGrid(lon: Float64Array, lat: Float64Array, out: Float64Array): void
  close(): Promise<void>
}

/**
 * Opens height files and folders of them: .hgt, .hgt.gz, .zip of .hgt, .tif, .tiff, .pmtiles. Reads no heights yet.
 * Throws ServiceError `invalid_input` naming the unusable file.
 */
export async function openDem(paths: readonly string[], options: OpenDemOptions = {}): Promise<DemSource> {
  const cacheBytes = options.cacheBytes ?? DEFAULT_CACHE_BYTES
  const files: string[] = []
  for (const path of paths) files.push(...(await listDemFiles(path)))
  if (files.length === 0)
    throw new ServiceError(
      'invalid_input',
      'No height file was given: name an .hgt, .zip, .tif or .pmtiles file, or a folder of them.',
    )
  const rasters: HeightRaster[] = []
  const layers: Layer[] = []
  try {
    for (const file of files) {
      const lower = file.toLowerCase()
      if (lower.endsWith('.pmtiles'))
        layers.push(pyramidLayer(await TilePyramid.open(file, options.encoding, cacheBytes)))
      else if (/\.tiff?$/.test(lower)) rasters.push(await openGeotiff(file))
      else rasters.push(...(await openHgt(file)))
    }
    for (const group of groupByGrid(rasters)) layers.push(mosaicLayer(group, cacheBytes))
  } catch (thrown) {
    await Promise.allSettled([...layers, ...rasters].map((opened) => opened.close()))
    throw thrown
  }
  layers.sort((a, b) => a.arcSeconds - b.arcSeconds)
  return toDemSource(layers)
}

/** Throws ServiceError `invalid_input` if no height file overlaps the box. */
export function requireOverlap(dem: DemSource, box: Box): void {
  const reaches = dem.layers.some(({ bbox }) =>
    splitBox(box).some(
      (part) =>
        part[1] <= bbox[3] &&
        part[3] >= bbox[1] &&
        [-360, 0, 360].some((shift) => part[0] + shift <= bbox[2] && part[2] + shift >= bbox[0]),
    ),
  )
  if (reaches) return
  const names = dem.layers.flatMap((layer) => layer.names)
  const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
  throw new ServiceError(
    'invalid_input',
    `The height files (${shown}) lie elsewhere: they span ${showBox(dem.bbox)}, the region is ${showBox(box)}. Give height files that cover the region.`,
  )
}

function toDemSource(layers: Layer[]): DemSource {
  const finest = layers[0]
  const heightOrNaN = (lon: number, lat: number): number => {
    for (let i = 0; i < layers.length; i++) {
      const height = layers[i].heightAt(lon, lat)
      if (!Number.isNaN(height)) return height
    }
    return NaN
  }
  const attributions = [...new Set(layers.map((layer) => layer.attribution).filter((text) => text !== null))]
  const sourceTimes = layers.map((layer) => layer.sourceTs)
  return {
    bbox: [
      Math.min(...layers.map((layer) => layer.bounds[0])),
      Math.min(...layers.map((layer) => layer.bounds[1])),
      Math.max(...layers.map((layer) => layer.bounds[2])),
      Math.max(...layers.map((layer) => layer.bounds[3])),
    ],
    arcSeconds: finest.arcSeconds,
    resolutionDeg: finest.arcSeconds / 3600,
    attribution: attributions.length === 0 ? null : attributions.join('; '),
    // if one layer's date is unknown, the date of the whole is unknown; otherwise the oldest counts
    sourceTs: sourceTimes.some((time) => time === null) ? null : (sourceTimes as string[]).sort()[0],
    layers: layers.map((layer) => ({ names: layer.names, arcSeconds: layer.arcSeconds, bbox: layer.bounds })),
    equatorialPixelM: finest.equatorialPixelM,
    onTileGrid: finest.onTileGrid,
    grid: layers.length === 1 ? finest.grid : null,
    rotated: layers.some((layer) => layer.rotated),
    async prepare(box) {
      for (const part of splitBox(box)) {
        for (const layer of layers) await layer.prepare(part)
      }
    },
    heightM(lon, lat) {
      const height = heightOrNaN(lon, lat)
      return Number.isNaN(height) ? null : height
    },
    heightOrNaN,
    fillGrid(lon, lat, out) {
      finest.fillGrid(lon, lat, out)
      if (layers.length === 1) return
      for (let i = 0; i < out.length; i++) {
        if (Number.isNaN(out[i])) out[i] = heightOrNaN(lon[i % lon.length], lat[Math.floor(i / lon.length)])
      }
    },
    async close() {
      for (const layer of layers) await layer.close()
    },
  }
}

function pyramidLayer(pyramid: TilePyramid): Layer {
  return Object.assign(pyramid, { names: [pyramid.name], onTileGrid: true, grid: null })
}

function mosaicLayer(rasters: HeightRaster[], cacheBytes: number): Layer {
  const mosaic = new HeightMosaic(rasters, cacheBytes)
  const { projection, x0, y0, stepX, stepY } = rasters[0]
  const stepM = Math.min(stepX, Math.abs(stepY)) * projection.unitDeg * METRES_PER_DEG
  const midLat = (mosaic.bounds[1] + mosaic.bounds[3]) / 2
  return {
    names: rasters.map((raster) => raster.name),
    bounds: mosaic.bounds,
    arcSeconds: mosaic.arcSeconds,
    equatorialPixelM: projection.rotated ? stepM / Math.cos((midLat * Math.PI) / 180) : stepM,
    rotated: projection.rotated,
    grid: projection === GEOGRAPHIC ? { lon: x0, lat: y0, stepLon: Math.abs(stepX), stepLat: Math.abs(stepY) } : null,
    onTileGrid: false,
    attribution: null,
    sourceTs: null,
    prepare: (box) => mosaic.prepare(box),
    heightAt: (lon, lat) => mosaic.heightAt(lon, lat),
    fillGrid: (lon, lat, out) => mosaic.fillGrid(lon, lat, out),
    close: () => mosaic.close(),
  }
}

function groupByGrid(rasters: HeightRaster[]): HeightRaster[][] {
  const groups: HeightRaster[][] = []
  for (const raster of rasters) {
    const group = groups.find(([first]) => shareGrid(first, raster))
    if (group === undefined) groups.push([raster])
    else group.push(raster)
  }
  return groups
}

/**
 * The file itself, or every height file in a folder and its subfolders, by name. Throws ServiceError `invalid_input`.
 */
export async function listDemFiles(path: string): Promise<string[]> {
  const info = await stat(path).catch((cause: unknown) => {
    throw demFault(path, 'does not exist or cannot be read.', cause)
  })
  if (!info.isDirectory()) {
    if (!DEM_NAME.test(path) && !/\.gz$/i.test(path))
      throw demFault(path, 'is not a height file: give .hgt, .hgt.gz, .zip, .tif or .pmtiles.')
    return [path]
  }
  const found = (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && DEM_NAME.test(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (found.length === 0)
    throw demFault(path, 'is a folder without height files: it should contain .hgt, .zip, .tif or .pmtiles files.')
  if (found.length > MAX_FILES)
    throw demFault(path, `contains more than ${MAX_FILES} height files: give the ones that cover the region.`)
  return found
}

function showBox(box: Box): string {
  return `${box.map((value) => Number(value.toFixed(3))).join(',')}`
}

const COARSER_ZOOMS = 2

/**
 * A terrain PMTiles archive as a source of heights: its deepest zoom as a pixel grid in Web Mercator, and up to two
 * coarser zooms only where the archive has no tile at the deeper one (archives that are deeper in places). If the
 * deepest tile exists and is void, the height is unknown: an overview never fills a void.
 */
class TilePyramid {
  readonly name: string
  readonly bounds: Box
  readonly arcSeconds: number
  readonly rotated = false
  readonly attribution: string | null
  /** ISO time of the source data from the archive's metadata (`source_ts`), null if unknown */
  readonly sourceTs: string | null
  /** metres per pixel at the equator */
  readonly equatorialPixelM: number
  readonly #file: TerrainFile
  /** deepest zoom first */
  readonly #mosaics: HeightMosaic[]

  constructor(name: string, file: TerrainFile, cacheBytes: number) {
    this.name = name
    this.#file = file
    this.attribution = file.attribution
    const { source_ts: sourceTs } = file.metadata
    this.sourceTs = typeof sourceTs === 'string' ? sourceTs : null
    this.equatorialPixelM = MERCATOR_AROUND_M / (file.tileSize * 2 ** file.maxZoom)
    this.#mosaics = []
    for (let z = file.maxZoom; z >= Math.max(file.minZoom, file.maxZoom - COARSER_ZOOMS); z--) {
      this.#mosaics.push(new HeightMosaic([zoomRaster(name, file, z)], cacheBytes))
    }
    // a header without bounds does not say where the tiles are
    const [minLon, minLat, maxLon, maxLat] = file.bounds
    this.bounds = minLon < maxLon && minLat < maxLat ? file.bounds : this.#mosaics[0].bounds
    const midLat = (this.bounds[1] + this.bounds[3]) / 2
    this.arcSeconds = this.equatorialPixelM * WEB_MERCATOR.unitDeg * 3600 * Math.cos((midLat * Math.PI) / 180)
  }

  /** Opens an archive as a source of heights. Throws ServiceError `invalid_input`. */
  static async open(path: string, encoding: TerrainEncoding | undefined, cacheBytes: number): Promise<TilePyramid> {
    const file = await openTerrain(path, {
      ...(encoding === undefined ? {} : { encoding }),
      fault: (fault, cause) =>
        demFault(
          path,
          `${english.render(fault)}: give a complete terrain PMTiles archive (terrarium or mapbox, png or webp).`,
          cause,
        ),
    })
    return new TilePyramid(basename(path), file, cacheBytes)
  }

  async prepare(box: Box): Promise<void> {
    for (const mosaic of this.#mosaics) {
      if (await mosaic.prepare(box)) return
    }
  }

  heightAt(lon: number, lat: number): number {
    for (const mosaic of this.#mosaics) {
      const height = mosaic.heightAt(lon, lat)
      if (!Number.isNaN(height) || mosaic.isVoidAt(lon, lat)) return height
    }
    return NaN
  }

  fillGrid(lon: Float64Array, lat: Float64Array, out: Float64Array): void {
    for (let i = 0; i < out.length; i++) out[i] = this.heightAt(lon[i % lon.length], lat[Math.floor(i / lon.length)])
  }

  async close(): Promise<void> {
    for (const mosaic of this.#mosaics) await mosaic.close()
    await this.#file.close()
  }
}

function zoomRaster(name: string, file: TerrainFile, z: number): HeightRaster {
  const side = file.tileSize * 2 ** z
  const stepM = MERCATOR_AROUND_M / side
  return {
    name,
    projection: WEB_MERCATOR,
    x0: (stepM - MERCATOR_AROUND_M) / 2,
    y0: (MERCATOR_AROUND_M - stepM) / 2,
    stepX: stepM,
    stepY: -stepM,
    width: side,
    height: side,
    blockWidth: file.tileSize,
    blockHeight: file.tileSize,
    bytesPerPixel: 4,
    async readBlock(x, y) {
      const tile = await file.readTile(z, x, y)
      if (tile === null) return null
      if (tile.size !== file.tileSize) throw demFault(name, 'mixes tiles of different sizes: it is damaged.')
      return toHeightsM(tile, PIXEL_SCALES[file.encoding])
    },
    async close() {},
  }
}
