// The terrain artifact of a release: PMTiles v3, 512 px lossless WebP, terrarium. Pixels of the deepest zoom
// come from fitTile; a pixel of an overview is the mean of the four below it, without voids.
// NaN is void and becomes VOID_PIXEL. The deepest zoom is fine enough to keep the source to 0.6 m (decision: heights):
// OVERSAMPLE pixels per source pixel, z12 for 3 arc seconds, z13 for 1. Never writes a height where the source is void.

import type { Box } from '../geo/lon-lat.ts'
import { ServiceError } from '../errors.ts'
import { TileArchiveWriter } from '../storage/archive/archive-writer.ts'
import {
  type TileRange,
  countTiles,
  growBox,
  isInRange,
  listTiles,
  tileRanges,
} from '../storage/archive/tile-ranges.ts'
import { latOfWorldY, lonOfWorldX } from '../geo/web-mercator.ts'
import { encodeWebpTile, toTerrariumPixels } from './height-tile.ts'
import { MERCATOR_AROUND_M } from './map-projection.ts'
import { type DemSource, requireOverlap } from './open-dem.ts'
import { fitsGrid, writeSourceGrid, keepNodes } from './raster-geometry.ts'
import { AROUND, fitPixels } from './fit-pixels.ts'

/**
 * How far around a pixel there must be no void if source pixels are rotated (UTM: up to about 6 degrees), in pixels.
 */
const ROTATED_GUARD = 0.12
/** Half pixels beyond the first and last pixel centre: one more pixel around the tile is fitted too. */
const HALO = 2 + AROUND

// reused for every tile: filled and read without an await between
/** the source at half pixels */
let scratch = new Float64Array(0)
/** the tile, and one pixel around it */
let fitted = new Float64Array(0)

/**
 * Heights of one terrain tile from a source of heights. Each pixel is the source at its centre, corrected by part of
 * the error that bilinear interpolation between the pixels then makes half-way to the eight neighbours (fit-pixels.ts:
 * one damped step towards the least-squares fit). This halves the errors over ridges and valleys, and leaves flat and
 * evenly sloping ground unchanged. If the source's pixels run along meridians, they are then kept exactly
 * (raster-geometry.ts). A pixel is NaN exactly where the source is unknown at its centre, and also beside voids of
 * sources whose pixels are rotated relative to ours, so that nothing is ever interpolated across a void. Metres row by
 * row from the north-west, NaN: unknown; returns null if the whole tile is unknown. Prepares what it needs.
 */
export async function fitTile(
  dem: DemSource,
  z: number,
  x: number,
  y: number,
  size: number,
): Promise<Float32Array | null> {
  const across = size * 2 ** z
  const side = 2 * size - 1 + 2 * HALO
  const lon = new Float64Array(side)
  const lat = new Float64Array(side)
  for (let i = 0; i < side; i++) {
    lon[i] = lonOfWorldX((x * size + 0.5 + (i - HALO) / 2) / across)
    lat[i] = latOfWorldY((y * size + 0.5 + (i - HALO) / 2) / across)
  }
  await dem.prepare([Math.max(-180, lon[0]), lat[side - 1], Math.min(180, lon[side - 1]), lat[0]])
  return dem.onTileGrid ? copyPixels(dem, lon, lat, size) : resample(dem, lon, lat, x, y, across, size)
}

function copyPixels(dem: DemSource, lon: Float64Array, lat: Float64Array, size: number): Float32Array | null {
  const heights = new Float32Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let col = 0; col < size; col++)
      heights[row * size + col] = dem.heightOrNaN(lon[2 * col + HALO], lat[2 * row + HALO])
  }
  return isVoid(heights) ? null : heights
}

function isVoid(heights: Float32Array): boolean {
  return heights.every(Number.isNaN)
}

