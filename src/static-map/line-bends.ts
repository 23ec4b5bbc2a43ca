// The join of two pieces of a line at a bend, as edges on the raster: a wedge on the outside, round if the line is
// wide. Parameters are the bend's position and the normals of both pieces, half a line width long.

import type { Raster } from './raster.ts'

/** Bends with a smaller gap than this need no wedge. */
const SLIGHT_PX = 0.05

/**
 * Both sides of a bend between two pieces: the outside is round if the line is wide and straight if the difference is
 * invisible; the inside goes through the point itself. Covers the same as the ends of both pieces with a wedge between
 * them, with half the edges.
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
  const cross = nx0 * ny1 - ny0 * nx1
  const dot = nx0 * nx1 + ny0 * ny1
  if (dot > 0 && Math.abs(cross) < SLIGHT_PX * half) {
    raster.addEdge(x + nx0, y + ny0, x + nx1, y + ny1)
    raster.addEdge(x - nx1, y - ny1, x - nx0, y - ny0)
  } else if (cross > 0) {
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
