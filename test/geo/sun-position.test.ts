import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/durations.ts'
import { sunPosition } from '../../src/geo/sun-position.ts'
import { sunTimes } from '../../src/weather/sun-times.ts'
import { between } from '../support/arbitraries.ts'

describe('where the sun stands', () => {
  test('as almanacs have it for Greenwich at noon of the solstices, to a tenth of a degree', () => {
    const june = sunPosition(0, 51.4779, Date.UTC(2024, 5, 20, 12, 1, 50))
    expect(june.heightDeg).toBeCloseTo(90 - 51.4779 + 23.44, 1)
    expect(Math.abs(june.azimuthDeg - 180)).toBeLessThan(0.3)
    const december = sunPosition(0, 51.4779, Date.UTC(2024, 11, 21, 11, 58))
    expect(december.heightDeg).toBeCloseTo(90 - 51.4779 - 23.44, 1)
  })

  test('in the south at noon seen from Quito in December, in the north in June', () => {
    expect(Math.abs(sunPosition(-78.5, -0.2, Date.UTC(2024, 11, 21, 17, 12)).azimuthDeg - 180)).toBeLessThan(5)
    expect(
      Math.cos((sunPosition(-78.5, -0.2, Date.UTC(2024, 5, 21, 17, 16)).azimuthDeg * Math.PI) / 180),
    ).toBeGreaterThan(0.99)
  })

  test('law: in the east when it rises, in the west when it sets, and just below the horizon both times', () => {
    fc.assert(
      fc.property(between(-170, 170), between(-60, 60), fc.integer({ min: 0, max: 364 }), (lon, lat, day) => {
        const noonMs = Date.UTC(2026, 0, 1 + day, 12) - (lon / 15) * HOUR_MS
        const { sunriseMs, sunsetMs } = sunTimes(lon, lat, noonMs)
        const rise = sunPosition(lon, lat, sunriseMs!)
        const set = sunPosition(lon, lat, sunsetMs!)
        expect(rise.heightDeg).toBeCloseTo(-0.833, 1)
        expect(set.heightDeg).toBeCloseTo(-0.833, 1)
        expect(rise.azimuthDeg).toBeLessThan(180)
        expect(set.azimuthDeg).toBeGreaterThan(180)
      }),
      { numRuns: 50 },
    )
  })
})