function resample(
  dem: DemSource,
  lon: Float64Array,
  lat: Float64Array,
  x: number,
  y: number,
  across: number,
  size: number,
): Float32Array | null {
  const side = lon.length
  if (scratch.length !== side * side) scratch = new Float64Array(side * side)
  const source = scratch
  dem.fillGrid(lon, lat, source)
  const wide = size + 2
  if (fitted.length !== wide * wide) fitted = new Float64Array(wide * wide)
  fitPixels(source, side, fitted, wide)
  if (dem.grid !== null && fitsGrid(dem.grid, across)) {
    const box = [lon[0], lat[side - 1], lon[side - 1], lat[0]] as const
    keepNodes(dem.grid, fitted, wide, x * size - 1, y * size - 1, across, box, (a, b) => dem.heightOrNaN(a, b))
  }
  const heights = new Float32Array(size * size)
  for (let row = 0; row < size; row++) {
    const first = (row + 1) * wide + 1
    heights.set(fitted.subarray(first, first + size), row * size)
  }
  if (dem.rotated && source.some(Number.isNaN)) guardVoids(dem, heights, source, lon, lat, size)
  return isVoid(heights) ? null : heights
}

/** Clears pixels that a corner of a rotated void comes close to. */
function guardVoids(
  dem: DemSource,
  heights: Float32Array,
  source: Float64Array,
  lon: Float64Array,
  lat: Float64Array,
  size: number,
): void {
  const side = lon.length
  const lonGuard = ROTATED_GUARD * (lon[2] - lon[0])
  const latGuard = ROTATED_GUARD * (lat[0] - lat[2])
  for (let row = 0; row < size; row++) {
    for (let col = 0; col < size; col++) {
      const i = 2 * row + HALO
      const j = 2 * col + HALO
      if (Number.isNaN(heights[row * size + col]) || !hasVoidNear(source, i * side + j, side)) continue
      const around =
        dem.heightOrNaN(lon[j] - lonGuard, lat[i] - latGuard) +
        dem.heightOrNaN(lon[j] + lonGuard, lat[i] - latGuard) +
        dem.heightOrNaN(lon[j] - lonGuard, lat[i] + latGuard) +
        dem.heightOrNaN(lon[j] + lonGuard, lat[i] + latGuard)
      if (Number.isNaN(around)) heights[row * size + col] = NaN
    }
  }
}

function hasVoidNear(source: Float64Array, at: number, side: number): boolean {
  for (let di = -AROUND; di <= AROUND; di++) {
    for (let dj = -AROUND; dj <= AROUND; dj++) {
      if (Number.isNaN(source[at + di * side + dj])) return true
    }
  }
  return false
}

export const ARTIFACT_TILE_PX = 512
const OVERSAMPLE = 3.2
const MAX_ZOOM = 15
const DEFAULT_MIN_ZOOM = 5
const DEFAULT_MARGIN_M = 1000
/**
 * Heights are rounded to 1/8 m (to 1/256 m if the source consists of terrain tiles on the same grid): 6 cm at most,
 * below the error of any survey. Finer steps are noise to the encoder: 1/16 m makes tiles a fifth larger.
 */
export const STEPS_PER_M = 8
const EXACT_STEPS_PER_M = 256
/** More would take time from the network, which the rest of a threaded import waits for. */
const ENCODES_AT_ONCE = 2

export type Progress = (done: number, total: number, what: string) => void

export interface TerrainArtifactOptions {
  /** shown with maps and answers; null if unknown */
  attribution: string | null
  /** ISO time of the source data, null if unknown */
  sourceTs: string | null
  name?: string
  /** ground around `box` that is also written; tiles are always whole */
  marginM?: number
  minZoom?: number
  /** overrides the zoom that fits the source */
  maxZoom?: number
  /** WebP effort 0 (fast, large files) .. 6 */
  effort?: number
  /** for temporary files; if absent, that of the archive */
  workFolder?: string
}

