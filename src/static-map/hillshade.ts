// Relief as light and shade: a grid of terrain heights under the picture, lit from the north-west with some light from the
// other sides (as MapLibre's multidirectional shading), smoothed, and laid over what is painted so far in two colours. The
// grid has one height per CSS pixel at most, and none finer than the terrain is. Where the terrain is void, or its tile is missing, nothing is
// shaded: never a slope towards a height that is not known.

import { heightOfPixel } from '../terrain/height-tile.ts'
import type { HeightTile, PixelScale } from '../terrain/height-tile.ts'
import { EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import { latOfWorldY } from '../geo/web-mercator.ts'
import type { MapView } from './map-view.ts'
import type { Raster, Rgb } from './raster.ts'

/** Decoded terrain tiles of one zoom. */
export interface HeightTiles {
  z: number
  /** pixels of a tile's side */
  tileSize: number
  scale: PixelScale
  find(x: number, y: number): HeightTile | null
}

export interface ShadeLook {
  dark: Rgb
  light: Rgb
  darkOpacity: number
  lightOpacity: number
}

/** Heights at the terrain's own pixels under the picture, a margin around it. */
interface HeightGrid {
  columns: number
  rows: number
  /** terrain pixel, counted across the world at the zoom of the tiles, of the first column and row */
  firstX: number
  firstY: number
  /** metres, NaN void */
  heightsM: Float32Array
}

const MARGIN = 3

/** Tile zoom whose pixels are about as large as CSS pixels, within what there is. */
export function shadeZoom(view: MapView, tileSize: number, minZoom: number, maxZoom: number): number {
  const wanted = Math.round(Math.log2(view.worldPx / view.scale / tileSize) - 0.15)
  return Math.max(minZoom, Math.min(maxZoom, wanted))
}

/** Shades what lies under the picture. Returns how many pixels have terrain. */
export function drawHillshade(raster: Raster, view: MapView, tiles: HeightTiles, look: ShadeLook): number {
  const grid = readGrid(view, tiles)
  if (grid === null) return 0
  const shade = shadeOf(grid, view, tiles)
  return layShade(raster, view, grid, shade, tiles, look)
}

function readGrid(view: MapView, { z, tileSize, scale, find }: HeightTiles): HeightGrid | null {
  const across = tileSize * 2 ** z
  const firstX = Math.floor(view.westX * across) - MARGIN
  const firstY = Math.max(0, Math.floor(view.northY * across) - MARGIN)
  const lastX = Math.ceil((view.westX + view.widthPx / view.worldPx) * across) + MARGIN
  const lastY = Math.min(across - 1, Math.ceil((view.northY + view.heightPx / view.worldPx) * across) + MARGIN)
  const columns = lastX - firstX + 1
  const rows = lastY - firstY + 1
  if (columns < 1 || rows < 1) return null
  const heightsM = new Float32Array(columns * rows).fill(NaN)
  const count = 2 ** z
  for (let tileY = Math.floor(firstY / tileSize); tileY <= Math.floor(lastY / tileSize); tileY++) {
    for (let tileX = Math.floor(firstX / tileSize); tileX <= Math.floor(lastX / tileSize); tileX++) {
      const tile = find(((tileX % count) + count) % count, tileY)
      if (tile === null) continue
      const fromX = Math.max(firstX, tileX * tileSize)
      const toX = Math.min(lastX, (tileX + 1) * tileSize - 1)
      const toY = Math.min(lastY, (tileY + 1) * tileSize - 1)
      for (let y = Math.max(firstY, tileY * tileSize); y <= toY; y++) {
        let at = ((y - tileY * tileSize) * tileSize + (fromX - tileX * tileSize)) * tile.channels
        let to = (y - firstY) * columns + (fromX - firstX)
        for (let x = fromX; x <= toX; x++, at += tile.channels, to++) heightsM[to] = heightOfPixel(tile, at, scale)
      }
    }
  }
  return { columns, rows, firstX, firstY, heightsM }
}

/**
 * Shade of each grid cell, -127 (dark) .. 127 (light), 0 level ground and void. Slopes come from the 3 x 3 neighbours (Horn 1981); light
 * falls from 315 degrees, and from 255 and 15 with less weight, so that ridges along the main light stay visible.
 */
function shadeOf({ columns, rows, heightsM }: HeightGrid, view: MapView, { z, tileSize }: HeightTiles): Int8Array {
  const shade = new Int8Array(columns * rows)
  const across = tileSize * 2 ** z
  const lat = (latOfWorldY(view.northY + view.heightPx / 2 / view.worldPx) * Math.PI) / 180
  const cellM = (2 * Math.PI * EARTH_RADIUS_M * Math.cos(lat)) / across
  // flat country far out is drawn higher, so that it shows at all; close up it is drawn as it is
  const exaggeration = Math.max(1, Math.min(6, (cellM / 30) ** 0.45))
  const factor = exaggeration / (8 * cellM)
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column
      const a = heightsM[at - columns - 1]
      const b = heightsM[at - columns]
      const c = heightsM[at - columns + 1]
      const d = heightsM[at - 1]
      const f = heightsM[at + 1]
      const g = heightsM[at + columns - 1]
      const h = heightsM[at + columns]
      const i = heightsM[at + columns + 1]
      const east = (c + f + f + i - a - d - d - g) * factor
      const south = (g + h + h + i - a - b - b - c) * factor
      const slope = east * east + south * south
      // NaN where any neighbour is void: neither is above 0
      if (!(slope > 0)) continue
      const norm = 1 / Math.sqrt(1 + slope)
      // light from the north-west at 45 degrees: (-1, -1, sqrt 2) / 2 in (east, south, up)
      const main = (0.5 * east + 0.5 * south + 0.7071) * norm - 0.7071
      const west = (0.683 * east - 0.183 * south + 0.7071) * norm - 0.7071
      const north = (-0.183 * east + 0.683 * south + 0.7071) * norm - 0.7071
      const light = 0.6 * main + 0.2 * west + 0.2 * north
      const value = light > 0 ? light * 430 : light * 180
      shade[at] = value > 127 ? 127 : value < -127 ? -127 : Math.round(value)
    }
  }
  return shade
}

