import fc from 'fast-check'
import { expect, it } from 'vitest'
import { routeSnow, snowInputOfLine, snowInputOfParts } from '../../resolvers/snow.ts'
import type { LonLat } from '../../src/geo/lon-lat.ts'

const part = fc.array(
  fc.tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.double({ min: 42, max: 43, noNaN: true })),
  { minLength: 1, maxLength: 20 },
)

it('any line in parts becomes an input that the operation takes, a segment for each of the longest 100 parts, with its ends', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 160 }), (parts) => {
      const input = snowInputOfParts(parts, true)
      expect(routeSnow.input.safeParse(input).success).toBe(true)
      expect(input.segments).toHaveLength(Math.min(100, parts.length))
      if (parts.length <= 100) parts.forEach((line, i) => expect(input.points[input.segments![i]]).toEqual(line[0]))
    }),
    { numRuns: 60 },
  )
})

it('a long line becomes at most 512 points, a short one few', () => {
  const line: LonLat[] = [
    [1, 42],
    [2, 43],
  ]
  expect(snowInputOfLine(line, false).points).toHaveLength(512)
  expect(
    snowInputOfLine(
      [
        [1, 42],
        [1, 42.001],
      ],
      false,
    ).points,
  ).toHaveLength(6)
})
