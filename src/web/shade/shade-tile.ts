// The picture of one tile: steepness, or sun and shadow at a time. Runs in a thread of its own.

import { sunPosition } from '../../geo/sun-position.ts'
import { slopePicture } from './slope-picture.ts'
import { sunPicture } from './sun-picture.ts'
import type { TerrainTiles } from './terrain-tiles.ts'

const AROUND_EARTH_M = 40_075_016.7
const STEPS = [-1, 0, 1] as const

/** `atMs`: the sun then; null: steepness. Clear where there is no tile. */
export async function shadeTile(
  tiles: TerrainTiles,
  [z, x, y]: readonly [number, number, number],
  atMs: number | null,
  stop: AbortSignal,
): Promise<ImageBitmap> {
  const { size } = tiles
  const [lon, lat] = middleOf(z, x, y)
  const sun = atMs === null ? null : sunPosition(lon, lat, atMs)
  const isUp = sun !== null && sun.heightDeg > 0
  const eastward = isUp ? Math.sin((sun.azimuthDeg * Math.PI) / 180) : 0
  const northward = isUp ? Math.cos((sun.azimuthDeg * Math.PI) / 180) : 0
  // a cell all around, and a whole tile towards the sun
  const around = {
    west: eastward < 0 ? size : 1,
    east: eastward > 0 ? size : 1,
    north: northward > 0 ? size : 1,
    south: northward < 0 ? size : 1,
  }
  const across = { '-1': around.west, 0: 0, 1: around.east }
  const down = { '-1': around.north, 0: 0, 1: around.south }
  const wanted = STEPS.flatMap((row) => STEPS.map((column) => ({ column, row })))
  const found = await Promise.all(
    wanted.map(({ column, row }) => {
      const isCorner = column !== 0 && row !== 0
      const isWanted = !isCorner || (across[column] === size && down[row] === size)
      return isWanted ? tiles.heightsOf(z, x + column, y + row) : null
    }),
  )
  stop.throwIfAborted()
  const own = found[4]
  if (own === null) return createImageBitmap(new ImageData(1, 1))
  const heights = joinTiles(size, around, (column, row) => found[(row + 1) * 3 + column + 1])
  const cellM = (AROUND_EARTH_M * Math.cos((lat * Math.PI) / 180)) / (2 ** z * size)
  const pixels =
    sun === null
      ? slopePicture({ heights, size, cellM })
      : sunPicture(toSquare({ heights, ...around, size, cellM }), sun)
  return createImageBitmap(new ImageData(pixels, size, size))
}

/** With void added where it is not square. */
function toSquare(
  grid: { heights: Float32Array; size: number; cellM: number } & Record<'west' | 'east' | 'north' | 'south', number>,
) {
  const { heights, size, cellM, west, east, north, south } = grid
  const [across, down] = [west + size + east, north + size + south]
  const wide = Math.max(across, down)
  const square = across === down ? heights : new Float32Array(wide * wide).fill(Number.NaN)
  if (across !== down)
    for (let row = 0; row < down; row++) square.set(heights.subarray(row * across, (row + 1) * across), row * wide)
  return { heights: square, wide, left: west, top: north, size, cellM }
}

function middleOf(z: number, x: number, y: number): [lon: number, lat: number] {
  const count = 2 ** z
  const lat = Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / count)))
  return [((x + 0.5) / count) * 360 - 180, (lat * 180) / Math.PI]
}

/** How far ridges are looked for at the deepest zoom of the sun, metres. */
export function sunReachM(lat: number, maxZoom: number): number {
  return (AROUND_EARTH_M * Math.cos((lat * Math.PI) / 180)) / 2 ** maxZoom
}

/** By column and row beside the tile: `[0, 0]` is the tile itself. */
export type NeighbourOf = (column: number, row: number) => Float32Array | null

export interface Around {
  west: number
  east: number
  north: number
  south: number
}

/**
 * A tile of heights with what lies around it, from its neighbours. Where there is no neighbour the ground goes on as it
 * comes to the edge, so that an edge is no cliff; beyond that it is void. Pure. Rows of `west + size + east` cells;
 * each side at most `size` wide.
 */
export function joinTiles(size: number, around: Around, neighbour: NeighbourOf): Float32Array {
  const { west, east, north, south } = around
  const wide = west + size + east
  const tall = north + size + south
  const joined = new Float32Array(wide * tall).fill(Number.NaN)
  const spans = (before: number, after: number): [step: number, from: number, to: number][] => [
    [-1, size - before, size],
    [0, 0, size],
    [1, 0, after],
  ]
  for (const [row, top, bottom] of spans(north, south))
    for (const [column, left, right] of spans(west, east)) {
      const tile = left < right && top < bottom ? neighbour(column, row) : null
      if (tile === null) continue
      for (let y = top; y < bottom; y++)
        joined.set(
          tile.subarray(y * size + left, y * size + right),
          (north + row * size + y) * wide + west + column * size + left,
        )
    }
  goOn(joined, wide, { size, left: west, top: north, tall })
  return joined
}

/** One cell beyond each edge of the tile that has no neighbour, in a straight line from the last two. */
function goOn(
  joined: Float32Array,
  wide: number,
  { size, left, top, tall }: { size: number; left: number; top: number; tall: number },
): void {
  const put = (at: number, edge: number, inner: number) => {
    if (Number.isNaN(joined[at])) joined[at] = 2 * joined[edge] - joined[inner]
  }
  for (let i = 0; i < size; i++) {
    const row = (top + i) * wide
    if (left > 0) put(row + left - 1, row + left, row + left + 1)
    if (left + size < wide) put(row + left + size, row + left + size - 1, row + left + size - 2)
    const column = left + i
    if (top > 0) put((top - 1) * wide + column, top * wide + column, (top + 1) * wide + column)
    if (top + size < tall)
      put((top + size) * wide + column, (top + size - 1) * wide + column, (top + size - 2) * wide + column)
  }
}
