import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillVoids } from '../../src/geo/fill-voids.ts'

const COLUMNS = 30
const ROWS = 24
/** A film in balance: each value is the mean of its four neighbours. */
const saddle = (column: number, row: number) => 100 + column * row + column ** 2 - row ** 2

function grid(heightAt: (column: number, row: number) => number, isVoid: (column: number, row: number) => boolean) {
  return Float32Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)]
    return isVoid(column, row) ? Number.NaN : heightAt(column, row)
  })
}

const inBox = (west: number, north: number, wide: number, tall: number) => (column: number, row: number) =>
  column >= west && column < west + wide && row >= north && row < north + tall

describe('voids of a grid of heights', () => {
  test('a small one is filled from its rim: where the ground is a film in balance, with the ground itself', () => {
    const box = fc.tuple(
      fc.integer({ min: 1, max: 18 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 10 }),
    )
    fc.assert(
      fc.property(box, ([west, north, wide, tall]) => {
        const isVoid = inBox(west, north, wide, tall)
        const heights = grid(saddle, isVoid)
        const known = heights.slice()
        const filled = fillVoids(heights, COLUMNS, 10)!
        const off = [...heights].flatMap((height, i): (number | string)[] => {
          const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)]
          if (!isVoid(column, row)) return height === known[i] && filled[i] === 0 ? [] : ['known']
          return filled[i] === 1 && Math.abs(height - saddle(column, row)) < 0.05 ? [] : [height]
        })
        expect(off).toEqual([])
      }),
    )
  })

  test('one that is wider or taller than that, or touches the edge, stays void', () => {
    for (const isVoid of [inBox(5, 5, 11, 2), inBox(5, 5, 2, 11), inBox(0, 5, 2, 2), inBox(5, ROWS - 2, 2, 2)]) {
      const heights = grid(saddle, isVoid)
      const before = heights.slice()
      expect(fillVoids(heights, COLUMNS, 10)).toBeNull()
      expect(heights).toEqual(before)
    }
  })

  test('the same void is filled with the same heights in every grid that holds it whole', () => {
    const rough = (column: number, row: number) => Math.sin(column * 1.7) * 40 + Math.cos(row * 2.3) * 30
    const isVoid = (column: number, row: number) => inBox(8, 8, 6, 3)(column, row) || inBox(10, 11, 2, 4)(column, row)
    const here = grid(rough, isVoid)
    const moved = grid(
      (column, row) => rough(column + 3, row + 2),
      (column, row) => isVoid(column + 3, row + 2),
    )
    fillVoids(here, COLUMNS, 10)
    fillVoids(moved, COLUMNS, 10)
    for (let row = 7; row < 16; row++)
      for (let column = 7; column < 15; column++)
        expect(moved[(row - 2) * COLUMNS + column - 3]).toBe(here[row * COLUMNS + column])
  })

  test('what is filled lies between the lowest and the highest of its rim', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 49, maxLength: 49 }), (values) => {
        const heights = Float32Array.from(values, (value, i) => {
          const [column, row] = [i % 7, Math.floor(i / 7)]
          return inBox(2, 2, 3, 3)(column, row) ? Number.NaN : value
        })
        fillVoids(heights, 7, 5)
        const rim = values.filter((_, i) => {
          const [column, row] = [i % 7, Math.floor(i / 7)]
          return inBox(1, 1, 5, 5)(column, row) && !inBox(2, 2, 3, 3)(column, row)
        })
        const inner = [...heights].filter((_, i) => inBox(2, 2, 3, 3)(i % 7, Math.floor(i / 7)))
        expect(Math.min(...inner)).toBeGreaterThanOrEqual(Math.min(...rim) - 0.01)
        expect(Math.max(...inner)).toBeLessThanOrEqual(Math.max(...rim) + 0.01)
      }),
    )
  })
})
