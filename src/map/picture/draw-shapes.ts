// The user's own lines and areas on top of the map, with a casing under every line (its ends and markers:
// draw-marks.ts). Positions are drawn in the nearest world, and a line never takes the long way around the
// antimeridian. Reserves the space of lines, so that labels avoid it.

import { ServiceError } from '../../errors.ts'
import { worldX, worldY } from '../../geo/web-mercator.ts'
import type { LabelSpace } from './label-space.ts'
import { COLOURS } from './layer-rule.ts'
import { type MapView, pixelX, pixelY } from './map-view.ts'
import type { Raster } from './raster.ts'
import type { DrawnShape, ShapeStyle } from './read-geojson.ts'
import { toRgb } from './rgb.ts'
import { layRing, strokeLine } from './stroke.ts'

const LINE_WIDTH_PX = 4
const CASING_PX = 1.6
const FILL_OPACITY = 0.25
/** How densely the space of a line is reserved. */
const GROUND_STEP_PX = 6

/** A shape in the picture's pixels. */
export interface PixelShape {
  kind: DrawnShape['kind']
  style: ShapeStyle
  parts: Float64Array[]
  /** what is stroked: lines thinned, areas closed */
  outlines: Float64Array[]
}

export function placeShapes(shapes: readonly DrawnShape[], view: MapView): PixelShape[] {
  return shapes.map(({ kind, style, parts }) => {
    let anchor: { world: number; px: number } | null = null
    const placed = parts.map((part) => {
      const pixels = new Float64Array(part.length)
      // all parts of an area are in the same world, so that a hole stays in its area
      if (kind !== 'area') anchor = null
      for (let i = 0; i < part.length; i += 2) {
        const world: number = worldX(part[i])
        // the short way from position to position
        const px: number =
          anchor === null
            ? pixelX(view, world)
            : anchor.px + (world - anchor.world - Math.round(world - anchor.world)) * view.worldPx
        anchor = { world, px }
        pixels[i] = px
        pixels[i + 1] = pixelY(view, worldY(part[i + 1]))
      }
      return pixels
    })
    const outlines = kind === 'line' ? placed.map(thin) : kind === 'area' ? placed.map(close) : []
    return { kind, style, parts: placed, outlines }
  })
}

/**
 * Limit of the pixels that the raster examines for shapes: 0.3 s. A line may cross the largest picture 1,700 times,
 * or 30 areas cover all of it.
 */
const MAX_WORK_PX = 5e8
/** Cost of a pixel of a line's length in addition to its width: edges, and the columns around them. */
const LINE_WORK_PX = 64

/** Throws ServiceError `invalid_input` for shapes that cover the picture too many times over, before any is drawn. */
export function checkWork(shapes: readonly PixelShape[], view: MapView): void {
  let workPx = 0
  for (const { kind, parts, style } of shapes) {
    if (kind === 'point') continue
    const widthPx = (style.strokeWidth ?? LINE_WIDTH_PX) * view.scale
    let left = Infinity
    let right = -Infinity
    let top = Infinity
    let bottom = -Infinity
    for (const part of parts) {
      for (let i = 0; i < part.length; i += 2) {
        left = Math.min(left, part[i])
        right = Math.max(right, part[i])
        top = Math.min(top, part[i + 1])
        bottom = Math.max(bottom, part[i + 1])
        if (i + 3 >= part.length) continue
        const [start, end] = shareSeen(part[i], part[i + 1], part[i + 2] - part[i], part[i + 3] - part[i + 1], view)
        if (end > start)
          workPx +=
            (end - start) * Math.hypot(part[i + 2] - part[i], part[i + 3] - part[i + 1]) * (LINE_WORK_PX + widthPx)
      }
    }
    if (kind === 'area')
      workPx +=
        Math.max(0, Math.min(view.widthPx, right) - Math.max(0, left)) *
        Math.max(0, Math.min(view.heightPx, bottom) - Math.max(0, top))
  }
  if (workPx > MAX_WORK_PX)
    throw new ServiceError(
      'invalid_input',
      '`geojson` covers the picture too many times over: send fewer or smaller shapes, or ask for a smaller picture.',
      { inputPath: 'geojson' },
    )
}

