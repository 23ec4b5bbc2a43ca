// Lines in dashes: each piece inside the band and a margin around it is cut into the dashes that are drawn as lines
// (stroke.ts); the pattern continues through what lies outside.

import type { Raster } from './raster.ts'
import { type Cap, strokeLine } from './stroke.ts'

/**
 * Lays a line in dashes; `dash` in pixels: on, off, on, off ... (an even number of them). The pattern continues through
 * parts outside the picture.
 */
export function strokeDashes(
  raster: Raster,
  points: ArrayLike<number>,
  from: number,
  to: number,
  widthPx: number,
  dash: readonly number[],
  cap: Cap,
): void {
  let period = 0
  for (const length of dash) period += length
  if (!(period > 0)) return strokeLine(raster, points, from, to, widthPx, cap)
  let part = 0
  let left = dash[0]
  let piece: number[] = []
  const flush = (): void => {
    if (piece.length >= 4) strokeLine(raster, piece, 0, piece.length / 2, widthPx, cap)
    piece = []
  }
  const skip = (lengthPx: number): void => {
    flush()
    let rest = lengthPx % period
    while (rest >= left) {
      rest -= left
      part = (part + 1) % dash.length
      left = dash[part]
    }
    left -= rest
  }
  for (let i = from; i < to - 1; i++) {
    const ax = points[i * 2]
    const ay = points[i * 2 + 1]
    const dx = points[i * 2 + 2] - ax
    const dy = points[i * 2 + 3] - ay
    const length = Math.sqrt(dx * dx + dy * dy)
    if (length < 1e-6) continue
    if (!findInside(points, i, raster, widthPx)) {
      skip(length)
      continue
    }
    const start = inside[0]
    const end = inside[1]
    if (start > 0) skip(start * length)
    let at = start * length
    const stop = end * length
    const ux = dx / length
    const uy = dy / length
    if (part % 2 === 0 && piece.length === 0) piece.push(ax + ux * at, ay + uy * at)
    while (stop - at > left) {
      at += left
      if (part % 2 === 0) {
        piece.push(ax + ux * at, ay + uy * at)
        flush()
      } else piece = [ax + ux * at, ay + uy * at]
      part = (part + 1) % dash.length
      left = dash[part]
    }
    left -= stop - at
    if (part % 2 === 0) piece.push(ax + ux * stop, ay + uy * stop)
    if (end < 1) skip((1 - end) * length)
  }
  flush()
}

/** Where the part begins and ends that `findInside` found, as shares 0..1. */
const inside = new Float64Array(2)

/** The part inside the band and a margin around it of the piece from point `i` on; false if absent. */
function findInside(points: ArrayLike<number>, i: number, { width, top, bottom }: Raster, marginPx: number): boolean {
  inside[0] = 0
  inside[1] = 1
  for (let axis = 0; axis < 2; axis++) {
    const from = points[i * 2 + axis]
    const step = points[i * 2 + 2 + axis] - from
    const least = (axis === 0 ? 0 : top) - marginPx
    const most = (axis === 0 ? width : bottom) + marginPx
    if (step === 0) {
      if (from < least || from > most) return false
      continue
    }
    const a = (least - from) / step
    const b = (most - from) / step
    inside[0] = Math.max(inside[0], Math.min(a, b))
    inside[1] = Math.min(inside[1], Math.max(a, b))
  }
  return inside[0] < inside[1]
}
