// Tiles that areas fill to the edge of their buffer: ground or sea with nothing else on it.

import type { Shape } from './clip-shape.ts'
import { AREA } from './feature-mark.ts'
import type { FeaturePart } from './feature-part.ts'
import type { FeatureStack } from './feature-stack.ts'
import { ringArea2 } from './nest-rings.ts'
import { bufferedTile } from './world-units.ts'

/** With more overlapping areas than this, a tile is not tested for being filled. */
const MAX_FILLING = 8

/**
 * Whether a tile holds nothing but areas that cover all of it, so that all tiles below it are the same. Its features
 * are at places [from, to) of the stack.
 */
export function isFilled(
  part: FeaturePart,
  z: number,
  x: number,
  y: number,
  stack: FeatureStack,
  from: number,
  to: number,
): boolean {
  if (from === to || to - from > MAX_FILLING) return false
  const { minX, minY, maxX, maxY } = bufferedTile(z, x, y)
  for (let i = from; i < to; i++) {
    const f = stack.features[i]
    if (part.type.array[f] !== AREA) return false
    const { coords, partStart, first, last } = stack.cutAt(i) ?? part.shapeOf(f)
    // a clipped ring with so few vertices that reaches all four sides, with corners on them, is the box itself
    const start = partStart[first]
    if (last - first !== 1 || partStart[last] - start !== 5) return false
    for (let v = start; v < start + 4; v++) {
      const vx = coords[2 * v]
      const vy = coords[2 * v + 1]
      if ((vx !== minX && vx !== maxX) || (vy !== minY && vy !== maxY)) return false
    }
    if (Math.abs(ringArea2(coords.subarray(2 * start, 2 * start + 10))) !== 2 * (maxX - minX) * (maxY - minY))
      return false
  }
  return true
}

/** A tile with its buffer as an area. */
export function wholeTile(z: number, x: number, y: number): Shape {
  const { minX, minY, maxX, maxY } = bufferedTile(z, x, y)
  return {
    coords: Int32Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY, minX, minY),
    zooms: new Uint8Array(5),
    partStart: Uint32Array.of(0, 5),
    inner: new Uint8Array(1),
    first: 0,
    last: 1,
  }
}
