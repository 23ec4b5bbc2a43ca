// Heights of one terrain tile from a source of heights. Each pixel is the source at its centre, corrected by part of
// the error that bilinear interpolation between the pixels then makes half-way to the eight neighbours (fit-pixels.ts:
// one damped step towards the least-squares fit). This halves the errors over ridges and valleys, and leaves flat and
// evenly sloping ground unchanged. If the source's pixels run along meridians, they are then kept exactly
// (source-grid.ts). A pixel is NaN exactly where the source is unknown at its centre, and also beside voids of sources
// whose pixels are rotated relative to ours, so that nothing is ever interpolated across a void.

import { latOfWorldY, lonOfWorldX } from '../geo/web-mercator.ts'
import { AROUND, fitPixels } from './fit-pixels.ts'
import type { DemSource } from './open-dem.ts'
import { fitsGrid, keepNodes } from './source-grid.ts'

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
 * Metres row by row from the north-west, NaN: unknown; returns null if the whole tile is unknown. Prepares what it
 * needs.
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
