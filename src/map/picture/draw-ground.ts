// HOT: npm run bench -- static-map
// The points of a line are moved in an array that is used again.
//
// Lines and areas of the vector tiles under a picture, painted rule by rule. The shapes of a class
// from all tiles are collected before it is painted, so that tile edges and overlaps do not show. Points less than a
// fraction of a pixel apart are skipped, as is everything outside the picture.

import {
  COLOURS,
  type FillRule,
  type LineRule,
  type Rule,
  type Stops,
  atZoom,
  pathRules,
  roadRules,
  trailRules,
} from './layer-rule.ts'
import type { MapView, TilePlace } from './map-view.ts'
import { toRgb } from './rgb.ts'
import type { Raster } from './raster.ts'
import { layRing, strokeLine, strokeDashes } from './stroke.ts'
import type { Bucket, TileContent } from './tile-content.ts'
import { EXTENT } from './vector-tile.ts'
import { PATH_UNKNOWN_DASH } from '../style/map-colours.ts'

export interface PlacedTile {
  place: TilePlace
  content: TileContent
}

interface Ground {
  basemap: readonly PlacedTile[]
  contours: readonly PlacedTile[]
  /** draws relief shading; does nothing if it is not wanted */
  shade: () => void
  /** fades what is drawn so far towards the edge of the region */
  fade: () => void
  /** throws if the picture is no longer wanted */
  checkStopped: () => void
}

/** Points closer to the last one than this (pixels) are skipped. */
const NEAR_PX = 0.4
/** Areas smaller than this (pixels a side) do not show. */
const SMALL_PX = 0.5

export function drawGround(raster: Raster, view: MapView, ground: Ground): void {
  for (const rule of RULES) {
    ground.checkStopped()
    if (rule.kind === 'shade') ground.shade()
    else if (rule.kind === 'fade') ground.fade()
    else if (rule.kind === 'contours')
      for (const contour of CONTOUR_RULES) drawLines(raster, view, ground.contours, contour)
    else if (rule.kind === 'fill') drawFill(raster, view, ground.basemap, rule)
    else drawLines(raster, view, ground.basemap, rule)
  }
}

function drawFill(raster: Raster, view: MapView, tiles: readonly PlacedTile[], rule: FillRule): void {
  if (view.zoom < (rule.minZoom ?? -10)) return
  let laid = false
  for (const { place, content } of tiles) {
    for (const name of rule.classes) {
      const bucket = content.buckets.get(name)
      if (bucket === undefined) continue
      eachPart(raster, place, bucket, 0, (points, count) => layRing(raster, points, 0, count))
      laid = true
    }
  }
  if (laid) raster.paint(toRgb(rule.colour), rule.opacity ?? 1)
}

function drawLines(raster: Raster, view: MapView, tiles: readonly PlacedTile[], rule: LineRule): void {
  if (view.zoom < (rule.minZoom ?? -10)) return
  const widthPx = atZoom(rule.width, view.zoom) * view.scale
  const dash = rule.dash?.map((length) => length * widthPx)
  const offsetPx = rule.offset === undefined ? 0 : atZoom(rule.offset, view.zoom) * view.scale
  const closes = rule.classes[0] === 'water' || rule.classes[0] === 'building' || rule.classes[0] === 'protected'
  let laid = false
  for (const { place, content } of tiles) {
    for (const name of rule.classes) {
      const bucket = content.buckets.get(name)
      if (bucket === undefined) continue
      laid = true
      if (closes) layOutlines(raster, place, bucket, widthPx, dash)
      else if (dash === undefined)
        eachPart(raster, place, bucket, widthPx + Math.abs(offsetPx), (points, count) =>
          strokeLine(raster, shiftLine(points, count, offsetPx), 0, count, widthPx, rule.cap ?? 'cut'),
        )
      else
        eachPart(raster, place, bucket, widthPx, (points, count) =>
          strokeDashes(raster, points, 0, count, widthPx, dash, 'cut'),
        )
    }
  }
  if (laid) raster.paint(toRgb(rule.colour), (rule.opacity ?? 1) * Math.min(1, Math.max(0.5, widthPx)))
}

/** Edges of areas, except where a tile was cut: those run along or beyond the tile's sides. */
function layOutlines(
  raster: Raster,
  place: TilePlace,
  { coordinates, ends }: Bucket,
  widthPx: number,
  dash: readonly number[] | undefined,
): void {
  const factor = place.sidePx / EXTENT
  let from = 0
  let piece: number[] = []
  const flush = (): void => {
    const count = piece.length / 2
    if (count >= 2) {
      if (dash === undefined) strokeLine(raster, piece, 0, count, widthPx, 'cut')
      else strokeDashes(raster, piece, 0, count, widthPx, dash, 'cut')
    }
    piece = []
  }
  for (const end of ends) {
    for (let i = from; i < end; i++) {
      const next = i + 1 < end ? i + 1 : from
      const ax = coordinates[i * 2]
      const ay = coordinates[i * 2 + 1]
      const bx = coordinates[next * 2]
      const by = coordinates[next * 2 + 1]
      const isCut = (ax === bx && (ax <= 0 || ax >= EXTENT)) || (ay === by && (ay <= 0 || ay >= EXTENT))
      if (isCut) {
        flush()
        continue
      }
      if (piece.length === 0) piece.push(place.leftPx + ax * factor, place.topPx + ay * factor)
      piece.push(place.leftPx + bx * factor, place.topPx + by * factor)
    }
    flush()
    from = end
  }
}

