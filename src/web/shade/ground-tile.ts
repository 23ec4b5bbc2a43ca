// A terrain tile for drawing alone: small voids are filled from their rim (src/geo/filled-tile.ts), larger ones stay
// void, or for the relief, which cannot have holes, lie at the lowest height around.

import { cellOfTileM, filledTile } from '../../geo/filled-tile.ts'
import type { TerrainTiles } from './terrain-tiles.ts'

const STEPS = [-1, 0, 1] as const

/** `isWhole`: without any void. Null where there is no tile. */
export async function groundTile(
  tiles: TerrainTiles,
  [z, x, y]: readonly [number, number, number],
  isWhole: boolean,
  stop: AbortSignal,
): Promise<ImageBitmap | null> {
  const { size } = tiles
  const own = await tiles.heightsOf(z, x, y)
  if (own === null && !isWhole) return null
  const heights = own === null ? new Float32Array(size * size) : own.some(Number.isNaN) ? await fill() : own
  stop.throwIfAborted()
  if (isWhole) level(heights)
  return createImageBitmap(new ImageData(pixelsOfHeights(heights), size, size))

  async function fill(): Promise<Float32Array> {
    const found = await Promise.all(
      STEPS.flatMap((row) =>
        STEPS.map((column) => (column === 0 && row === 0 ? own : tiles.heightsOf(z, x + column, y + row))),
      ),
    )
    return filledTile(size, cellOfTileM(z, y, size), 0, (column, row) => found[(row + 1) * 3 + column + 1])
  }
}

/** Voids at the lowest height of the tile; without any height at the level of the sea. */
function level(heights: Float32Array): void {
  let lowest = Infinity
  for (const height of heights) if (height < lowest) lowest = height
  const floor = lowest === Infinity ? 0 : lowest
  for (let at = 0; at < heights.length; at++) if (Number.isNaN(heights[at])) heights[at] = floor
}

/** Terrarium; void is black. */
function pixelsOfHeights(heights: Float32Array): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(heights.length * 4)
  for (let i = 0, at = 0; i < heights.length; i++, at += 4) {
    pixels[at + 3] = 255
    if (Number.isNaN(heights[i])) continue
    const steps = Math.round((heights[i] + 32_768) * 256)
    pixels[at] = steps >> 16
    pixels[at + 1] = (steps >> 8) & 255
    pixels[at + 2] = steps & 255
  }
  return pixels
}
