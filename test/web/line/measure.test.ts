import { area } from '@turf/area'
import { lineString, polygon } from '@turf/helpers'
import { length } from '@turf/length'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LonLat } from '../../../src/geo/lon-lat.ts'
import { measure } from '../../../src/web/line/measure.ts'
import { between } from '../../support/arbitraries.ts'

const SQUARE: LonLat[] = [
  [1, 42],
  [1.01, 42],
  [1.01, 42.01],
  [1, 42.01],
]

describe('measuring', () => {
  test('one place has no length, two have one with its bearing, and none has an area', () => {
    expect(measure([], false)).toEqual({ lengthM: 0, last: null, areaM2: null, crosses: false })
    expect(measure(SQUARE.slice(0, 1), true)).toMatchObject({ lengthM: 0, last: null, areaM2: null })
    const { lengthM, last, areaM2 } = measure(SQUARE.slice(1, 3), true)
    expect(lengthM).toBeCloseTo(1111.95, 1)
    expect(last).toEqual({ lengthM, bearingDeg: expect.closeTo(0, 6) })
    expect(areaM2).toBeNull()
  })

  test('a closed shape is measured around; an open one has no area', () => {
    const open = measure(SQUARE, false)
    const closed = measure(SQUARE, true)
    expect(open.areaM2).toBeNull()
    expect(closed.lengthM - open.lengthM).toBeCloseTo(1111.95, 1)
  })

  test('lengths and areas are those of Turf, whichever way around and wherever it begins', () => {
    const triangle = fc.tuple(
      between(-179, 178),
      between(-60, 60),
      fc.array(fc.tuple(between(0, 0.05), between(0, 0.05)), {
        minLength: 3,
        maxLength: 3,
      }),
    )
    fc.assert(
      fc.property(triangle, ([lon, lat, offsets]) => {
        const points = offsets.map(([x, y]): [number, number] => [lon + x, lat + y])
        const ring = [...points, points[0]]
        const { areaM2, lengthM } = measure(points, true)
        const expected = area(polygon([ring]))
        // Turf's lines are not quite great circles: of 5 km at 60 degrees they part by a metre
        expect(Math.abs(areaM2! - expected)).toBeLessThan(20_000 + expected * 0.002)
        expect(lengthM).toBeCloseTo(length(lineString(ring), { units: 'meters' }), 3)
        const turned = measure([points[2], points[1], points[0]], true).areaM2!
        expect(Math.abs(turned - areaM2!)).toBeLessThan(1e-3 + areaM2! * 1e-6)
      }),
      { numRuns: 200 },
    )
  })

  test('a shape over the antimeridian is as large as elsewhere', () => {
    const moved = (by: number) => SQUARE.map(([lon, lat]): LonLat => [((lon + by + 540) % 360) - 180, lat])
    expect(measure(moved(178.995), true).areaM2! / measure(SQUARE, true).areaM2!).toBeCloseTo(1, 6)
  })

  test('lines that cross enclose no area that could be told', () => {
    const [a, b, c, d] = SQUARE
    expect(measure([a, c, b, d], true)).toMatchObject({ areaM2: null, crosses: true })
    expect(measure([a, c, b, d], false).crosses).toBe(false)
  })
})
