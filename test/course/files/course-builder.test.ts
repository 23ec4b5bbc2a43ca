import { expect, test } from 'vitest'
import { isGap } from '../../../src/course/files/course-builder.ts'

test('a recorder went on elsewhere beyond 100 m and 10 s, and wherever nobody knows after how long', () => {
  const DEGREE_M = 111_195
  const isAfter = (metres: number, ms: number) =>
    isGap({ lon: 1, lat: 42, timeMs: 9e11 }, { lon: 1, lat: 42 + metres / DEGREE_M, timeMs: 9e11 + ms })
  expect(
    [
      [101, 10_001],
      [99, 10_001],
      [101, 10_000],
      [101, NaN],
      [99, NaN],
    ].map(([metres, ms]) => isAfter(metres, ms)),
  ).toEqual([true, false, false, true, false])
})
