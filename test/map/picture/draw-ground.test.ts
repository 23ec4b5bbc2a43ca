import { expect, test } from 'vitest'
import { shiftLine } from '../../../src/map/picture/draw-ground.ts'

const shift = (points: number[], offset: number) =>
  [...shiftLine(Float64Array.from(points), points.length / 2, offset).subarray(0, points.length)].map(
    (value) => Math.round(value * 1e6) / 1e6,
  )

test('a line moves to the right of its direction, to the left where the offset is negative', () => {
  expect(shift([0, 0, 10, 0], 2)).toEqual([0, 2, 10, 2])
  expect(shift([0, 0, 10, 0], -2)).toEqual([0, -2, 10, -2])
  expect(shift([10, 0, 0, 0], 2)).toEqual([10, -2, 0, -2])
  expect(shift([0, 0, 10, 0], 0)).toEqual([0, 0, 10, 0])
})

test('at a bend it keeps its distance from both pieces, and runs no further than twice that where the bend is sharp', () => {
  expect(shift([0, 0, 10, 0, 10, 10], 2)).toEqual([0, 2, 8, 2, 8, 10])
  const [, , x, y] = shift([0, 0, 100, 1, 0, 2], 3)
  expect(Math.hypot(x - 100, y - 1)).toBeLessThanOrEqual(6.001)
})

test('points on one place move as those beside them', () => {
  expect(shift([0, 0, 10, 0, 10, 0, 20, 0], 2)).toEqual([0, 2, 10, 2, 10, 2, 20, 2])
  expect(shift([5, 5], 2)).toEqual([5, 5])
})
