import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  routeSnow,
  sampledLengthsM,
  snowAlongLine,
  snowInputOfParts,
  snowInputOfLine,
  type RouteSnow,
} from '../../resolvers/snow.ts'
import { type LonLat, distanceM } from '../../src/geo/lon-lat.ts'
import { observedSnow } from '../../src/weather/snow/route-snow.ts'
import { between } from '../support/arbitraries.ts'

const part = fc.array(fc.tuple(between(1, 2), between(42, 43)), { minLength: 1, maxLength: 20 })

test('any line in parts becomes an input that the operation takes, a segment for each of the longest 100 parts, with its ends', () => {
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

test('a long line becomes at most 512 points, a short one few', () => {
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

test('snow lengths add up to the line, whatever its bends, and sections join from its start to its end', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
      const input = snowInputOfParts(parts, false)
      const samples = observedSnow(input.points, input.segments!, [], null, 0)
      const { sections, summary } = snowAlongLine(samples as unknown as RouteSnow, input, sampledLengthsM(parts))
      const lineM = parts.reduce(
        (sum, line) => sum + line.slice(1).reduce((m, to, i) => m + distanceM(...line[i], ...to), 0),
        0,
      )
      expect(Math.abs(summary.snowM + summary.clearM + summary.unknownM - lineM)).toBeLessThan(0.06)
      let endM = 0
      for (const { fromM, toM } of sections) {
        expect(fromM).toBe(endM)
        expect(toM).toBeGreaterThan(fromM)
        endM = toM
      }
      expect(Math.abs(endM - lineM)).toBeLessThan(0.06)
    }),
    { numRuns: 100 },
  )
})
