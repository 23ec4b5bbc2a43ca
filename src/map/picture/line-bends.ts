// The join of two pieces of a line at a bend, as edges on the raster: a wedge on the outside, round if the line is
// wide, or a mitre where that looks the same. Parameters are the bend's position and the normals of both pieces, half a
// line width long.

import type { Raster } from './raster.ts'

/** Area of a mitred corner beyond the round one that does not show, in pixels. */
const CORNER_PX2 = 0.02

/**
 * Where both sides of a bend may meet in one point each, the point itself plus and minus the sum of both normals times
 * this: the corner is hardly larger than a round one, and the shorter piece longer than what the inside takes of it. 0
 * for any other bend.
 */
export function mitreOf(nx0: number, ny0: number, nx1: number, ny1: number, half: number, shorter: number): number {
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
export function layBend(
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
export function layWedge(
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
