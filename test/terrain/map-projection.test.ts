import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transverseMercator, utmZone } from '../../src/terrain/map-projection.ts'
import { between } from '../support/arbitraries.ts'

describe('transverse Mercator', () => {
  const out = new Float64Array(2)

  test('gives the numbers of Snyder 1987, p. 269', () => {
    const clarke1866 = transverseMercator({
      centralLon: -75,
      falseEastingM: 0,
      falseNorthingM: 0,
      scale: 0.9996,
      semiMajorM: 6378206.4,
      flattening: 1 - Math.sqrt(1 - 0.00676866),
    })
    clarke1866.forward(-73.5, 40.5, out)
    expect(out[0]).toBeCloseTo(127106.5, 0)
    expect(out[1]).toBeCloseTo(4484124.4, 0)
  })

  test('puts the CN Tower (43°38\'33.24"N 79°23\'13.7"W) at 17N 630084 4833438', () => {
    utmZone(17, false).forward(-(79 + 23 / 60 + 13.7 / 3600), 43 + 38 / 60 + 33.24 / 3600, out)
    expect(Math.round(out[0])).toBe(630084)
    expect(Math.abs(out[1] - 4833438)).toBeLessThan(2)
  })

  test('comes back to where it went out from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        between(-12, 12),
        between(-84, 84),
        (zone, south, span, lat) => {
          const lon = zone * 6 - 183 + span
          const projection = utmZone(zone, south)
          projection.forward(lon, lat, out)
          projection.inverse(out[0], out[1], out)
          expect(out[0]).toBeCloseTo(lon, 8)
          expect(out[1]).toBeCloseTo(lat, 8)
        },
      ),
    )
  })

  test('projects nothing on the other side of the earth', () => {
    utmZone(31, false).forward(-177, 42, out)
    expect(out[0]).toBeNaN()
  })

  test('takes longitudes across the antimeridian', () => {
    const zone60 = utmZone(60, true)
    zone60.forward(-179.9, -17, out)
    const [easting] = out
    zone60.forward(180.1, -17, out)
    expect(out[0]).toBeCloseTo(easting, 6)
  })
})
