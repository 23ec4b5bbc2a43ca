// What of a terrain tile the sun shines on: ground that faces it, and no ridge between. Ridges are looked for as far as
// the grid reaches towards the sun. Pure. Shadows are carried from cell to cell away from the sun, so the work is that
// of the cells alone.

import type { SunPosition } from '../../geo/sun-position.ts'
import { hatch } from './slope-picture.ts'

const SHADE = [18, 28, 74, 140] as const
const LIGHT = [255, 200, 50] as const
const LEAST_LIGHT_ALPHA = 20
const MORE_LIGHT_ALPHA = 100
/** Ridges lower than this above a cell throw no shadow: noise of the model. */
const CLEAR_M = 1
const NO_RIDGE_M = -1e5

/** A square of heights, NaN: void; the picture is `size` cells of it from `left` and `top` on. */
export interface SunGrid {
  heights: Float32Array
  wide: number
  left: number
  top: number
  size: number
  cellM: number
}

/** RGBA, `size` times `size`: yellow by the angle of the light, blue in shadow, hatched where no height is known. */
export function sunPicture(grid: SunGrid, sun: SunPosition): Uint8ClampedArray<ArrayBuffer> {
  const { heights, wide, left, top, size, cellM } = grid
  const picture = new Uint8ClampedArray(size * size * 4)
  const isUp = sun.heightDeg > 0
  const ridges = isUp ? ridgeHeights(grid, sun) : null
  const [toEast, toSouth, toSky] = towardsSun(sun)
  for (let y = 0, out = 0; y < size; y++)
    for (let x = 0; x < size; x++, out += 4) {
      const at = (y + top) * wide + x + left
      const east = (heights[at + 1] - heights[at - 1]) / (2 * cellM)
      const south = (heights[at + wide] - heights[at - wide]) / (2 * cellM)
      if (Number.isNaN(heights[at]) || Number.isNaN(east) || Number.isNaN(south)) {
        hatch(picture, out, x, y)
        continue
      }
      const facing = (toSky - east * toEast - south * toSouth) / Math.sqrt(1 + east * east + south * south)
      const isLit = ridges !== null && facing > 0 && ridges[at] <= heights[at] + CLEAR_M
      const colour = isLit ? LIGHT : SHADE
      picture[out] = colour[0]
      picture[out + 1] = colour[1]
      picture[out + 2] = colour[2]
      picture[out + 3] = isLit ? LEAST_LIGHT_ALPHA + MORE_LIGHT_ALPHA * facing : SHADE[3]
    }
  return picture
}

/** A vector of length 1: east, south, up. */
function towardsSun({ heightDeg, azimuthDeg }: SunPosition): [east: number, south: number, up: number] {
  const height = (heightDeg * Math.PI) / 180
  const azimuth = (azimuthDeg * Math.PI) / 180
  return [Math.sin(azimuth) * Math.cos(height), -Math.cos(azimuth) * Math.cos(height), Math.sin(height)]
}

/**
 * The height below which each cell lies in the shadow of another. A step goes to the next row or column, whichever the
 * light crosses sooner, and there between two cells.
 */
function ridgeHeights({ heights, wide, cellM }: SunGrid, sun: SunPosition): Float32Array {
  const ridges = new Float32Array(wide * wide).fill(NO_RIDGE_M)
  const [east, south] = towardsSun(sun)
  const isByColumn = Math.abs(east) >= Math.abs(south)
  const along = isByColumn ? east : south
  const step = Math.sign(along)
  const drift = (isByColumn ? south : east) / Math.abs(along)
  const fallM = cellM * Math.sqrt(1 + drift * drift) * Math.tan((sun.heightDeg * Math.PI) / 180)
  const alongStride = isByColumn ? 1 : wide
  const acrossStride = isByColumn ? wide : 1
  const roof = (at: number) => (heights[at] > ridges[at] ? heights[at] : ridges[at])
  for (let i = 1; i < wide; i++) {
    // from the side of the sun
    const line = step > 0 ? wide - 1 - i : i
    const before = (line + step) * alongStride
    for (let across = 0; across < wide; across++) {
      const from = across + drift
      const low = Math.floor(from)
      if (low < 0 || low + 1 >= wide) continue
      const share = from - low
      const at = before + low * acrossStride
      ridges[line * alongStride + across * acrossStride] =
        roof(at) * (1 - share) + roof(at + acrossStride) * share - fallM
    }
  }
  return ridges
}
