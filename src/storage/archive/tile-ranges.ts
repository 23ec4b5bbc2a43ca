// Which web tiles touch a box, zoom by zoom. If a box's minLon is greater than its maxLon, it spans the antimeridian
// and its tiles form two spans of columns. Pure; never lists a tile twice.

import { type Box, M_PER_DEG_LAT } from '../../geo/lon-lat.ts'
import { splitBox } from '../../geo/split-box.ts'
import { MAX_MERCATOR_LAT, worldX, worldY } from '../../geo/web-mercator.ts'
import { ServiceError } from '../../errors.ts'

const MAX_TILES = 4_000_000

export interface TileRange {
  /** one span of columns, or two across the antimeridian */
  spans: { minX: number; maxX: number }[]
  minY: number
  maxY: number
}

/**
 * Tiles touching `bounds` from minZoom to maxZoom, indexed by zoom. Throws ServiceError `invalid_input` beyond 4
 * million at one zoom.
 */
export function tileRanges(bounds: Box, minZoom: number, maxZoom: number): TileRange[] {
  const ranges: TileRange[] = []
  for (let z = minZoom; z <= maxZoom; z++) {
    const n = 2 ** z
    const clamp = (value: number): number => Math.max(0, Math.min(n - 1, Math.floor(value * n)))
    const spans = splitBox(bounds).map((part) => ({ minX: clamp(worldX(part[0])), maxX: clamp(worldX(part[2])) }))
    // both spans contain the same tiles: use the whole row
    if (spans.length === 2 && spans[1].maxX >= spans[0].minX) spans.splice(0, 2, { minX: 0, maxX: n - 1 })
    const range = { spans, minY: clamp(worldY(bounds[3])), maxY: clamp(worldY(bounds[1])) }
    if (countTiles(range) > MAX_TILES)
      throw new ServiceError(
        'invalid_input',
        'The region has too many terrain tiles at the resolution of its height files: import a smaller region or a coarser elevation model.',
      )
    ranges[z] = range
  }
  return ranges
}

export function countTiles(range: TileRange): number {
  return range.spans.reduce((sum, { minX, maxX }) => sum + maxX - minX + 1, 0) * (range.maxY - range.minY + 1)
}

export function isInRange(range: TileRange, x: number, y: number): boolean {
  return y >= range.minY && y <= range.maxY && range.spans.some(({ minX, maxX }) => x >= minX && x <= maxX)
}

export function* listTiles(range: TileRange): Generator<[x: number, y: number]> {
  for (let y = range.minY; y <= range.maxY; y++) {
    for (const { minX, maxX } of range.spans) {
      for (let x = minX; x <= maxX; x++) yield [x, y]
    }
  }
}

/** The box grown by `marginM` on all sides, inside the latitudes of Web Mercator. */
export function growBox(box: Box, marginM: number): Box {
  const lat = marginM / M_PER_DEG_LAT
  const widest = Math.min(89, Math.max(Math.abs(box[1]), Math.abs(box[3])))
  const lon = lat / Math.cos((widest * Math.PI) / 180)
  const wrap = (value: number): number => (value > 180 ? value - 360 : value < -180 ? value + 360 : value)
  const widthDeg = box[0] > box[2] ? box[2] - box[0] + 360 : box[2] - box[0]
  const whole = widthDeg + 2 * lon >= 360
  return [
    whole ? -180 : wrap(box[0] - lon),
    Math.max(-MAX_MERCATOR_LAT, box[1] - lat),
    whole ? 180 : wrap(box[2] + lon),
    Math.min(MAX_MERCATOR_LAT, box[3] + lat),
  ]
}
