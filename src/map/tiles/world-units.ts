// The grid of vector tiles in world units: Web Mercator, 0..2^31 from the north-west corner, so that a unit (1 of 4096)
// of a z14 tile is 32 of them.

import { worldX, worldY } from '../../geo/web-mercator.ts'
import type { UnitBox } from './unit-box.ts'

export const WORLD_UNITS = 2 ** 31
export const DEEPEST_ZOOM = 14
export const EXTENT = 4096
/** Buffer around a tile, in its units: 8 px of a 512 px tile. */
export const BUFFER_UNITS = 64

/** World units of a coordinate in 1e-7 degrees. */
export function toUnitsX(lonE7: number): number {
  return Math.max(0, Math.min(WORLD_UNITS - 1, Math.round(worldX(lonE7 / 1e7) * WORLD_UNITS)))
}
export function toUnitsY(latE7: number): number {
  const y = worldY(Math.max(-89.9, Math.min(89.9, latE7 / 1e7)))
  return Math.max(0, Math.min(WORLD_UNITS - 1, Math.round(y * WORLD_UNITS)))
}

/** Size of a tile's unit (1 of 4096) in world units. */
export function unitOf(zoom: number): number {
  return WORLD_UNITS / EXTENT / 2 ** zoom
}

/** A tile without its buffer. */
export function tileBox(z: number, x: number, y: number): UnitBox {
  const side = WORLD_UNITS / 2 ** z
  return { minX: x * side, minY: y * side, maxX: (x + 1) * side - 1, maxY: (y + 1) * side - 1 }
}

/** A tile with its buffer, both ends included. */
export function bufferedTile(z: number, x: number, y: number): UnitBox {
  const side = WORLD_UNITS / 2 ** z
  const buffer = unitOf(z) * BUFFER_UNITS
  return {
    minX: x * side - buffer,
    minY: y * side - buffer,
    maxX: (x + 1) * side + buffer,
    maxY: (y + 1) * side + buffer,
  }
}

/** Columns and rows of the tiles of a zoom that a box touches, inclusive. */
export function tilesTouched(z: number, { minX, minY, maxX, maxY }: UnitBox): UnitBox {
  const side = WORLD_UNITS / 2 ** z
  const last = 2 ** z - 1
  return {
    minX: Math.max(0, Math.floor(minX / side)),
    minY: Math.max(0, Math.floor(minY / side)),
    maxX: Math.min(last, Math.floor(maxX / side)),
    maxY: Math.min(last, Math.floor(maxY / side)),
  }
}
