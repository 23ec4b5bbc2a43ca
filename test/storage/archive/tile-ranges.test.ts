import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box } from '../../../src/geo/lon-lat.ts'
import { worldX, worldY } from '../../../src/geo/web-mercator.ts'
import { countTiles, growBox, isInRange, listTiles, tileRanges } from '../../../src/storage/archive/tile-ranges.ts'
import { between, longitude, wrapped } from '../../support/arbitraries.ts'

const box = fc
  .tuple(longitude, between(-84, 80), between(0.01, 350), between(0.01, 30))
  .map(([west, south, width, height]): Box => [west, south, wrapped(west + width), Math.min(84.9, south + height)])
const share = between(0, 1)
/** A place of the box, which may span the antimeridian. */
const within = ([west, south, east, north]: Box, x: number, y: number) =>
  [wrapped(west + (east < west ? east - west + 360 : east - west) * x), south + (north - south) * y] as const

test('the tiles of a box are those of its places, each listed once, over the antimeridian too', () => {
  fc.assert(
    fc.property(box, fc.array(fc.tuple(share, share), { minLength: 20, maxLength: 20 }), (bounds, shares) => {
      const ranges = tileRanges(bounds, 0, 5)
      expect(ranges).toHaveLength(6)
      ranges.forEach((range, z) => {
        const n = 2 ** z
        const listed = [...listTiles(range)].map(([x, y]) => `${x},${y}`)
        expect(new Set(listed).size).toBe(listed.length)
        expect(countTiles(range)).toBe(listed.length)
        for (const [x, y] of shares) {
          const [lon, lat] = within(bounds, x, y)
          const tile = [worldX(lon), worldY(lat)].map((at) => Math.min(n - 1, Math.floor(at * n)))
          expect(listed).toContain(tile.join())
          expect(isInRange(range, tile[0], tile[1])).toBe(true)
        }
        // none lies beyond: as many columns as the box is wide, and one more at either end
        const widthDeg = bounds[2] < bounds[0] ? bounds[2] - bounds[0] + 360 : bounds[2] - bounds[0]
        expect(new Set([...listTiles(range)].map(([x]) => x)).size).toBeLessThanOrEqual(
          Math.min(n, (widthDeg / 360) * n + 2),
        )
      })
    }),
    { numRuns: 60 },
  )
})

test('a grown box holds what lies within the margin of the box, and is never wider than the world', () => {
  fc.assert(
    fc.property(box, between(0, 300_000), share, share, (bounds, marginM, x, y) => {
      const grown = growBox(bounds, marginM)
      const [lon, lat] = within(bounds, x, y)
      const [range] = tileRanges(grown, 0, 0)
      expect(countTiles(range)).toBe(1)
      const ranges = tileRanges(grown, 4, 4)[4]
      const clamp = (at: number) => Math.max(0, Math.min(15, Math.floor(at * 16)))
      const latMost = Math.max(-85, Math.min(85, lat + (y > 0.5 ? 1 : -1) * (marginM / 111_300)))
      for (const [atLon, atLat] of [
        [lon, lat],
        [lon, latMost],
        [wrapped(lon + (x > 0.5 ? 1 : -1) * Math.min(180, marginM / 111_300)), lat],
      ])
        if (Math.abs(atLat) <= 85) expect(isInRange(ranges, clamp(worldX(atLon)), clamp(worldY(atLat)))).toBe(true)
    }),
    { numRuns: 200 },
  )
})
