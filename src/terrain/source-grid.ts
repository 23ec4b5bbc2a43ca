// The pixel grid of the source of terrain tiles, if it runs along meridians and parallels: stored in the archive's
// metadata, so that heights are interpolated between the source's own pixels, as in the source itself. Tiles keep those
// pixels exactly (keepNodes): the surface of the source bends at its pixels, and a tile pixel cannot bend.

import { worldX, worldY } from '../geo/web-mercator.ts'

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

/** Reads the grid as written in metadata; returns null for anything else. */
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
      let told = 0
      let total = 0
      let square = 0
      for (let k = 0; k < 4; k++) {
        if (Number.isNaN(heights[places[k]])) weights[k] = 0
        else told += weights[k] * heights[places[k]]
        total += weights[k]
        square += weights[k] * weights[k]
      }
      const miss = sourceAt(lon, lat) - told / total
      if (Number.isNaN(miss) || total < LEAST_WEIGHT) continue
      for (let k = 0; k < 4; k++) if (weights[k] > 0) heights[places[k]] += ((weights[k] * total) / square) * miss
    }
  }
}
