import fc from 'fast-check'
import { getTimes } from 'suncalc'
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

  const anyDay = fc.integer({ min: -25_000, max: 47_000 })
  const anyLon = between(-179, 179)
  const noonAt = (lon: number, day: number) => day * 86_400_000 + (12 - lon / 15) * 3_600_000

  test('are those of suncalc within 5 s, up to 60 degrees of latitude, 1900 to 2100', () => {
    fc.assert(
      fc.property(anyLon, between(-60, 60), anyDay, (lon, lat, day) => {
        const noonMs = noonAt(lon, day)
        const ours = sunTimes(lon, lat, noonMs)
        const { dawn, sunrise, sunset, dusk } = getTimes(new Date(noonMs), lat, lon)
        const theirs = { civilDawnMs: dawn, sunriseMs: sunrise, sunsetMs: sunset, civilDuskMs: dusk }
        for (const [name, time] of Object.entries(theirs))
          expect(Math.abs(ours[name as keyof typeof theirs]! - time!.valueOf()), name).toBeLessThan(5500)
      }),
      { numRuns: 300 },
    )
  })

  // where the sun grazes a height: white nights, the first and the last day of polar day and night
  test('of a day that has them are where the sun stands at that height, up to 89 degrees of latitude', () => {
    const polar = between(58, 89)
    fc.assert(
      fc.property(anyLon, polar, fc.constantFrom(-1, 1), anyDay, (lon, lat, side, day) => {
        const times = sunTimes(lon, side * lat, noonAt(lon, day))
        const heights = { civilDawnMs: -6, sunriseMs: -0.833, sunsetMs: -0.833, civilDuskMs: -6 }
        for (const [name, heightDeg] of Object.entries(heights)) {
          const ms = times[name as keyof typeof heights]
          if (ms !== null) expect(Math.abs(sunHeightDeg(lon, side * lat, ms) - heightDeg), name).toBeLessThan(0.02)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
