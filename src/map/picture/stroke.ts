// Lines as shapes on the raster: each piece of a line has two sides, each bend joins them, ends are cut
// or round. All parts have the same orientation, so that they unite where they overlap. Lines are flat lists x, y, x, y
// ... in pixels. Pieces outside the band are skipped; a line of no length gives a dot with round ends and nothing
// with cut ones.

import type { Raster } from './raster.ts'

type Cap = 'cut' | 'round'

/** Lays a line of `widthPx` from point `from` up to point `to`, exclusive. */
export function strokeLine(
  raster: Raster,
  points: ArrayLike<number>,
  from: number,
  to: number,
  widthPx: number,
  cap: Cap,
): void {
  const half = widthPx / 2
  const count = to - from
  if (count < 1 || !(half > 0)) return
  let lastNx = 0
  let lastNy = 0
  let lastLength = 0
  let laid = false
  // the piece before this one has been begun; its sides begin there, and end where the next bend or end is known
  let isOpen = false
  let leftX = 0
  let leftY = 0
  let rightX = 0
  let rightY = 0
  for (let i = from; i < to - 1; i++) {
    const ax = points[i * 2]
    const ay = points[i * 2 + 1]
    const bx = points[i * 2 + 2]
    const by = points[i * 2 + 3]
    const dx = bx - ax
    const dy = by - ay
    const length = Math.sqrt(dx * dx + dy * dy)
    if (length < 1e-6) continue
    const nx = (-dy / length) * half
    const ny = (dx / length) * half
    const isOutside = isBeside(raster, ax, ay, bx, by, half)
    if (isOpen) {
      const mitre = isOutside ? 0 : mitreOf(lastNx, lastNy, nx, ny, half, Math.min(lastLength, length))
      const mitreX = (lastNx + nx) * mitre
      const mitreY = (lastNy + ny) * mitre
      if (mitre > 0) laySides(raster, leftX, leftY, rightX, rightY, ax, ay, mitreX, mitreY)
      else laySides(raster, leftX, leftY, rightX, rightY, ax, ay, lastNx, lastNy)
      if (isOutside) raster.addEdge(ax + lastNx, ay + lastNy, ax - lastNx, ay - lastNy)
      else if (mitre === 0) layBend(raster, ax, ay, lastNx, lastNy, nx, ny, half)
      leftX = ax + (mitre > 0 ? mitreX : nx)
      leftY = ay + (mitre > 0 ? mitreY : ny)
      rightX = ax - (mitre > 0 ? mitreX : nx)
      rightY = ay - (mitre > 0 ? mitreY : ny)
    } else if (!isOutside) {
      leftX = ax + nx
      leftY = ay + ny
      rightX = ax - nx
      rightY = ay - ny
      raster.addEdge(rightX, rightY, leftX, leftY)
      if (laid) layWedge(raster, ax, ay, lastNx, lastNy, nx, ny, half)
      else if (cap === 'round') layHalfDisc(raster, ax, ay, -nx, -ny)
    }
    isOpen = !isOutside
    laid = true
    lastNx = nx
    lastNy = ny
    lastLength = length
  }
  const endX = points[(to - 1) * 2]
  const endY = points[(to - 1) * 2 + 1]
  if (isOpen) {
    laySides(raster, leftX, leftY, rightX, rightY, endX, endY, lastNx, lastNy)
    raster.addEdge(endX + lastNx, endY + lastNy, endX - lastNx, endY - lastNy)
  }
  if (cap !== 'round') return
  if (laid) layHalfDisc(raster, endX, endY, lastNx, lastNy)
  else layDisc(raster, endX, endY, half)
}

/** Whether a piece of a line and its width lie beside the band. */
function isBeside(
  { width, top, bottom }: Raster,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  half: number,
): boolean {
  return (
    (ax < -half && bx < -half) ||
    (ay < top - half && by < top - half) ||
    (ax > width + half && bx > width + half) ||
    (ay > bottom + half && by > bottom + half)
  )
}

/** Both sides of a piece, from where they begin to the point x, y plus and minus n. */
function laySides(
  raster: Raster,
  leftX: number,
  leftY: number,
  rightX: number,
  rightY: number,
  x: number,
  y: number,
  nx: number,
  ny: number,
): void {
  raster.addEdge(leftX, leftY, x + nx, y + ny)
  raster.addEdge(x - nx, y - ny, rightX, rightY)
}

/** Half a disc at an end of a line: pass the normal at the end, and the reversed normal at the start. */
function layHalfDisc(raster: Raster, x: number, y: number, nx: number, ny: number): void {
  const radius = Math.sqrt(nx * nx + ny * ny)
  const steps = Math.max(3, Math.ceil(Math.PI * Math.sqrt(radius) * 0.9))
  const cos = Math.cos(-Math.PI / steps)
  const sin = Math.sin(-Math.PI / steps)
  let px = nx
  let py = ny
  for (let step = 0; step < steps; step++) {
    const qx = px * cos - py * sin
    const qy = px * sin + py * cos
    raster.addEdge(x + px, y + py, x + qx, y + qy)
    px = qx
    py = qy
  }
  raster.addEdge(x + px, y + py, x + nx, y + ny)
}