/** The space of lines is reserved before any label is placed. */
export function takeShapes(space: LabelSpace, view: MapView, shapes: readonly PixelShape[]): void {
  for (const { kind, style, parts } of shapes) {
    if (kind !== 'line') continue
    const halfPx = ((style.strokeWidth ?? LINE_WIDTH_PX) / 2 + 2) * view.scale
    for (const part of parts) takeGround(space, view, part, halfPx)
  }
}

/** Areas and lines. */
export function drawShapes(
  raster: Raster,
  view: MapView,
  shapes: readonly PixelShape[],
  checkStopped: () => void,
): void {
  for (const shape of shapes) {
    checkStopped()
    if (shape.kind === 'area') drawArea(raster, view, shape)
    else if (shape.kind === 'line') drawLine(raster, view, shape)
  }
}

function drawArea(raster: Raster, view: MapView, { style, parts, outlines }: PixelShape): void {
  const stroke = style.stroke ?? toRgb(COLOURS.routeLine)
  for (const part of parts) layRing(raster, part, 0, part.length / 2)
  raster.paint(style.fill ?? stroke, style.fillOpacity ?? FILL_OPACITY)
  const widthPx = (style.strokeWidth ?? 2) * view.scale
  for (const outline of outlines) strokeLine(raster, outline, 0, outline.length / 2, widthPx, 'round')
  raster.paint(stroke, style.strokeOpacity ?? 1)
}

function drawLine(raster: Raster, view: MapView, { style, outlines }: PixelShape): void {
  const widthPx = (style.strokeWidth ?? LINE_WIDTH_PX) * view.scale
  if (widthPx === 0) return
  const opacity = style.strokeOpacity ?? 1
  const wholePx = widthPx + 2 * CASING_PX * view.scale
  for (const outline of outlines) strokeLine(raster, outline, 0, outline.length / 2, wholePx, 'round')
  raster.paint(toRgb(COLOURS.routeCasing), opacity * 0.95)
  for (const outline of outlines) strokeLine(raster, outline, 0, outline.length / 2, widthPx, 'round')
  raster.paint(style.stroke ?? toRgb(COLOURS.routeLine), opacity)
}

function close(part: Float64Array): Float64Array {
  const closed = new Float64Array(part.length + 2)
  closed.set(part)
  closed.set(part.subarray(0, 2), part.length)
  return closed
}

/** Without points less than half a pixel from the previous one; first and last are kept. */
function thin(part: Float64Array): Float64Array {
  const kept: number[] = []
  for (let i = 0; i < part.length; i += 2) {
    const dx = part[i] - kept[kept.length - 2]
    const dy = part[i + 1] - kept[kept.length - 1]
    if (kept.length === 0 || i === part.length - 2 || dx * dx + dy * dy >= 0.25) kept.push(part[i], part[i + 1])
  }
  return Float64Array.from(kept)
}

function takeGround(space: LabelSpace, view: MapView, part: Float64Array, halfPx: number): void {
  const step = GROUND_STEP_PX * view.scale
  for (let i = 0; i + 3 < part.length; i += 2) {
    const dx = part[i + 2] - part[i]
    const dy = part[i + 3] - part[i + 1]
    const [start, end] = shareSeen(part[i], part[i + 1], dx, dy, view)
    const length = Math.hypot(dx, dy)
    for (let at = start * length; at <= end * length; at += step) {
      const x = part[i] + (length === 0 ? 0 : (dx * at) / length)
      const y = part[i + 1] + (length === 0 ? 0 : (dy * at) / length)
      space.takeGround(x, y, halfPx)
    }
  }
}

/** The part of a straight piece, as shares 0..1, that may be visible in the picture. */
function shareSeen(ax: number, ay: number, dx: number, dy: number, view: MapView): [start: number, end: number] {
  let start = 0
  let end = 1
  for (const [from, step, most] of [
    [ax, dx, view.widthPx],
    [ay, dy, view.heightPx],
  ]) {
    if (step === 0) {
      if (from < 0 || from > most) return [1, 0]
      continue
    }
    const a = -from / step
    const b = (most - from) / step
    start = Math.max(start, Math.min(a, b))
    end = Math.min(end, Math.max(a, b))
  }
  return [start, end]
}
