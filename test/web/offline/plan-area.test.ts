import fc from 'fast-check'
import { expect, test } from 'vitest'
import { worldX, worldY } from '../../../src/geo/web-mercator.ts'
import { listTiles } from '../../../src/web/offline/plan-area.ts'
import { between, longitude, wrapped } from '../../support/arbitraries.ts'

test('the tiles of an area are those that hold its places, each once, also across the antimeridian', () => {
  const box = fc.tuple(longitude, between(-80, 80), between(0, 3), between(0, 3), fc.boolean())
  const share = between(0.001, 0.999)
  fc.assert(
    fc.property(box, share, share, fc.integer({ min: 0, max: 10 }), ([west, south, wide, high, runsOn], x, y, z) => {
      const east = runsOn ? west + wide : wrapped(west + wide)
      const tiles = [...listTiles([west, south, east, south + high], z)].map(String)
      expect(new Set(tiles).size).toBe(tiles.length)
      const [lon, lat] = [wrapped(west + wide * x), south + high * y]
      const n = 2 ** z
      const tileOf = (value: number) => Math.min(n - 1, Math.floor(value * n))
      expect(tiles).toContain(String([tileOf(worldX(lon)), tileOf(worldY(lat))]))
      // no more than the box reaches into
      expect(tiles.length).toBeLessThanOrEqual(
        (Math.ceil((wide / 360) * n) + 1) * (Math.ceil(((high * 6) / 360) * n) + 1),
      )
    }),
  )
})
