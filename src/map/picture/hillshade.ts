// HOT: npm run bench -- static-map
// It looks at every height under a picture, so slopes are in typed arrays and cached per tile.
//
// Relief as light and shade: slopes of the terrain lit from the north-west with some light from the sides (like
// MapLibre's multidirectional shading), computed once per terrain tile and cached; draw-hillshade.ts draws them. There
// is at most one shade per CSS pixel, and none finer than the terrain. Small voids are filled from their rim. Larger
// voids and missing tiles are not shaded: there is never a slope towards an unknown height.

import { type HeightTile, type PixelScale, heightOfPixel, toHeightsM } from '../../terrain/height-tile.ts'
import { cellOfTileM, filledTile } from '../../geo/filled-tile.ts'
import { EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import { latOfWorldY } from '../../geo/web-mercator.ts'
import type { MapView } from './map-view.ts'

/** Decoded terrain tiles of one zoom; x wraps around the world. */
export interface HeightTiles {
  z: number
  /** pixels per side of a tile */
  tileSize: number
  scale: PixelScale
  find(x: number, y: number): HeightTile | null
}

/** Shade of each pixel of a tile, -127 (dark) .. 127 (light), 0 for level ground and void; rows from the north. */
export type ShadeTile = Int8Array

/** Shaded tiles of one zoom. */
export interface ShadeTiles {
  z: number
  tileSize: number
  find(x: number, y: number): ShadeTile | null
}

/** Shades at the terrain's own pixels under the picture, with a margin. */
export interface ShadeGrid {
  /** terrain pixels across the world */
  across: number
  columns: number
  rows: number
  /** terrain pixel of the first column and row, counted across the world at the zoom of the tiles */
  firstX: number
  firstY: number
  shade: Int8Array
}

const MARGIN = 2

/**
 * Tile zoom whose pixels are about as large as CSS pixels, within the archive's range. The deepest zoom is not used:
 * terrain is mostly sampled finer than its source (write-terrain-artifact.ts), and the source's cells would show as
 * facets.
 */
export function shadeZoom(view: MapView, tileSize: number, minZoom: number, maxZoom: number): number {
  const wanted = Math.round(Math.log2(view.worldPx / view.scale / tileSize) - 0.15)
  return Math.max(minZoom, Math.min(Math.max(minZoom, maxZoom - 1), wanted))
}

/**
 * Number of pixels to each side over which a slope is measured: twice as many if they are drawn enlarged, so that they
 * do not show.
 */
export function shadeReach(view: MapView, z: number, tileSize: number): 1 | 2 {
  return view.worldPx / view.scale / (tileSize * 2 ** z) > 1.5 ? 2 : 1
}

/** The shades under the picture; null if it shows less than three terrain pixels. */
export function readShadeGrid(view: MapView, { z, tileSize, find }: ShadeTiles): ShadeGrid | null {
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
  return { across, columns, rows, firstX, firstY, shade }
}

/**
 * Shade of one tile, reading `reach` pixels of its neighbours; null without the tile. Slopes come from the 3 x 3
 * neighbours (Horn 1981); light falls from 315 degrees, and from 255 and 15 with less weight, so that ridges along the
 * main light stay visible.
 */
export function shadeOfTile(heights: HeightTiles, x: number, y: number, reach: 1 | 2): ShadeTile | null {
  const { z, tileSize } = heights
  if (heights.find(x, y) === null) return null
  const columns = tileSize + 2 * reach
  const known = readHeights(heights, x, y, reach)
  const heightsM = known.some(Number.isNaN) ? fillHeights(heights, x, y, reach) : known
  const shade = new Int8Array(tileSize * tileSize)
  const across = tileSize * 2 ** z
  const down = columns * reach
  for (let row = 0; row < tileSize; row++) {
    const lat = (latOfWorldY((y * tileSize + row + 0.5) / across) * Math.PI) / 180
    const cellM = (2 * Math.PI * EARTH_RADIUS_M * Math.cos(lat)) / across
    // relief is exaggerated at small scales, so that it is visible; close up it is not
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
      // NaN if a neighbour is void, which is not above 0; nor is a void centre shaded, though the slope does not use it
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

/** The same as `readHeights`, with small voids filled. */
function fillHeights({ z, tileSize, scale, find }: HeightTiles, x: number, y: number, reach: number): Float32Array {
  const count = 2 ** z
  return filledTile(tileSize, cellOfTileM(z, y, tileSize), reach, (column, row) => {
    const tile = y + row < 0 || y + row >= count ? null : find((x + column + count) % count, y + row)
    return tile && toHeightsM(tile, scale)
  })
}

/** Heights in metres of a tile and `reach` pixels around it, NaN: void. */
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
