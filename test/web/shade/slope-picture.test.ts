import { describe, expect, test } from 'vitest'
import { slopePicture, SLOPE_CLASSES } from '../../../src/web/shade/slope-picture.ts'

const SIZE = 24
const CELL_M = 10

/** A plane that rises by so many degrees towards a direction. */
function plane(deg: number, towardsDeg: number): Float32Array {
  const rise = Math.tan((deg * Math.PI) / 180)
  const towards = (towardsDeg * Math.PI) / 180
  return Float32Array.from({ length: (SIZE + 2) ** 2 }, (_, at) => {
    const x = at % (SIZE + 2)
    const y = Math.floor(at / (SIZE + 2))
    return 1000 + CELL_M * rise * (x * Math.sin(towards) - y * Math.cos(towards))
  })
}
const picture = (heights: Float32Array) => slopePicture({ heights, size: SIZE, cellM: CELL_M })
const colours = (pixels: Uint8ClampedArray) =>
  new Set(Array.from({ length: SIZE * SIZE }, (_, i) => pixels.slice(4 * i, 4 * i + 4).join()))

describe('ground by steepness', () => {
  test.each([
    [10, null],
    [29.5, null],
    [30.5, 0],
    [34.5, 0],
    [36, 1],
    [41, 2],
    [46, 3],
    [80, 3],
  ])('a plane of %d degrees has one colour, whichever way it faces', (deg, found) => {
    for (const towards of [0, 37, 90, 180, 225, 300]) {
      const expected = found === null ? '0,0,0,0' : [...SLOPE_CLASSES[found].colour, 150].join()
      expect([...colours(picture(plane(deg, towards)))]).toEqual([expected])
    }
  })

  test('where a height or one beside it is missing, it is hatched and never clear as if it were gentle', () => {
    const heights = plane(5, 90)
    heights.fill(Number.NaN, 8 * (SIZE + 2), 14 * (SIZE + 2))
    const pixels = picture(heights)
    const alphas = (row: number) => Array.from({ length: SIZE }, (_, x) => pixels[4 * (row * SIZE + x) + 3])
    for (const row of [6, 8, 12, 13]) expect(alphas(row).some((alpha) => alpha > 0)).toBe(true)
    for (const row of [2, 5, 14, 20]) expect(alphas(row).every((alpha) => alpha === 0)).toBe(true)
  })
})
