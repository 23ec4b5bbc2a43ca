import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/durations.ts'
import { sunHeightDeg, sunTimes } from '../../src/weather/sun-times.ts'
import { between } from '../support/arbitraries.ts'

describe('sun times', () => {
  test.each<[string, number, number, number, string, string]>([
    // published almanac times (London, Sydney), to the minute
    ['London at midsummer', -0.1276, 51.5072, Date.UTC(2025, 5, 21, 12), '2025-06-21T03:43Z', '2025-06-21T20:21Z'],
    ['London at midwinter', -0.1276, 51.5072, Date.UTC(2025, 11, 21, 12), '2025-12-21T08:04Z', '2025-12-21T15:53Z'],
    [
      'Sydney at midsummer, its own date',
      151.2093,
      -33.8688,
      Date.UTC(2025, 11, 21, 1),
      '2025-12-20T18:41Z',
      '2025-12-21T09:05Z',
    ],
  ])('%s are within two minutes of the almanac', (_, lon, lat, noonMs, rise, set) => {
    const { sunriseMs, sunsetMs } = sunTimes(lon, lat, noonMs)
    expect(Math.abs(sunriseMs! - Date.parse(rise))).toBeLessThanOrEqual(2 * MINUTE_MS)
    expect(Math.abs(sunsetMs! - Date.parse(set))).toBeLessThanOrEqual(2 * MINUTE_MS)
  })

  test('are null where the sun stays up or down', () => {
    expect(sunTimes(18.95, 69.65, Date.UTC(2025, 5, 21, 11))).toMatchObject({ sunriseMs: null, sunsetMs: null })
    expect(sunTimes(18.95, 69.65, Date.UTC(2025, 11, 21, 11))).toMatchObject({ sunriseMs: null, sunsetMs: null })
    expect(sunTimes(18.95, 69.65, Date.UTC(2025, 11, 21, 11)).civilDuskMs).not.toBeNull()
  })

  test('are where the sun stands at their heights, in order and around the noon asked', () => {
    fc.assert(
      fc.property(between(-179, 179), between(-60, 60), fc.integer({ min: 0, max: 20_000 }), (lon, lat, day) => {
        const noonMs = day * 86_400_000 + (12 - lon / 15) * 3_600_000
        const { civilDawnMs, sunriseMs, sunsetMs, civilDuskMs } = sunTimes(lon, lat, noonMs)
        const times = [civilDawnMs!, sunriseMs!, sunsetMs!, civilDuskMs!]
        expect([...times].sort((a, b) => a - b)).toEqual(times)
        const heights = times.map((ms) => sunHeightDeg(lon, lat, ms))
        for (const [i, wanted] of [-6, -0.833, -0.833, -6].entries())
          expect(Math.abs(heights[i] - wanted)).toBeLessThan(0.05)
        expect(Math.abs((sunriseMs! + sunsetMs!) / 2 - noonMs)).toBeLessThan(25 * MINUTE_MS)
      }),
      { numRuns: 200 },
    )
  })
})
