// Positions of rasters: whether two share a pixel grid, the degrees that one spans, and the pixels needed for heights
// inside a box. Reads no heights.

import type { Box } from '../geo/lon-lat.ts'
import { worldX, worldY } from '../geo/web-mercator.ts'
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

/** Degrees: the centre of some pixel, and the distance to its neighbours east and north. */
export interface SourceGrid {
  lon: number
  lat: number
  stepLon: number
  stepLat: number
}

/** Minimum number of tile pixels between two pixels of the source: their surroundings must not meet. */
const LEAST_SPACING_PX = 2.1
/** Beside a void fewer than four tile pixels determine a source pixel; their weights must add up to at least this. */
export const LEAST_WEIGHT = 0.05
/** Fraction of a source pixel below which a position counts as on it. */
const ON_NODE = 1e-7

/** Whether tiles with this many pixels around the world can keep the grid exactly. */
export function fitsGrid({ stepLon, stepLat }: SourceGrid, pixelsAcross: number): boolean {
  return (Math.min(stepLon, stepLat) / 360) * pixelsAcross >= LEAST_SPACING_PX
}

/**
 * The pixel grid of the source of terrain tiles, if it runs along meridians and parallels: stored in the archive's
 * metadata, so that heights are interpolated between the source's own pixels, as in the source itself. Tiles keep those
 * pixels exactly (keepNodes): the surface of the source bends at its pixels, and a tile pixel cannot bend. Reads the
 * grid as written in metadata; returns null for anything else.
 */
export function readSourceGrid(value: unknown): SourceGrid | null {
  if (!Array.isArray(value) || value.length !== 4 || !value.every((part) => Number.isFinite(part))) return null
  const [lon, lat, stepLon, stepLat] = value as number[]
  return stepLon > 1e-6 && stepLat > 1e-6 && stepLon < 1 && stepLat < 1 ? { lon, lat, stepLon, stepLat } : null
}

export function writeSourceGrid({ lon, lat, stepLon, stepLat }: SourceGrid): number[] {
  return [lon, lat, stepLon, stepLat]
}

/** How far a position is across its cell: 0 where it counts as on the node, so that the next one has no weight. */
export function shareOf(fraction: number, onNode: number): number {
  return fraction < onNode ? 0 : fraction
}

/**
 * Bilinear between the four source pixels around a position, each given by `nodeAt`: column i lies at `lon + i *
 * stepLon`, row j at `lat + j * stepLat`. Returns `or` if one of them that has weight is unknown.
 */
export function interpolateGrid(
  { lon: lon0, lat: lat0, stepLon, stepLat }: SourceGrid,
  lon: number,
  lat: number,
  nodeAt: (i: number, j: number) => number,
  or: number,
): number {
  const x = (lon - lon0) / stepLon
  const y = (lat - lat0) / stepLat
  const i = Math.floor(x + ON_NODE)
  const j = Math.floor(y + ON_NODE)
  const u = shareOf(x - i, ON_NODE)
  const v = shareOf(y - j, ON_NODE)
  const sw = nodeAt(i, j)
  const se = u === 0 ? sw : nodeAt(i + 1, j)
  const nw = v === 0 ? sw : nodeAt(i, j + 1)
  const ne = v === 0 ? se : u === 0 ? nw : nodeAt(i + 1, j + 1)
  const low = sw + (se - sw) * u
  const height = low + (nw + (ne - nw) * u - low) * v
  return Number.isNaN(height) ? or : height
}

/**
 * Adjusts pixels, in place, so that bilinear interpolation gives the source's own height at each of its pixels: changes
 * the four around it, by their weights; no two of the source share one (fitsGrid). `heights` are `side` x `side`
 * pixels, the first at pixel (left, top) of the world; source pixels outside it are skipped. Voids stay.
 */
export function keepNodes(
  { lon: lon0, lat: lat0, stepLon, stepLat }: SourceGrid,
  heights: Float64Array,
  side: number,
  left: number,
  top: number,
  pixelsAcross: number,
  box: readonly [west: number, south: number, east: number, north: number],
  sourceAt: (lon: number, lat: number) => number,
): void {
  const [west, south, east, north] = box
  for (let j = Math.ceil((south - lat0) / stepLat); lat0 + j * stepLat <= north; j++) {
    const lat = lat0 + j * stepLat
    const y = worldY(lat) * pixelsAcross - 0.5 - top
    const r = Math.floor(y)
    if (r < 0 || r + 1 >= side) continue
    for (let i = Math.ceil((west - lon0) / stepLon); lon0 + i * stepLon <= east; i++) {
      const lon = lon0 + i * stepLon
      const x = worldX(lon) * pixelsAcross - 0.5 - left
      const c = Math.floor(x)
      if (c < 0 || c + 1 >= side) continue
      const u = x - c
      const v = y - r
      const at = r * side + c
      const weights = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v]
      const places = [at, at + 1, at + side, at + side + 1]
      let sum = 0
      let total = 0
      let square = 0
      for (let k = 0; k < 4; k++) {
        if (Number.isNaN(heights[places[k]])) weights[k] = 0
        else sum += weights[k] * heights[places[k]]
        total += weights[k]
        square += weights[k] * weights[k]
      }
      const miss = sourceAt(lon, lat) - sum / total
      if (Number.isNaN(miss) || total < LEAST_WEIGHT) continue
      for (let k = 0; k < 4; k++) if (weights[k] > 0) heights[places[k]] += ((weights[k] * total) / square) * miss
    }
  }
}
