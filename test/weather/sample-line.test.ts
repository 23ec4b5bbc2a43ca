import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LonLat, distanceM } from '../../src/geo/lon-lat.ts'
import { sampleLine } from '../../src/weather/route-samples.ts'
import { between } from '../support/arbitraries.ts'

test('starts and ends where the line does, evenly, on the line, within the limit and no closer than asked', () => {
  const steps = fc.array(fc.tuple(between(-0.01, 0.01), between(-0.01, 0.01)), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 2, max: 512 }), (moves, max) => {
      let [lon, lat] = [1.5, 42.5]
      const line: LonLat[] = [[lon, lat], ...moves.map(([dLon, dLat]): LonLat => [(lon += dLon), (lat += dLat)])]
      const atM = [0]
      for (let i = 1; i < line.length; i++)
        atM.push(atM[i - 1] + distanceM(line[i - 1][0], line[i - 1][1], line[i][0], line[i][1]))
      const lengthM = atM.at(-1)!
      const sampled = sampleLine(line, max, 20)
      expect(sampled.length).toBeLessThanOrEqual(max)
      expect(sampled[0]).toEqual(line[0])
      if (lengthM > 0) expect(sampled.at(-1)).toEqual(line.at(-1))
      const spacingM = lengthM / (sampled.length - 1)
      if (sampled.length > 2) expect(spacingM).toBeGreaterThanOrEqual(19.99)
      // the oracle: the place at each distance, found from the start
      sampled.forEach(([x, y], k) => {
        const targetM = Math.min(lengthM, spacingM * k || 0)
        const i = Math.max(0, Math.min(line.length - 2, atM.findIndex((end, index) => index > 0 && end >= targetM) - 1))
        const share = atM[i + 1] > atM[i] ? Math.min(1, (targetM - atM[i]) / (atM[i + 1] - atM[i])) : 0
        expect(
          distanceM(
            x,
            y,
            line[i][0] + (line[i + 1][0] - line[i][0]) * share,
            line[i][1] + (line[i + 1][1] - line[i][1]) * share,
          ),
        ).toBeLessThan(0.05)
      })
    }),
    { numRuns: 200 },
  )
})

test('a line across the antimeridian stays beside it', () => {
  const sampled = sampleLine(
    [
      [179.99, 10],
      [-179.99, 10],
    ],
    100,
    20,
  )
  expect(sampled).toHaveLength(100)
  for (const [lon] of sampled) expect(Math.abs(lon)).toBeGreaterThanOrEqual(179.99)
})

test('a line without length is its start', () => {
  expect(
    sampleLine(
      [
        [1, 2],
        [1, 2],
      ],
      10,
      20,
    ),
  ).toEqual([[1, 2]])
  expect(sampleLine([[1, 2]], 10, 20)).toEqual([[1, 2]])
})