let scratch = new Float64Array(8192)

/**
 * Parts of a bucket in pixels, thinned, without those outside the picture. `count` points. The array is reused for the
 * next part.
 */
function eachPart(
  raster: Raster,
  place: TilePlace,
  { coordinates, ends }: Bucket,
  reachPx: number,
  use: (points: Float64Array, count: number) => void,
): void {
  const factor = place.sidePx / EXTENT
  const { leftPx, topPx } = place
  const { width, top: firstRow, bottom: endRow } = raster
  // with its margin of a tile's sixteenth, and what was cut off beyond it
  const marginPx = place.sidePx / 4 + reachPx
  if (topPx - marginPx > endRow || topPx + place.sidePx + marginPx < firstRow) return
  let from = 0
  for (let part = 0; part < ends.length; part++) {
    const end = ends[part]
    if ((end - from) * 2 > scratch.length) scratch = new Float64Array((end - from) * 4)
    let count = 0
    let left = Infinity
    let right = -Infinity
    let top = Infinity
    let bottom = -Infinity
    let lastX = Infinity
    let lastY = Infinity
    for (let i = from; i < end; i++) {
      const x = leftPx + coordinates[i * 2] * factor
      const y = topPx + coordinates[i * 2 + 1] * factor
      const dx = x - lastX
      const dy = y - lastY
      if (dx * dx + dy * dy < NEAR_PX * NEAR_PX && i < end - 1) continue
      scratch[count * 2] = lastX = x
      scratch[count * 2 + 1] = lastY = y
      count++
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
    from = end
    if (right < -reachPx || left > width + reachPx || bottom < firstRow - reachPx || top > endRow + reachPx) continue
    if (right - left < SMALL_PX && bottom - top < SMALL_PX) continue
    use(scratch, count)
  }
}

const TRACK: Stops = [11, 0.6, 13, 1.1, 15, 1.8, 17, 2.6]
const FOOTWAY: Stops = [13, 0.6, 15, 1.2, 17, 2]

/**
 * The style of the ground, from bottom to top: which class is filled or stroked in which colour of
 * src/map/style/map-colours.ts, its width by zoom, and its lowest zoom. Widths in CSS pixels, zoom as in MapLibre.
 * Defines no colours itself.
 */
const RULES: readonly Rule[] = [
  { kind: 'fill', classes: ['earth'], colour: COLOURS.earth },
  { kind: 'fill', classes: ['farmland'], colour: COLOURS.farmland },
  { kind: 'fill', classes: ['builtUp'], colour: COLOURS.builtUp },
  { kind: 'fill', classes: ['grass'], colour: COLOURS.grass },
  { kind: 'fill', classes: ['barren'], colour: COLOURS.barren },
  { kind: 'fill', classes: ['scrub'], colour: COLOURS.scrub },
  { kind: 'fill', classes: ['forest'], colour: COLOURS.forest },
  { kind: 'fill', classes: ['park'], colour: COLOURS.park },
  { kind: 'fill', classes: ['sand'], colour: COLOURS.sand },
  { kind: 'fill', classes: ['wetland'], colour: COLOURS.wetland },
  { kind: 'fill', classes: ['glacier'], colour: COLOURS.glacier },
  { kind: 'shade' },
  { kind: 'fade' },
  { kind: 'contours' },
  { kind: 'line', classes: ['cliff'], colour: COLOURS.rockStipple, width: [12, 0.6, 15, 1.4], minZoom: 12 },
  {
    kind: 'line',
    classes: ['river'],
    colour: COLOURS.stream,
    width: [7, 0.6, 10, 1.2, 13, 2.2, 16, 4.5],
    minZoom: 7,
    cap: 'round',
  },
  {
    kind: 'line',
    classes: ['stream'],
    colour: COLOURS.stream,
    width: [12, 0.5, 14, 1, 16, 1.8],
    minZoom: 12,
    cap: 'round',
  },
  {
    kind: 'line',
    classes: ['streamDry'],
    colour: COLOURS.stream,
    width: [12, 0.5, 14, 1, 16, 1.8],
    dash: [4, 2],
    minZoom: 12,
  },
  // lakes are drawn over the streams that run through them
  { kind: 'fill', classes: ['water'], colour: COLOURS.water },
  { kind: 'line', classes: ['water'], colour: COLOURS.waterEdge, width: [9, 0.4, 13, 0.8, 16, 1.2], minZoom: 9 },
  { kind: 'fill', classes: ['paved'], colour: COLOURS.builtUp, minZoom: 13 },
  { kind: 'fill', classes: ['runway'], colour: COLOURS.runway },
  { kind: 'line', classes: ['runwayLine'], colour: COLOURS.runway, width: [10, 1, 13, 6, 16, 24], minZoom: 10 },
  { kind: 'fill', classes: ['building'], colour: COLOURS.building, minZoom: 13 },
  { kind: 'line', classes: ['building'], colour: COLOURS.buildingEdge, width: [14.5, 0.4, 16, 0.8], minZoom: 14.5 },
  {
    kind: 'line',
    classes: ['protected'],
    colour: COLOURS.protectedEdge,
    width: [8, 0.8, 12, 1.6, 15, 2.4],
    dash: [5, 2.5],
    opacity: 0.55,
    minZoom: 9,
  },
  {
    kind: 'line',
    classes: ['region'],
    colour: COLOURS.regionBoundary,
    width: [4, 0.5, 10, 1, 14, 1.4],
    dash: [4, 2, 1, 2],
    opacity: 0.7,
    minZoom: 5,
  },
  {
    kind: 'line',
    classes: ['country'],
    colour: COLOURS.countryBoundary,
    width: [2, 0.8, 8, 1.5, 13, 2.4],
    dash: [6, 2, 1.2, 2],
    opacity: 0.85,
  },
  { kind: 'line', classes: ['ferry'], colour: COLOURS.ferry, width: [9, 0.7, 13, 1.3], dash: [5, 3], minZoom: 9 },
  ...trailRules,
  {
    kind: 'line',
    classes: ['footway'],
    colour: COLOURS.pathCasing,
    width: [13, 1.6, 15, 2.6, 17, 3.8],
    opacity: 0.7,
    minZoom: 13,
  },
  {
    kind: 'line',
    classes: ['footway'],
    colour: COLOURS.pathUnknown,
    width: FOOTWAY,
    dash: PATH_UNKNOWN_DASH,
    minZoom: 13,
  },
  {
    kind: 'line',
    classes: ['track'],
    colour: COLOURS.trackCasing,
    width: [12, 1.6, 13, 2.6, 15, 4, 17, 5],
    opacity: 0.8,
    minZoom: 12,
  },
  { kind: 'line', classes: ['track'], colour: COLOURS.track, width: TRACK, minZoom: 11, dash: [7, 1.6] },
  ...pathRules,
  ...roadRules,
  { kind: 'line', classes: ['rail'], colour: COLOURS.rail, width: [8, 0.6, 11, 1, 14, 1.8, 16, 2.6], minZoom: 8 },
  {
    kind: 'line',
    classes: ['rail'],
    colour: COLOURS.pathCasing,
    width: [12, 0.5, 14, 1, 16, 1.6],
    dash: [5, 5],
    minZoom: 12.5,
  },
  {
    kind: 'line',
    classes: ['aerialway'],
    colour: COLOURS.aerialway,
    width: [11, 0.6, 14, 1.1, 16, 1.5],
    minZoom: 11.5,
  },
]

/** Contours: lowest zoom and width; those of 20 m only close up. */
const CONTOUR_RULES: readonly LineRule[] = [
  {
    kind: 'line',
    classes: ['contour'],
    colour: COLOURS.contour,
    width: [12, 0.35, 14, 0.55, 16, 0.7],
    opacity: 0.55,
    minZoom: 12.3,
  },
  {
    kind: 'line',
    classes: ['contourIndex'],
    colour: COLOURS.contourIndex,
    width: [9, 0.4, 12, 0.6, 14, 1, 16, 1.2],
    opacity: 0.7,
    minZoom: 10,
  },
]

let shifted = new Float64Array(1024)

/** At most so many times the offset, where a bend is sharp. */
const MOST_MITRE = 2

/**
 * A line shifted sideways: each point moves to its right (like MapLibre's `line-offset`), at a bend along the mean of
 * both directions, and no further than a sharp bend allows. Valid until the next call; the points themselves where
 * there is no offset.
 */
export function shiftLine(points: Float64Array, count: number, offsetPx: number): Float64Array {
  if (offsetPx === 0 || count < 2) return points
  if (shifted.length < count * 2) shifted = new Float64Array(count * 4)
  let [beforeX, beforeY] = normalOf(points, 0) ?? [0, 0]
  for (let i = 0; i < count; i++) {
    const [afterX, afterY] = (i + 1 < count ? normalOf(points, i) : null) ?? [beforeX, beforeY]
    const [sumX, sumY] = [beforeX + afterX, beforeY + afterY]
    const square = sumX * sumX + sumY * sumY
    const mitre = square < 1e-9 ? 0 : Math.min(2 / square, MOST_MITRE / Math.sqrt(square))
    shifted[i * 2] = points[i * 2] + sumX * mitre * offsetPx
    shifted[i * 2 + 1] = points[i * 2 + 1] + sumY * mitre * offsetPx
    ;[beforeX, beforeY] = [afterX, afterY]
  }
  return shifted
}

/** To the right of the piece that begins at a point, of length 1; null for one of no length. */
function normalOf(points: Float64Array, i: number): readonly [number, number] | null {
  const dx = points[i * 2 + 2] - points[i * 2]
  const dy = points[i * 2 + 3] - points[i * 2 + 1]
  const length = Math.hypot(dx, dy)
  return length === 0 ? null : [-dy / length, dx / length]
}
