// What joins two pieces of a line at a bend, as edges on the raster: outside a wedge, round where the line is broad.
// All places are those of the bend and the normals of both pieces, half a line's width long.

import type { Raster } from './raster.ts'

/** Bends that gape less than this need no wedge. */
const SLIGHT_PX = 0.05

/**
 * Both sides of a bend between two pieces: outside round where the line is broad, straight where nobody could see it;
 * inside by way of the point itself. What the ends of both pieces and a wedge between them take, with half the edges.
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

/** Outside a bend from one place around (x, y) to another as far from it. */
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
  // wedges lie outside a bend, where every shape turns this way; of a line that turns back the sign would be chance
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

/** The wedge outside a bend at which a line comes back into the picture: what its ends leave open. */
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
