// Places labels one by one where there is room, and draws those placed: signs first, then all halos, then all text, so
// that no halo covers text. A label with a sign is tried below, above, right and left of it; one without a sign is
// centred on its point.

import { drawWords } from './glyph-masks.ts'
import { CAP_EM, DESCENT_EM, layHalo, layText } from './label-text.ts'
import type { LabelBox, LabelSpace } from './label-space.ts'
import type { PointLabel } from './list-labels.ts'
import { COLOURS } from './layer-rule.ts'
import type { MapView } from './map-view.ts'
import { drawSign } from './draw-sign.ts'
import { toRgb } from './rgb.ts'
import type { Raster } from './raster.ts'
import type { PlacedLabels, PlacedText, Shield } from './placed-labels.ts'
import type { Signs } from './read-signs.ts'
import { layRing, strokeLine } from './stroke.ts'

const LINE_STEP = 1.16
const SIGN_GAP_PX = 1.5

/** Places labels in the given order. */
export function placeLabels(
  labels: readonly PointLabel[],
  space: LabelSpace,
  signs: Signs,
  view: MapView,
): PlacedLabels {
  const placed: PlacedLabels = { signs: [], texts: [], boxes: [] }
  for (const label of labels) {
    const sign = label.sign === null ? undefined : signs.get(label.sign)
    const signBox =
      sign === undefined
        ? null
        : boxAt(Math.round(label.x - sign.width / 2), Math.round(label.y - sign.height / 2), sign.width, sign.height)
    const found = label.lines.length === 0 ? null : findPlace(label, signBox, space, view)
    if (
      found === null &&
      !(
        signBox !== null &&
        (label.signAlone || label.lines.length === 0) &&
        space.place([signBox], label.reserve * view.scale)
      )
    )
      continue
    if (signBox !== null) {
      placed.signs.push({ name: label.sign!, x: signBox.left, y: signBox.top })
      placed.boxes.push(signBox)
    }
    if (found !== null) {
      placed.boxes.push(found.box)
      placed.texts.push(...found.texts)
    }
  }
  return placed
}

function findPlace(
  label: PointLabel,
  signBox: LabelBox | null,
  space: LabelSpace,
  view: MapView,
): { box: LabelBox; texts: PlacedText[] } | null {
  const widthPx = Math.max(...label.lines.map(({ line, sizePx }) => line.widthEm * sizePx))
  const first = label.lines[0].sizePx
  const last = label.lines[label.lines.length - 1].sizePx
  let heightPx = CAP_EM * first + DESCENT_EM * last
  for (let i = 1; i < label.lines.length; i++) heightPx += label.lines[i].sizePx * LINE_STEP
  for (const [left, top, align] of listAnchors(label, signBox, widthPx, heightPx, view)) {
    const box = boxAt(left, top, widthPx, heightPx)
    if (!space.place(signBox === null ? [box] : [box, signBox], label.reserve * view.scale)) continue
    let baseline = top + CAP_EM * first
    const texts = label.lines.map(({ line, sizePx, colour }, i): PlacedText => {
      if (i > 0) baseline += sizePx * LINE_STEP
      return {
        line,
        x: left + (widthPx - line.widthEm * sizePx) * align,
        y: baseline,
        sizePx,
        colour,
        haloPx: label.haloPx * view.scale,
        angle: 0,
      }
    })
    return { box, texts }
  }
  return null
}

/** Left, top, and the alignment of lines in the block (0 left, 0.5 middle, 1 right). */
function listAnchors(
  { x, y }: PointLabel,
  signBox: LabelBox | null,
  widthPx: number,
  heightPx: number,
  view: MapView,
): [left: number, top: number, align: number][] {
  if (signBox === null)
    return [
      [x - widthPx / 2, y - heightPx / 2, 0.5],
      [x - widthPx / 2, y - heightPx * 1.1, 0.5],
      [x - widthPx / 2, y + heightPx * 0.1, 0.5],
    ]
  const gap = SIGN_GAP_PX * view.scale
  return [
    [x - widthPx / 2, signBox.bottom + gap, 0.5],
    [x - widthPx / 2, signBox.top - gap - heightPx, 0.5],
    [signBox.right + gap, y - heightPx / 2, 0],
    [signBox.left - gap - widthPx, y - heightPx / 2, 1],
  ]
}

function boxAt(left: number, top: number, width: number, height: number): LabelBox {
  return { left, top, right: left + width, bottom: top + height }
}

export function drawLabels(raster: Raster, placed: PlacedLabels, shields: readonly Shield[], signs: Signs): void {
  for (const { box, edge, edgePx } of shields)
    if (box.bottom >= raster.top && box.top <= raster.bottom) drawShield(raster, box, edge, edgePx)
  for (const { name, x, y } of placed.signs) drawSign(raster, signs.get(name)!, x, y)
  const texts = placed.texts.filter((text) => isInBand(raster, text))
  const halo = toRgb(COLOURS.labelHalo)
  for (const { line, x, y, sizePx, haloPx, angle } of texts) {
    if (haloPx === 0) continue
    if (angle === 0) drawWords(raster, line, x, y, sizePx, haloPx, halo)
    else layHalo(raster, line, x, y, sizePx, haloPx, angle)
  }
  raster.paint(halo)
  for (const [colour, same] of Map.groupBy(texts, (text) => text.colour)) {
    const rgb = toRgb(colour)
    for (const { line, x, y, sizePx, angle } of same) {
      if (angle === 0) drawWords(raster, line, x, y, sizePx, 0, rgb)
      else layText(raster, line, x, y, sizePx, angle)
    }
    raster.paint(rgb)
  }
}

/** Whether any of a text may be in the band, however it is turned. */
function isInBand({ top, bottom }: Raster, { line, y, sizePx, haloPx, angle }: PlacedText): boolean {
  const reachPx = (angle === 0 ? 2 : 2 + line.widthEm) * sizePx + haloPx
  return y + reachPx >= top && y - reachPx <= bottom
}

function drawShield(raster: Raster, { left, top, right, bottom }: LabelBox, edge: string, edgePx: number): void {
  const inset = edgePx / 2
  const outline = [
    left + inset,
    top + inset,
    right - inset,
    top + inset,
    right - inset,
    bottom - inset,
    left + inset,
    bottom - inset,
    left + inset,
    top + inset,
  ]
  layRing(raster, outline, 0, 4)
  raster.paint(toRgb(COLOURS.shield))
  strokeLine(raster, [...outline, outline[2], outline[3]], 0, 6, edgePx, 'cut')
  raster.paint(toRgb(edge))
}
