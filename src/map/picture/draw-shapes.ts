// The user's own lines and areas on top of the map, with a casing under every line, its ends and its
// markers. Positions are drawn in the nearest world, and a line never takes the long way around the
// antimeridian. Reserves the space of lines, so that labels avoid it.

import { say } from '../../language/sentence.ts'
import { ServiceError } from '../../errors.ts'
import { worldX, worldY } from '../../geo/web-mercator.ts'
import type { LabelSpace, LabelBox } from './label-space.ts'
import { COLOURS } from './layer-rule.ts'
import { type MapView, pixelX, pixelY } from './map-view.ts'
import type { Raster } from './raster.ts'
import type { DrawnShape, ShapeStyle } from './read-geojson.ts'
import { toRgb, type Rgb } from './rgb.ts'
import { layRing, strokeLine, layDisc } from './stroke.ts'
import { drawWords } from './glyph-masks.ts'
import { CAP_EM, type TextLine, breakLines, layOut } from './label-text.ts'

const LINE_WIDTH_PX = 4
const CASING_PX = 1.6
const FILL_OPACITY = 0.25
/** How densely the space of a line is reserved. */
const GROUND_STEP_PX = 6

/** A shape in the picture's pixels. */
interface PixelShape {
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
  if (workPx > MAX_WORK_PX) throw new ServiceError(say('error.invalid_input.picture_covered'), { inputPath: 'geojson' })
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

const PIN_RADIUS_PX = 10
const PIN_HEIGHT_PX = 27
const PIN_LETTERS = 2
const PIN_FONT = 'Noto Sans Medium'

/** A mark at the start or end of a line, or a pin. */
export interface Mark {
  kind: 'start' | 'end' | 'pin'
  x: number
  y: number
  colour: Rgb
  label: string | null
}

/** Start and end if exactly one line is drawn, then all markers in order. */
export function listMarks(shapes: readonly PixelShape[]): Mark[] {
  const marks: Mark[] = []
  const lines = shapes.filter(({ kind }) => kind === 'line')
  if (lines.length === 1) {
    const { parts } = lines[0]
    const last = parts[parts.length - 1]
    const start = {
      kind: 'start',
      x: parts[0][0],
      y: parts[0][1],
      colour: toRgb(COLOURS.routeStart),
      label: null,
    } as const
    const end = {
      kind: 'end',
      x: last[last.length - 2],
      y: last[last.length - 1],
      colour: toRgb(COLOURS.routeEnd),
      label: null,
    } as const
    // a loop ends where it starts
    if (Math.hypot(end.x - start.x, end.y - start.y) >= 2) marks.push(end)
    marks.push(start)
  }
  for (const { kind, parts, style } of shapes) {
    if (kind !== 'point') continue
    for (const part of parts)
      marks.push({
        kind: 'pin',
        x: part[0],
        y: part[1],
        colour: style.markerColor ?? toRgb(COLOURS.marker),
        label: style.markerLabel,
      })
  }
  return marks
}

/** CSS pixels that a pin takes on each side of its position, its edge included. */
export const PIN_SIDES_PX = { top: PIN_HEIGHT_PX + 2, right: PIN_RADIUS_PX + 2, bottom: 2, left: PIN_RADIUS_PX + 2 }

/** The space of marks is reserved before any label is placed. */
export function takeMarks(space: LabelSpace, view: MapView, marks: readonly Mark[]): void {
  for (const mark of marks) {
    const { kind, x, y } = mark
    const words = kind === 'pin' ? layPinWords(view, mark) : null
    if (words !== null) space.take(words.box)
    const radius = (kind === 'pin' ? PIN_RADIUS_PX + 1 : 8) * view.scale
    space.take(
      kind === 'pin'
        ? { left: x - radius, right: x + radius, top: y - PIN_HEIGHT_PX * view.scale, bottom: y + 2 * view.scale }
        : { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius },
    )
  }
}

/**
 * The ends of the user's line and its markers: a green start and a red end where one line is the whole drawing, markers
 * as pins with a letter or a label beside them. Reserves their space, so that labels avoid it.
 */
export function drawMarks(raster: Raster, view: MapView, marks: readonly Mark[], checkStopped: () => void): void {
  const reach = 40 * view.scale
  for (const mark of marks) {
    checkStopped()
    if (
      mark.kind !== 'pin' &&
      !(mark.x > -reach && mark.x < view.widthPx + reach && mark.y > -reach && mark.y < view.heightPx + reach)
    )
      continue
    if (mark.kind === 'pin') drawPin(raster, view, mark)
    else drawEnd(raster, view, mark)
  }
}

function drawEnd(raster: Raster, view: MapView, { x, y, colour }: Mark): void {
  layDisc(raster, x, y, 7 * view.scale)
  raster.paint(toRgb(COLOURS.routeCasing))
  layDisc(raster, x, y, 5 * view.scale)
  raster.paint(colour)
  layDisc(raster, x, y, 1.8 * view.scale)
  raster.paint(toRgb(COLOURS.routeCasing))
}

/** A drop with its tip on the position; one or two letters are drawn inside it, longer text beside it. */
function drawPin(raster: Raster, view: MapView, mark: Mark): void {
  const { x, y, colour, label } = mark
  const { scale } = view
  const radius = PIN_RADIUS_PX * scale
  const headY = y - (PIN_HEIGHT_PX - PIN_RADIUS_PX) * scale
  const reach = 40 * scale
  const isSeen = x > -reach && x < view.widthPx + reach && y > -reach && y < view.heightPx + reach
  if (!isSeen) return
  const words = layPinWords(view, mark)
  const drop = dropOutline(x, y, headY, radius)
  strokeLine(raster, drop, 0, drop.length / 2, 3 * scale, 'round')
  raster.paint(toRgb(COLOURS.routeCasing))
  layRing(raster, drop, 0, drop.length / 2)
  raster.paint(colour)
  const letters = label === null ? null : layOut(PIN_FONT, label)
  if (letters !== null && words === null) {
    const sizePx = (letters.glyphs.length === 1 ? 13 : 11) * scale
    drawWords(
      raster,
      letters,
      x - (letters.widthEm * sizePx) / 2,
      headY + (CAP_EM * sizePx) / 2,
      sizePx,
      0,
      isPale(colour) ? [30, 27, 24] : [255, 255, 255],
    )
    return
  }
  layDisc(raster, x, headY, radius * 0.38)
  raster.paint(toRgb(COLOURS.routeCasing))
  if (words === null) return
  for (const { line, x: textX, y: textY } of words.lines)
    drawWords(raster, line, textX, textY, words.sizePx, 2 * scale, toRgb(COLOURS.labelHalo))
  for (const { line, x: textX, y: textY } of words.lines)
    drawWords(raster, line, textX, textY, words.sizePx, 0, toRgb(COLOURS.placeLabel))
}

interface PinWords {
  lines: { line: TextLine; x: number; y: number }[]
  sizePx: number
  box: LabelBox
}

/**
 * Text beside a pin, on the side where there is room, broken into lines; null if absent or it is inside the pin.
 */
function layPinWords(view: MapView, { x, y, label }: Mark): PinWords | null {
  const whole = label === null ? null : layOut(PIN_FONT, label)
  if (label === null || whole === null || whole.glyphs.length <= PIN_LETTERS) return null
  const { scale } = view
  const sizePx = 12 * scale
  const lines = breakLines(PIN_FONT, label, Math.min(16, (view.widthPx / sizePx) * 0.4), true)
  const widthPx = Math.max(...lines.map(({ widthEm }) => widthEm)) * sizePx
  const heightPx = lines.length * sizePx * 1.2
  const radius = PIN_RADIUS_PX * scale
  const toRight = x + radius + 4 * scale
  const toLeft = x - radius - 4 * scale - widthPx
  const left =
    toRight + widthPx <= view.widthPx
      ? toRight
      : toLeft >= 0
        ? toLeft
        : Math.max(2 * scale, view.widthPx - widthPx - 2 * scale)
  const middle = y - (PIN_HEIGHT_PX - PIN_RADIUS_PX) * scale
  const top = Math.max(2 * scale, Math.min(view.heightPx - heightPx - 2 * scale, middle - heightPx / 2))
  return {
    lines: lines.map((line, i) => ({ line, x: left, y: top + (i + 0.5) * sizePx * 1.2 + (CAP_EM * sizePx) / 2 })),
    sizePx,
    box: { left, top, right: left + widthPx, bottom: top + heightPx },
  }
}

function dropOutline(x: number, tipY: number, headY: number, radius: number): Float64Array {
  const points: number[] = []
  // the head's circle between the points where the tangents to the tip meet it
  const reach = tipY - headY
  const open = Math.acos(Math.min(1, radius / reach))
  const from = Math.PI / 2 + open
  const to = Math.PI / 2 - open + 2 * Math.PI
  for (let step = 0; step <= 28; step++) {
    const angle = from + ((to - from) * step) / 28
    points.push(x + radius * Math.cos(angle), headY + radius * Math.sin(angle))
  }
  points.push(x, tipY, points[0], points[1])
  return Float64Array.from(points)
}

function isPale([red, green, blue]: Rgb): boolean {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 170
}
