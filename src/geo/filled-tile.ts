// A terrain tile for drawing, its small voids filled from their rim. What a void reaches over into the neighbours is
// filled with them, so that it is the same from either side. Pure.

import { MOST_VOID_M, fillVoids } from './fill-voids.ts'
import { EARTH_RADIUS_M } from './lon-lat.ts'
import { latOfWorldY } from './web-mercator.ts'

/** Heights by rows, NaN: void; null: there is no tile. `(0, 0)` is the tile itself, others lie beside it. */
export type TileBeside = (column: number, row: number) => Float32Array | null

const STEPS = [-1, 0, 1] as const

/** Width of a cell of a tile on the ground, metres. */
export function cellOfTileM(z: number, y: number, size: number): number {
  const lat = (latOfWorldY((y + 0.5) / 2 ** z) * Math.PI) / 180
  return (2 * Math.PI * EARTH_RADIUS_M * Math.cos(lat)) / (2 ** z * size)
}

/** The tile with `margin` cells of its neighbours on each side, at most a tile. */
export function filledTile(size: number, cellM: number, margin: number, beside: TileBeside): Float32Array {
  const wide = 3 * size
  const joined = new Float32Array(wide * wide).fill(Number.NaN)
  for (const row of STEPS)
    for (const column of STEPS) {
      const tile = beside(column, row)
      if (tile === null) continue
      for (let y = 0; y < size; y++)
        joined.set(tile.subarray(y * size, (y + 1) * size), ((row + 1) * size + y) * wide + (column + 1) * size)
    }
  fillVoids(joined, wide, Math.min(size, Math.floor(MOST_VOID_M / cellM)))
  const side = size + 2 * margin
  const middle = new Float32Array(side * side)
  for (let row = 0; row < side; row++) {
    const from = (size - margin + row) * wide + size - margin
    middle.set(joined.subarray(from, from + side), row * side)
  }
  return middle
}
