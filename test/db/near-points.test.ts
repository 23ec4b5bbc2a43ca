// What lies near points is what a look at everything gives, in one order, from few statements.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNearest, type PointBox } from '../../db/near-points.ts'
import { distanceM, type LonLat } from '../../src/geo/lon-lat.ts'

const LONS = [179.98, 179.99, 180, -180, -179.99, -179.95]
const place = fc.record({
  lon: fc.constantFrom(...LONS),
  lat: fc.constantFrom(42, 42.001, 42.01, 42.05),
})
const request = fc.record({
  radiusM: fc.constantFrom(300, 500, 1000, 4000, 30_000),
  limit: fc.integer({ min: 1, max: 6 }),
})

test('the nearest within the radius, equal distances by their order, wherever the first look ended', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.nat(99), place), { maxLength: 20, selector: ([id]) => id }),
      fc.array(place, { minLength: 1, maxLength: 3 }),
      request,
      async (places, at, { radiusM, limit }) => {
        const points = at.map(({ lon, lat }): LonLat => [lon, lat])
        let reads = 0
        const read = async (boxes: PointBox[]) => {
          reads++
          return boxes.flatMap(({ point, box: [west, south, east, north] }) =>
            places
              .filter(([, { lon, lat }]) => lon >= west && lon <= east && lat >= south && lat <= north)
              .map(([id, { lon, lat }]) => ({ point, id, lon, lat })),
          )
        }
        const found = await findNearest(points, { radiusM, limit }, read, ({ id }) => id)
        expect(found.map((near) => near.map(({ hit, distanceM }) => [hit.id, distanceM]))).toEqual(
          points.map(([lon, lat]) =>
            places
              .map(([id, one]) => [id, distanceM(lon, lat, one.lon, one.lat)])
              .filter(([, awayM]) => awayM <= radiusM)
              .toSorted((a, b) => a[1] - b[1] || a[0] - b[0])
              .slice(0, limit),
          ),
        )
        expect(reads).toBeLessThanOrEqual(3)
      },
    ),
  )
})
