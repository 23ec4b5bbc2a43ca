// The picture's corners: the scale bar, and the attribution of every source drawn, on a pale background so that it
// stays legible. Both are placed before anything else, and labels avoid them. A picture too small to name all its
// sources is refused, never drawn without them.

import { say } from '../../language/sentence.ts'
import { ServiceError } from '../../errors.ts'
import { type TextLine, breakLines, layOut, layText } from './label-text.ts'
import type { LabelBox, LabelSpace } from './label-space.ts'
import { COLOURS } from './layer-rule.ts'
import { type MapView, metresPerCssPx } from './map-view.ts'
import { toRgb } from './rgb.ts'
import type { Raster } from './raster.ts'
import { layRing } from './stroke.ts'

const FONT = 'Noto Sans Regular'
/** Never below 8 px. */
export const ATTRIBUTION_TEXT_PX = 9.5
const SMALL_TEXT_PX = 8
const LINE_STEP = 1.3
const PAD_PX = 4
const BAR_PX = 90
const GROUND = '#ffffff'

export interface Attribution {
  box: LabelBox
  lines: TextLine[]
  textPx: number
}

/**
 * Lays out the sources' texts, joined by a separator, at the lower right. Throws ServiceError `invalid_input` if they
 * do not fit.
 */
export function placeAttribution(view: MapView, texts: readonly string[]): Attribution | null {
  if (texts.length === 0) return null
  const words = texts.join(' | ')
  const cssWidth = view.widthPx / view.scale
  const cssHeight = view.heightPx / view.scale
  for (const textPx of [ATTRIBUTION_TEXT_PX, SMALL_TEXT_PX]) {
    const room = cssWidth - 2 * PAD_PX
    const lines = breakLines(FONT, words, room / textPx, true)
    const widthPx = Math.max(...lines.map((line) => line.widthEm * textPx)) + 2 * PAD_PX
    const heightPx = lines.length * textPx * LINE_STEP + PAD_PX
    if (widthPx > cssWidth + 0.5 || heightPx > cssHeight / 2 || (textPx > SMALL_TEXT_PX && lines.length > 2)) continue
    const { scale } = view
    return {
      box: {
        left: view.widthPx - widthPx * scale,
        top: view.heightPx - heightPx * scale,
        right: view.widthPx,
        bottom: view.heightPx,
      },
      lines,
      textPx: textPx * scale,
    }
  }
  throw new ServiceError(say('error.invalid_input.picture_small', { count: texts.length }), { inputPath: 'width' })
}

export function drawAttribution(raster: Raster, view: MapView, { box, lines, textPx }: Attribution): void {
  layBox(raster, box)
  raster.paint(toRgb(GROUND), 0.78)
  lines.forEach((line, i) =>
    layText(
      raster,
      line,
      box.right - PAD_PX * view.scale - line.widthEm * textPx,
      box.top + PAD_PX * view.scale * 0.5 + textPx * (0.95 + i * LINE_STEP),
      textPx,
    ),
  )
  raster.paint(toRgb(COLOURS.label))
}

export interface ScaleBar {
  box: LabelBox
  lengthPx: number
  /** length of the bar in ground metres, at the middle of the picture */
  lengthM: number
  line: TextLine
}

/** Null if there is no room for one, or no single scale, as in a picture of half the world. */
export function placeScaleBar(view: MapView, attribution: Attribution | null): ScaleBar | null {
  const metresPerPx = metresPerCssPx(view)
  if (view.zoom < 4) return null
  const cssWidth = view.widthPx / view.scale
  const most = Math.min(BAR_PX, cssWidth * 0.35)
  const lengthM = roundLength(metresPerPx * most)
  const line = layOut(FONT, lengthM >= 1000 ? `${lengthM / 1000} km` : `${lengthM} m`)!
  const { scale } = view
  const lengthPx = (lengthM / metresPerPx) * scale
  const textPx = ATTRIBUTION_TEXT_PX * scale
  const widthPx = Math.max(lengthPx, line.widthEm * textPx) + 2 * PAD_PX * scale
  const heightPx = 20 * scale
  let bottom = view.heightPx - 2 * scale
  // above the attribution if they would overlap
  if (attribution !== null && attribution.box.left < widthPx + 8 * scale) bottom = attribution.box.top - 2 * scale
  if (bottom - heightPx < 0) return null
  return {
    box: { left: 2 * scale, top: bottom - heightPx, right: 2 * scale + widthPx, bottom },
    lengthPx,
    lengthM,
    line,
  }
}

/** 1, 2 or 5 times a power of ten, at most `mostM`. */
export function roundLength(mostM: number): number {
  const power = 10 ** Math.floor(Math.log10(mostM))
  const first = mostM / power
  return (first >= 5 ? 5 : first >= 2 ? 2 : 1) * power
}

export function drawScaleBar(raster: Raster, view: MapView, { box, lengthPx, line }: ScaleBar): void {
  const { scale } = view
  const textPx = ATTRIBUTION_TEXT_PX * scale
  layBox(raster, box)
  raster.paint(toRgb(GROUND), 0.7)
  const left = box.left + PAD_PX * scale
  const base = box.bottom - 4 * scale
  layBox(raster, { left, right: left + lengthPx, top: base - 1.5 * scale, bottom: base })
  layBox(raster, { left, right: left + 1.5 * scale, top: base - 5 * scale, bottom: base - 1.5 * scale })
  layBox(raster, {
    left: left + lengthPx - 1.5 * scale,
    right: left + lengthPx,
    top: base - 5 * scale,
    bottom: base - 1.5 * scale,
  })
  raster.paint(toRgb(COLOURS.label))
  layText(raster, line, left + Math.max(0, (lengthPx - line.widthEm * textPx) / 2), base - 4.2 * scale, textPx)
  raster.paint(toRgb(COLOURS.label))
}

export function takeFurniture(space: LabelSpace, parts: readonly ({ box: LabelBox } | null)[]): void {
  for (const part of parts) if (part !== null) space.take(part.box)
}

function layBox(raster: Raster, { left, top, right, bottom }: LabelBox): void {
  layRing(raster, [left, top, left, bottom, right, bottom, right, top], 0, 4)
}
