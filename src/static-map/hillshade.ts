// HOT: npm run bench -- static-map
// It touches every pixel of a picture, so slopes lie in typed arrays and are kept per tile.
//
// Relief as light and shade: slopes of the terrain lit from the north-west with some light from the sides (as
// MapLibre's multidirectional shading), worked out once per terrain tile and kept, smoothed, and laid over what is
// painted so far in two colours. There is one shade per CSS pixel at most, and none finer than the terrain is. Where
// the terrain is void, or its tile is missing, nothing is shaded: never a slope towards a height that is not known.

import { heightOfPixel } from '../terrain/height-tile.ts'
import type { HeightTile, PixelScale } from '../terrain/height-tile.ts'
import { EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import { latOfWorldY } from '../geo/web-mercator.ts'
import type { MapView } from './map-view.ts'
import type { Raster } from './raster.ts'
import type { Rgb } from './rgb.ts'

/** Decoded terrain tiles of one zoom; x wraps around the world. */
export interface HeightTiles {
  z: number
  /** pixels of a tile's side */
  tileSize: number
  scale: PixelScale
  find(x: number, y: number): HeightTile | null
}

/** Shade of each pixel of a tile, -127 (dark) .. 127 (light), 0 level ground and void; rows from the north. */
export type ShadeTile = Int8Array

/** Shaded tiles of one zoom. */
export interface ShadeTiles {
  z: number
  tileSize: number
  find(x: number, y: number): ShadeTile | null
}

export interface ShadeLook {
  dark: Rgb
  light: Rgb
  darkOpacity: number
  lightOpacity: number
  /** pixels of the picture beyond which nothing is shaded: left, top, right, bottom */
  bounds: readonly [left: number, top: number, right: number, bottom: number]
}

/** Shades at the terrain's own pixels under the picture, a margin around it. */
interface ShadeGrid {
  columns: number
  rows: number
  /** terrain pixel, counted across the world at the zoom of the tiles, of the first column and row */
  firstX: number
  firstY: number
  shade: Int8Array
}

const MARGIN = 2

/**
 * Tile zoom whose pixels are about as large as CSS pixels, within what there is. The deepest zoom is left out: terrain
 * is mostly sampled finer than its source (write-terrain-artifact.ts), and the source's own cells would show as facets.
 */
export function shadeZoom(view: MapView, tileSize: number, minZoom: number, maxZoom: number): number {
  const wanted = Math.round(Math.log2(view.worldPx / view.scale / tileSize) - 0.15)
  return Math.max(minZoom, Math.min(Math.max(minZoom, maxZoom - 1), wanted))
}

/**
 * Over how many pixels to each side a slope is measured: twice as far where they are drawn larger than they are, so
 * that they do not show.
 */
export function shadeReach(view: MapView, z: number, tileSize: number): 1 | 2 {
  return view.worldPx / view.scale / (tileSize * 2 ** z) > 1.5 ? 2 : 1
}

/** Shades what lies under the picture. */
export function drawHillshade(raster: Raster, view: MapView, tiles: ShadeTiles, look: ShadeLook): void {
  const grid = readGrid(view, tiles)
  if (grid !== null) layShade(raster, view, grid, tiles, look)
}

function readGrid(view: MapView, { z, tileSize, find }: ShadeTiles): ShadeGrid | null {
  const across = tileSize * 2 ** z
  const firstX = Math.floor(view.westX * across) - MARGIN
  const firstY = Math.max(0, Math.floor(view.northY * across) - MARGIN)
  const lastX = Math.ceil((view.westX + view.widthPx / view.worldPx) * across) + MARGIN
  const lastY = Math.min(across - 1, Math.ceil((view.northY + view.heightPx / view.worldPx) * across) + MARGIN)
  const columns = lastX - firstX + 1
  const rows = lastY - firstY + 1
  if (columns < 3 || rows < 3) return null
  const shade = new Int8Array(columns * rows)
  const count = 2 ** z
  for (let tileY = Math.floor(firstY / tileSize); tileY <= Math.floor(lastY / tileSize); tileY++) {
    for (let tileX = Math.floor(firstX / tileSize); tileX <= Math.floor(lastX / tileSize); tileX++) {
      const tile = find(((tileX % count) + count) % count, tileY)
      if (tile === null) continue
      const fromX = Math.max(firstX, tileX * tileSize)
      const toX = Math.min(lastX, (tileX + 1) * tileSize - 1)
      const toY = Math.min(lastY, (tileY + 1) * tileSize - 1)
      for (let y = Math.max(firstY, tileY * tileSize); y <= toY; y++) {
        const at = (y - tileY * tileSize) * tileSize + (fromX - tileX * tileSize)
        shade.set(tile.subarray(at, at + toX - fromX + 1), (y - firstY) * columns + (fromX - firstX))
      }
    }
  }
  return { columns, rows, firstX, firstY, shade }
}

/**
 * Shade of one tile, looking `reach` pixels into its neighbours; null without the tile. Slopes come from the 3 x 3
 * neighbours (Horn
 * 1981); light falls from 315 degrees, and from 255 and 15 with less weight, so that ridges along the main light stay
 * visible.
 */
export function shadeOfTile(heights: HeightTiles, x: number, y: number, reach: 1 | 2): ShadeTile | null {
  const { z, tileSize } = heights
  if (heights.find(x, y) === null) return null
  const columns = tileSize + 2 * reach
  const heightsM = readHeights(heights, x, y, reach)
  const shade = new Int8Array(tileSize * tileSize)
  const across = tileSize * 2 ** z
  const down = columns * reach
  for (let row = 0; row < tileSize; row++) {
    const lat = (latOfWorldY((y * tileSize + row + 0.5) / across) * Math.PI) / 180
    const cellM = (2 * Math.PI * EARTH_RADIUS_M * Math.cos(lat)) / across
    // country seen from far is drawn higher, so that it shows at all; close up it is drawn as it is
    const exaggeration = Math.max(1, Math.min(6, (cellM / 30) ** 0.45))
    const factor = exaggeration / (8 * cellM * reach)
    for (let column = 0; column < tileSize; column++) {
      const at = (row + reach) * columns + column + reach
      const a = heightsM[at - down - reach]
      const b = heightsM[at - down]
      const c = heightsM[at - down + reach]
      const d = heightsM[at - reach]
      const f = heightsM[at + reach]
      const g = heightsM[at + down - reach]
      const h = heightsM[at + down]
      const i = heightsM[at + down + reach]
      const east = (c + f + f + i - a - d - d - g) * factor
      const south = (g + h + h + i - a - b - b - c) * factor
      const slope = east * east + south * south
      // NaN where a neighbour is void: that is not above 0; nor is the middle, which the slope leaves out, shaded
      if (!(slope > 0) || Number.isNaN(heightsM[at])) continue
      const norm = 1 / Math.sqrt(1 + slope)
      // (-1, -1, sqrt 2) / 2 in east, south, up: the north-west at 45 degrees; then 255 and 15 degrees
      const main = (0.5 * east + 0.5 * south + 0.7071) * norm - 0.7071
      const west = (0.683 * east - 0.183 * south + 0.7071) * norm - 0.7071
      const north = (-0.183 * east + 0.683 * south + 0.7071) * norm - 0.7071
      const light = 0.6 * main + 0.2 * west + 0.2 * north
      const value = light > 0 ? light * 430 : light * 180
      shade[row * tileSize + column] = value > 127 ? 127 : value < -127 ? -127 : Math.round(value)
    }
  }
  return shade
}

/** Metres of a tile and `reach` pixels around it, NaN void. */
function readHeights({ z, tileSize, scale, find }: HeightTiles, x: number, y: number, reach: number): Float32Array {
  const columns = tileSize + 2 * reach
  const heightsM = new Float32Array(columns * columns).fill(NaN)
  const count = 2 ** z
  for (let down = -1; down <= 1; down++) {
    for (let right = -1; right <= 1; right++) {
      const tile = y + down < 0 || y + down >= count ? null : find((x + right + count) % count, y + down)
      if (tile === null) continue
      const fromColumn = Math.max(-reach, right * tileSize)
      const toColumn = Math.min(tileSize + reach, (right + 1) * tileSize)
      const toRow = Math.min(tileSize + reach, (down + 1) * tileSize)
      for (let row = Math.max(-reach, down * tileSize); row < toRow; row++) {
        let at = ((row - down * tileSize) * tileSize + fromColumn - right * tileSize) * tile.channels
        let to = (row + reach) * columns + fromColumn + reach
        for (let column = fromColumn; column < toColumn; column++, at += tile.channels, to++)
          heightsM[to] = heightOfPixel(tile, at, scale)
      }
    }
  }
  return heightsM
}

/** Between the cells shade runs smoothly (quadratic B-spline), so that no cell shows when it is drawn large. */
function layShade(
  raster: Raster,
  view: MapView,
  { columns, rows, firstX, firstY, shade }: ShadeGrid,
  { z, tileSize }: ShadeTiles,
  look: ShadeLook,
): void {
  const { pixels, width, height } = raster
  const perPixel = (tileSize * 2 ** z) / view.worldPx
  const fromX = Math.max(0, Math.ceil(look.bounds[0] - 0.5))
  const toX = Math.min(width, Math.ceil(look.bounds[2] - 0.5))
  const fromY = Math.max(0, Math.ceil(look.bounds[1] - 0.5))
  const toY = Math.min(height, Math.ceil(look.bounds[3] - 0.5))
  if (fromX >= toX) return
  const darkShare = look.darkOpacity / 127
  const lightShare = look.lightOpacity / 127
  const [darkRed, darkGreen, darkBlue] = look.dark
  const [lightRed, lightGreen, lightBlue] = look.light
  // the three columns that a pixel mixes, and their weights, once for all rows
  const column = new Int32Array(width)
  const weights = new Float32Array(width * 3)
  for (let x = fromX; x < toX; x++) {
    const at = (view.westX * view.worldPx + x + 0.5) * perPixel - 0.5 - firstX
    column[x] = Math.max(1, Math.min(columns - 2, Math.round(at)))
    splineWeights(weights, x * 3, at - column[x])
  }
  // the last three rows that were asked for
  const lines = [0, 1, 2].map(() => ({ row: -1, shades: new Float32Array(width) }))
  const mixRow = (row: number): Float32Array => {
    const line = lines[row % 3]
    if (line.row === row) return line.shades
    line.row = row
    const { shades } = line
    const base = row * columns
    for (let x = fromX; x < toX; x++) {
      const at = base + column[x]
      shades[x] = shade[at - 1] * weights[x * 3] + shade[at] * weights[x * 3 + 1] + shade[at + 1] * weights[x * 3 + 2]
    }
    return shades
  }
  const down = new Float32Array(3)
  for (let y = fromY; y < toY; y++) {
    const at = (view.northY * view.worldPx + y + 0.5) * perPixel - 0.5 - firstY
    const row = Math.round(at)
    if (row < 1 || row > rows - 2) continue
    splineWeights(down, 0, at - row)
    const upper = mixRow(row - 1)
    const middle = mixRow(row)
    const lower = mixRow(row + 1)
    const [u, m, l] = down
    let pixel = (y * width + fromX) * 3
    for (let x = fromX; x < toX; x++, pixel += 3) {
      const value = upper[x] * u + middle[x] * m + lower[x] * l
      if (value < 0) {
        const share = -value * darkShare
        pixels[pixel] += (darkRed - pixels[pixel]) * share + 0.5
        pixels[pixel + 1] += (darkGreen - pixels[pixel + 1]) * share + 0.5
        pixels[pixel + 2] += (darkBlue - pixels[pixel + 2]) * share + 0.5
      } else if (value > 0) {
        const share = value * lightShare
        pixels[pixel] += (lightRed - pixels[pixel]) * share + 0.5
        pixels[pixel + 1] += (lightGreen - pixels[pixel + 1]) * share + 0.5
        pixels[pixel + 2] += (lightBlue - pixels[pixel + 2]) * share + 0.5
      }
    }
  }
}

/** Weights of the cells before, at and after a place that lies `off` (-0.5..0.5) cells from the middle one's centre. */
function splineWeights(weights: Float32Array, at: number, off: number): void {
  const held = Math.max(-0.5, Math.min(0.5, off))
  weights[at] = 0.5 * (0.5 - held) * (0.5 - held)
  weights[at + 1] = 0.75 - held * held
  weights[at + 2] = 0.5 * (0.5 + held) * (0.5 + held)
}
