// Positions of rasters: whether two share a pixel grid, the degrees that one spans, and the pixels needed for heights
// inside a box. Reads no heights.

import type { Box } from '../geo/lon-lat.ts'
import type { HeightRaster } from './height-raster.ts'

/** Offset from a whole pixel, in pixels, up to which files count as sharing a grid. */
const SAME_GRID = 0.01

/** Columns and rows of a raster, first and last included. */
export interface PixelWindow {
  col0: number
  row0: number
  col1: number
  row1: number
}

/** True if both rasters are on one pixel grid. */
export function shareGrid(a: HeightRaster, b: HeightRaster): boolean {
  if (a.projection.key !== b.projection.key) return false
  const cols = (b.x0 - a.x0) / a.stepX
  const rows = (b.y0 - a.y0) / a.stepY
  return (
    Math.abs(a.stepX - b.stepX) * b.width < SAME_GRID * Math.abs(a.stepX) &&
    Math.abs(a.stepY - b.stepY) * b.height < SAME_GRID * Math.abs(a.stepY) &&
    Math.abs(cols - Math.round(cols)) < SAME_GRID &&
    Math.abs(rows - Math.round(rows)) < SAME_GRID
  )
}

/** Columns of a raster's grid around the earth; 0 if its plane does not close, or not at a whole column. */
export function columnPeriod({ projection, stepX }: HeightRaster): number {
  const around = projection.periodUnits === null ? 0 : projection.periodUnits / Math.abs(stepX)
  return around > 0 && Math.abs(around - Math.round(around)) < SAME_GRID ? Math.round(around) : 0
}

/** Degrees between the outermost pixel centres: heights exist only between centres. */
export function rasterBounds(raster: HeightRaster): Box {
  const out = new Float64Array(2)
  let minLon = Infinity
  let minLat = Infinity
  let maxLon = -Infinity
  let maxLat = -Infinity
  const steps = raster.projection.rotated ? 32 : 1
  for (let i = 0; i <= steps; i++) {
    for (let j = 0; j <= steps; j++) {
      if (i > 0 && i < steps && j > 0 && j < steps) continue
      const x = raster.x0 + (raster.stepX * (raster.width - 1) * i) / steps
      const y = raster.y0 + (raster.stepY * (raster.height - 1) * j) / steps
      raster.projection.inverse(x, y, out)
      minLon = Math.min(minLon, out[0])
      maxLon = Math.max(maxLon, out[0])
      minLat = Math.min(minLat, out[1])
      maxLat = Math.max(maxLat, out[1])
    }
  }
  return [minLon, minLat, maxLon, maxLat]
}

export function unionOf(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ]
}

/** Pixels of a raster needed for heights inside the box, in its own columns and rows; returns null if none. */
export function windowOf(raster: HeightRaster, bounds: Box, box: Box): PixelWindow | null {
  const plane = new Float64Array(2)
  const shift = 360 * Math.round(((bounds[0] + bounds[2]) / 2 - (box[0] + box[2]) / 2) / 360)
  // a pixel or two beyond the edge, because a point inside can have neighbours outside
  const slackX =
    (3 * Math.abs(raster.stepX) * raster.projection.unitDeg) /
    Math.max(0.01, Math.cos((Math.min(89, Math.max(Math.abs(bounds[1]), Math.abs(bounds[3]))) * Math.PI) / 180))
  const slackY = 3 * Math.abs(raster.stepY) * raster.projection.unitDeg
  const minLon = Math.max(box[0] + shift - slackX, bounds[0] - slackX)
  const maxLon = Math.min(box[2] + shift + slackX, bounds[2] + slackX)
  const minLat = Math.max(box[1] - slackY, bounds[1] - slackY, -89.999)
  const maxLat = Math.min(box[3] + slackY, bounds[3] + slackY, 89.999)
  if (minLon > maxLon || minLat > maxLat) return null
  let col0 = Infinity
  let col1 = -Infinity
  let row0 = Infinity
  let row1 = -Infinity
  const steps = raster.projection.rotated ? 24 : 1
  for (let i = 0; i <= steps; i++) {
    for (let j = 0; j <= steps; j++) {
      raster.projection.forward(
        minLon + ((maxLon - minLon) * i) / steps,
        minLat + ((maxLat - minLat) * j) / steps,
        plane,
      )
      const col = (plane[0] - raster.x0) / raster.stepX
      const row = (plane[1] - raster.y0) / raster.stepY
      if (Number.isNaN(col) || Number.isNaN(row)) continue
      col0 = Math.min(col0, col)
      col1 = Math.max(col1, col)
      row0 = Math.min(row0, row)
      row1 = Math.max(row1, row)
    }
  }
  const extra = raster.projection.rotated ? 2 + 0.005 * Math.max(col1 - col0, row1 - row0) : 0
  col0 = Math.max(0, Math.floor(col0 - extra))
  row0 = Math.max(0, Math.floor(row0 - extra))
  col1 = Math.min(raster.width - 1, Math.ceil(col1 + extra))
  row1 = Math.min(raster.height - 1, Math.ceil(row1 + extra))
  return col0 > col1 || row0 > row1 ? null : { col0, row0, col1, row1 }
}