/** A whole disc. */
export function layDisc(raster: Raster, x: number, y: number, radius: number): void {
  const steps = Math.max(8, Math.ceil(6 * Math.sqrt(radius)))
  let px = x + radius
  let py = y
  for (let step = 1; step <= steps; step++) {
    const angle = (-2 * Math.PI * step) / steps
    const qx = step === steps ? x + radius : x + radius * Math.cos(angle)
    const qy = step === steps ? y : y + radius * Math.sin(angle)
    raster.addEdge(px, py, qx, qy)
    px = qx
    py = qy
  }
}

/** A closed ring of points `from` to `to`, filled. */
export function layRing(raster: Raster, points: ArrayLike<number>, from: number, to: number): void {
  if (to - from < 3) return
  let lastX = points[(to - 1) * 2]
  let lastY = points[(to - 1) * 2 + 1]
  for (let i = from; i < to; i++) {
    const x = points[i * 2]
    const y = points[i * 2 + 1]
    raster.addEdge(lastX, lastY, x, y)
    lastX = x
    lastY = y
  }
}

/** Area of a mitred corner beyond the round one that does not show, in pixels. */
const CORNER_PX2 = 0.02

/**
 * The join of two pieces of a line at a bend, as edges on the raster: a wedge on the outside, round if the line is
 * wide, or a mitre where that looks the same. Parameters are the bend's position and the normals of both pieces, half a
 * line width long. Where both sides of a bend may meet in one point each, the point itself plus and minus the sum of
 * both normals times this: the corner is hardly larger than a round one, and the shorter piece longer than what the
 * inside takes of it. 0 for any other bend.
 */
function mitreOf(nx0: number, ny0: number, nx1: number, ny1: number, half: number, shorter: number): number {
  const square = half * half
  const sum = square + nx0 * nx1 + ny0 * ny1
  // less than a right angle
  if (sum <= square) return 0
  const tangent = Math.abs(nx0 * ny1 - ny0 * nx1) / sum
  // half * half * (tan a - a), where a is half the angle of the bend
  if (tangent * tangent * tangent * square > 3 * CORNER_PX2 || tangent * half * 2 > shorter) return 0
  return square / sum
}

/**
 * Both sides of a sharp bend between two pieces: the outside is round, the inside goes through the point itself. Covers
 * the same as the ends of both pieces with a wedge between them, with half the edges.
 */
function layBend(
  raster: Raster,
  x: number,
  y: number,
  nx0: number,
  ny0: number,
  nx1: number,
  ny1: number,
  half: number,
): void {
  if (nx0 * ny1 - ny0 * nx1 > 0) {
    raster.addEdge(x + nx0, y + ny0, x, y)
    raster.addEdge(x, y, x + nx1, y + ny1)
    layArc(raster, x, y, -nx1, -ny1, -nx0, -ny0, half)
  } else {
    layArc(raster, x, y, nx0, ny0, nx1, ny1, half)
    raster.addEdge(x - nx1, y - ny1, x, y)
    raster.addEdge(x, y, x - nx0, y - ny0)
  }
}

/** The outside of a bend, from one point around (x, y) to another at the same distance. */
function layArc(
  raster: Raster,
  x: number,
  y: number,
  px: number,
  py: number,
  endX: number,
  endY: number,
  radius: number,
): void {
  // wedges are outside a bend, where every shape turns this way; for a line that turns back the sign would be arbitrary
  const turn = -Math.abs(Math.atan2(px * endY - py * endX, px * endX + py * endY))
  const steps = Math.max(1, Math.ceil(-turn / Math.max(0.35, 1.2 / Math.sqrt(radius + 0.2))))
  const cos = Math.cos(turn / steps)
  const sin = Math.sin(turn / steps)
  for (let step = 1; step < steps; step++) {
    const qx = px * cos - py * sin
    const qy = px * sin + py * cos
    raster.addEdge(x + px, y + py, x + qx, y + qy)
    px = qx
    py = qy
  }
  raster.addEdge(x + px, y + py, x + endX, y + endY)
}

/** The wedge outside a bend where a line re-enters the picture: the gap left by its ends. */
function layWedge(
  raster: Raster,
  x: number,
  y: number,
  nx0: number,
  ny0: number,
  nx1: number,
  ny1: number,
  half: number,
): void {
  const isLeft = nx0 * ny1 - ny0 * nx1 <= 0
  const [fromX, fromY, toX, toY] = isLeft ? [nx0, ny0, nx1, ny1] : [-nx1, -ny1, -nx0, -ny0]
  raster.addEdge(x, y, x + fromX, y + fromY)
  layArc(raster, x, y, fromX, fromY, toX, toY, half)
  raster.addEdge(x + toX, y + toY, x, y)
}

/**
 * Lines in dashes: each piece inside the band and a margin around it is cut into the dashes that are drawn as lines
 * above; the pattern continues through what lies outside. Lays a line in dashes; `dash` in pixels: on, off, on, off ...
 * (an even number of them). The pattern continues through parts outside the picture.
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
