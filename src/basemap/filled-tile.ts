// Tiles that areas fill to the edge of their buffer: ground or sea with nothing else on it.

import type { Shape } from './clip-shape.ts'
import { AREA, EXTENT, WORLD_UNITS, type FeatureStore } from './feature-store.ts'
import type { FeatureStack } from './feature-stack.ts'
import { ringArea2 } from './nest-rings.ts'

/** Buffer around a tile, in its units: 8 px of a 512 px tile. */
export const BUFFER_UNITS = 64
/** With more overlapping areas than this, a tile is not tested for being filled. */
const MAX_FILLING = 8

/**
 * Whether a tile holds nothing but areas that cover all of it, so that all tiles below it are the same. Its features
 * are at places [from, to) of the stack.
 */
export function isFilled(
  store: FeatureStore,
  z: number,
  x: number,
  y: number,
  stack: FeatureStack,
  from: number,
  to: number,
): boolean {
  if (from === to || to - from > MAX_FILLING) return false
  const side = WORLD_UNITS / 2 ** z
  const buffer = (side / EXTENT) * BUFFER_UNITS
  for (let i = from; i < to; i++) {
    const shape = stack.cutAt(i)
    if (store.type.array[stack.features[i]] !== AREA || shape === null || shape.last - shape.first !== 1) return false
    // a clipped ring with so few vertices that reaches all four sides, with corners on them, is the box itself
    if (shape.partStart[shape.first + 1] - shape.partStart[shape.first] !== 5) return false
    const { coords } = shape
    for (let v = 0; v < 4; v++) {
      const vx = coords[2 * v]
      const vy = coords[2 * v + 1]
      if (
        (vx !== x * side - buffer && vx !== (x + 1) * side + buffer) ||
        (vy !== y * side - buffer && vy !== (y + 1) * side + buffer)
      )
        return false
    }
    if (Math.abs(ringArea2(coords)) !== 2 * (side + 2 * buffer) ** 2) return false
  }
  return true
}

/** A tile with its buffer as an area. */
export function wholeTile(z: number, x: number, y: number): Shape {
  const side = WORLD_UNITS / 2 ** z
  const buffer = (side / EXTENT) * BUFFER_UNITS
  const [minX, minY] = [x * side - buffer, y * side - buffer]
  const [maxX, maxY] = [(x + 1) * side + buffer, (y + 1) * side + buffer]
  return {
    coords: Int32Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY, minX, minY),
    zooms: new Uint8Array(5),
    partStart: Uint32Array.of(0, 5),
    inner: new Uint8Array(1),
    first: 0,
    last: 1,
  }
}