function layShade(raster: Raster, view: MapView, grid: HeightGrid, shade: Int8Array, { z, tileSize }: HeightTiles, look: ShadeLook): number {
  const { columns, rows, firstX, firstY, heightsM } = grid
  const { pixels, width, height } = raster
  const across = tileSize * 2 ** z
  const perPixel = across / view.worldPx
  const darkShare = look.darkOpacity / 127
  const lightShare = look.lightOpacity / 127
  // column and weight of each pixel, once for all rows
  const left = new Int32Array(width)
  const weight = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const at = Math.max(0, Math.min(columns - 1.001, (view.westX * view.worldPx + x + 0.5) * perPixel - 0.5 - firstX))
    left[x] = Math.floor(at)
    weight[x] = at - left[x]
  }
  let known = 0
  for (let y = 0; y < height; y++) {
    const at = (view.northY * view.worldPx + y + 0.5) * perPixel - 0.5 - firstY
    if (at < 0 || at >= rows - 1) continue
    const row = Math.floor(at)
    const down = at - row
    const top = row * columns
    const bottom = top + columns
    let pixel = y * width * 3
    for (let x = 0; x < width; x++, pixel += 3) {
      const column = left[x]
      const across1 = weight[x]
      if (heightsM[top + column] === heightsM[top + column]) known++
      const upper = shade[top + column] + (shade[top + column + 1] - shade[top + column]) * across1
      const lower = shade[bottom + column] + (shade[bottom + column + 1] - shade[bottom + column]) * across1
      const value = upper + (lower - upper) * down
      if (value < 0) {
        const share = -value * darkShare
        pixels[pixel] += (look.dark[0] - pixels[pixel]) * share + 0.5
        pixels[pixel + 1] += (look.dark[1] - pixels[pixel + 1]) * share + 0.5
        pixels[pixel + 2] += (look.dark[2] - pixels[pixel + 2]) * share + 0.5
      } else if (value > 0) {
        const share = value * lightShare
        pixels[pixel] += (look.light[0] - pixels[pixel]) * share + 0.5
        pixels[pixel + 1] += (look.light[1] - pixels[pixel + 1]) * share + 0.5
        pixels[pixel + 2] += (look.light[2] - pixels[pixel + 2]) * share + 0.5
      }
    }
  }
  return known
}
