// The ends of the user's line and its markers: a green start and a red end where one line is the whole drawing, markers
// as pins with a letter or a label beside them. Reserves their space, so that labels avoid it.

import type { PixelShape } from './draw-shapes.ts'
import { drawWords } from './glyph-masks.ts'
import type { LabelBox, LabelSpace } from './label-space.ts'
import { CAP_EM, type TextLine, breakLines, layOut } from './label-text.ts'
import { COLOURS } from './layer-rule.ts'
import type { MapView } from './map-view.ts'
import type { Raster } from './raster.ts'
import { type Rgb, toRgb } from './rgb.ts'
import { layDisc, layRing, strokeLine } from './stroke.ts'

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