export interface TerrainArtifact {
  minZoom: number
  maxZoom: number
  tileCount: number
  bytes: number
  bounds: Box
  /** heights of the deepest zoom */
  lowestM: number
  highestM: number
  /** share 0..1 of void pixels in the deepest zoom's tiles */
  voidShare: number
}

/** The zoom at which 512 px tiles preserve the source. */
export function artifactZoom(dem: Pick<DemSource, 'equatorialPixelM' | 'onTileGrid'>): number {
  const exact = Math.log2(MERCATOR_AROUND_M / (ARTIFACT_TILE_PX * dem.equatorialPixelM))
  if (dem.onTileGrid) return Math.max(0, Math.min(MAX_ZOOM, Math.round(exact)))
  return Math.max(0, Math.min(MAX_ZOOM, Math.ceil(exact + Math.log2(OVERSAMPLE))))
}

/**
 * Writes the terrain of `box` (and a margin) to `outPath`. Equal input gives equal bytes. Throws ServiceError
 * `invalid_input` if the source has no height in the box; no file is left in that case.
 */
export async function writeTerrainArtifact(
  dem: DemSource,
  box: Box,
  outPath: string,
  options: TerrainArtifactOptions,
  onProgress: Progress = () => {},
): Promise<TerrainArtifact> {
  requireOverlap(dem, box)
  const maxZoom = options.maxZoom ?? artifactZoom(dem)
  const minZoom = Math.min(options.minZoom ?? DEFAULT_MIN_ZOOM, maxZoom)
  const bounds = growBox(box, options.marginM ?? DEFAULT_MARGIN_M)
  const ranges = tileRanges(bounds, minZoom, maxZoom)
  const writer = await TileArchiveWriter.create(outPath, options.workFolder)
  const pyramid = new PyramidBuild(dem, writer, ranges, maxZoom, options, onProgress)
  try {
    for (const [x, y] of listTiles(ranges[minZoom])) await pyramid.build(minZoom, x, y)
    await pyramid.settle()
    if (pyramid.heightCount === 0) {
      throw new ServiceError(
        'invalid_input',
        'The height files hold no height anywhere in the region: give height files that cover it.',
      )
    }
    const summary = await writer.finish(
      'webp',
      {
        name: options.name ?? 'terrain',
        type: 'baselayer',
        encoding: 'terrarium',
        void: 'R = G = B = 0',
        tile_size: ARTIFACT_TILE_PX,
        ...(options.attribution === null ? {} : { attribution: options.attribution }),
        ...(dem.grid === null || !fitsGrid(dem.grid, ARTIFACT_TILE_PX * 2 ** maxZoom)
          ? {}
          : { source_grid: writeSourceGrid(dem.grid) }),
        ...(options.sourceTs === null ? {} : { source_ts: options.sourceTs }),
      },
      bounds,
    )
    return {
      ...summary,
      bounds,
      lowestM: pyramid.lowestM,
      highestM: pyramid.highestM,
      voidShare: 1 - pyramid.heightCount / pyramid.pixelCount,
    }
  } catch (thrown) {
    await pyramid.settle().catch(() => {})
    await writer.abandon()
    throw thrown
  }
}

class PyramidBuild {
  heightCount = 0
  pixelCount = 0
  lowestM = Infinity
  highestM = -Infinity
  readonly #dem: DemSource
  readonly #writer: TileArchiveWriter
  readonly #ranges: TileRange[]
  readonly #maxZoom: number
  readonly #effort: number
  readonly #onProgress: Progress
  readonly #stepsPerM: number
  readonly #encoding = new Set<Promise<void>>()
  #fault: unknown = null
  #doneTiles = 0
  readonly #totalTiles: number

