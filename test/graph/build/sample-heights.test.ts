import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box } from '../../../src/geo/lon-lat.ts'
import { isWide, withHeightsAlong } from '../../../src/graph/build/sample-heights.ts'
import { latitude, longitude } from '../../support/arbitraries.ts'

/** A terrain that knows only the heights of the box prepared last, and refuses wide ones. */
function narrowTerrain() {
  let [west, south, east, north]: Box = [0, 0, -1, -1]
  return {
    prepare(box: Box): Promise<void> {
      if (isWide(box)) throw new Error(`too wide: ${box.join()}`)
      ;[west, south, east, north] = box
      return Promise.resolve()
    },
    heightOrNaN: (lon: number, lat: number) =>
      lon >= west && lon <= east && lat >= south && lat <= north ? 1000 * lon + lat : NaN,
  }
}

test('heights along a line as wide as the earth are read in narrow pieces, and all are known', async () => {
  const lonArb = longitude
  const latArb = latitude
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(lonArb, latArb)), async (line) => {
      const heights = await withHeightsAlong(
        (heightOrNaN) => line.map(([lon, lat]) => heightOrNaN(lon, lat)),
        narrowTerrain(),
      )
      expect(heights).toEqual(line.map(([lon, lat]) => 1000 * lon + lat))
    }),
  )
})

test('a box is wide by degrees of either side, also across the antimeridian', () => {
  expect(isWide([10, 46, 12, 48])).toBe(false)
  expect(isWide([10, 46, 12.1, 48])).toBe(true)
  expect(isWide([10, 46, 12, 48.1])).toBe(true)
  expect(isWide([179, -17, -179, -16])).toBe(false)
  expect(isWide([178, -17, -179, -16])).toBe(true)
})
