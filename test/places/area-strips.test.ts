import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Area } from '../../src/places/area.ts'
import { cutStrips, measureAreaM2, stripHolds } from '../../src/places/area-strips.ts'
import { caseCount } from '../support/case-count.ts'
import { between } from '../support/arbitraries.ts'

const ring = fc
  .array(fc.tuple(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 })), {
    minLength: 3,
    maxLength: 400,
  })
  .map((points) => Float64Array.from([...points, points[0]].flat()))

test('the one strip at the latitude of a point tells what the whole area tells', () => {
  fc.assert(
    fc.property(
      fc.array(ring, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(between(-3100, 3100), fc.integer({ min: -3100, max: 3100 })), {
        maxLength: 50,
      }),
      (rings, points) => {
        const area = new Area(rings)
        const strips = [...cutStrips(area)]
        for (const [lonE7, latE7] of points) {
          const here = strips.filter(({ fromLatE7, toLatE7 }) => latE7 >= fromLatE7 && latE7 < toLatE7)
          expect(here.length).toBeLessThanOrEqual(1)
          const inside = here.some(
            ({ fromLonE7, toLonE7, edges }) =>
              lonE7 >= fromLonE7 && lonE7 <= toLonE7 && stripHolds(edges, lonE7, latE7),
          )
          expect(inside).toBe(area.holds(lonE7, latE7))
        }
      },
    ),
    { numRuns: caseCount(60, 1000) },
  )
})

test('an area has its size, holes taken off', () => {
  const square = (from: number, side: number) =>
    Float64Array.from([from, from, from + side, from, from + side, from + side, from, from + side, from, from])
  // a tenth of a degree each way at the equator, and a hole of a quarter of it
  expect(measureAreaM2(new Area([square(0, 1_000_000)]))).toBeCloseTo(11_119.5 ** 2, -6)
  const holed = measureAreaM2(new Area([square(0, 1_000_000), square(250_000, 500_000)]))
  expect(holed / 11_119.5 ** 2).toBeCloseTo(0.75, 3)
})