  constructor(
    dem: DemSource,
    writer: TileArchiveWriter,
    ranges: TileRange[],
    maxZoom: number,
    options: TerrainArtifactOptions,
    onProgress: Progress,
  ) {
    this.#dem = dem
    this.#writer = writer
    this.#ranges = ranges
    this.#maxZoom = maxZoom
    this.#effort = options.effort ?? 1
    this.#onProgress = onProgress
    this.#stepsPerM = dem.onTileGrid ? EXACT_STEPS_PER_M : STEPS_PER_M
    this.#totalTiles = ranges.reduce((sum, range) => sum + countTiles(range), 0)
  }

  /** Writes a tile and all below it; returns heights in metres, NaN: void, or null if the whole tile is unknown. */
  async build(z: number, x: number, y: number): Promise<Float32Array | null> {
    const heights = z === this.#maxZoom ? await this.#sampleTile(z, x, y) : await this.#averageTile(z, x, y)
    this.#onProgress(++this.#doneTiles, this.#totalTiles, 'terrain tiles')
    if (heights === null) return null
    while (this.#encoding.size >= ENCODES_AT_ONCE) await Promise.race(this.#encoding)
    if (this.#fault !== null) throw this.#fault
    const job = this.#write(z, x, y, heights)
      .catch((thrown: unknown) => {
        this.#fault ??= thrown
      })
      .finally(() => this.#encoding.delete(job))
    this.#encoding.add(job)
    return heights
  }

  /** Waits for tiles being encoded; throws if any of them failed. */
  async settle(): Promise<void> {
    await Promise.all(this.#encoding)
    if (this.#fault !== null) throw this.#fault
  }

  async #write(z: number, x: number, y: number, heights: Float32Array): Promise<void> {
    const bytes = await encodeWebpTile(toTerrariumPixels(heights, this.#stepsPerM), ARTIFACT_TILE_PX, this.#effort)
    await this.#writer.add(z, x, y, bytes)
  }

  async #sampleTile(z: number, x: number, y: number): Promise<Float32Array | null> {
    const heights = await fitTile(this.#dem, z, x, y, ARTIFACT_TILE_PX)
    if (heights === null) return null
    let known = 0
    let lowestM = Infinity
    let highestM = -Infinity
    for (let i = 0; i < heights.length; i++) {
      const heightM = heights[i]
      if (Number.isNaN(heightM)) continue
      known++
      if (heightM < lowestM) lowestM = heightM
      if (heightM > highestM) highestM = heightM
    }
    this.pixelCount += heights.length
    this.heightCount += known
    this.lowestM = Math.min(this.lowestM, lowestM)
    this.highestM = Math.max(this.highestM, highestM)
    return heights
  }

  async #averageTile(z: number, x: number, y: number): Promise<Float32Array | null> {
    const size = ARTIFACT_TILE_PX
    const half = size / 2
    let heights: Float32Array | null = null
    for (let quarter = 0; quarter < 4; quarter++) {
      const dx = quarter % 2
      const dy = quarter >> 1
      if (!isInRange(this.#ranges[z + 1], x * 2 + dx, y * 2 + dy)) continue
      const below = await this.build(z + 1, x * 2 + dx, y * 2 + dy)
      if (below === null) continue
      heights ??= new Float32Array(size * size).fill(NaN)
      for (let row = 0; row < half; row++) {
        for (let col = 0; col < half; col++) {
          heights[(dy * half + row) * size + dx * half + col] = meanOfFour(below, row * 2 * size + col * 2, size)
        }
      }
    }
    return heights
  }
}

/** Mean of a pixel and its neighbours to the east, south and south-east; without voids, NaN if all are void. */
function meanOfFour(heights: Float32Array, at: number, size: number): number {
  const all = heights[at] + heights[at + 1] + heights[at + size] + heights[at + size + 1]
  if (!Number.isNaN(all)) return all / 4
  let sum = 0
  let count = 0
  for (let quarter = 0; quarter < 4; quarter++) {
    const value = heights[at + (quarter & 1) + (quarter >> 1) * size]
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return count === 0 ? NaN : sum / count
}
