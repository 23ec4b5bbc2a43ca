import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitBox } from '../../src/geo/split-box.ts'
import { checkCore, readCore } from '../../src/import/read-core.ts'

const ANDORRA = [1.4, 42.4, 1.8, 42.7] as const

describe('the core of a region', () => {
  test('is read from a box west of Greenwich and south of the equator', () => {
    expect(readCore('-9,-36,-3,-34')[0][0]).toEqual([-9, -36])
    expect(() => readCore('3,36,-9,44')).toThrow('expected west,south,east,north')
  })

  test('touches the region, or is refused with both boxes', () => {
    for (const core of ['1.5,42.5,1.6,42.6', '0,40,3,45', '1.8,42.7,2,43']) checkCore(readCore(core), ANDORRA)
    for (const core of ['5,5,6,6', '42.4,1.4,42.7,1.8', '1.81,42.4,2,42.7'])
      expect(() => checkCore(readCore(core), ANDORRA)).toThrow(/^--core covers .* and the map 1.4,42.4,1.8,42.7/)
  })

  test('of a region across the antimeridian lies on either side of it', () => {
    const box = [179, -20, -179, -10] as const
    for (const core of ['179.5,-15,180,-12', '-180,-15,-179.5,-12']) checkCore(readCore(core), box)
    expect(() => checkCore(readCore('-178,-15,-170,-12'), box)).toThrow('--core covers')
  })

  test('is refused exactly where no part of the region is in its box', () => {
    const degree = fc.integer({ min: -179, max: 178 })
    const latitude = fc.integer({ min: -89, max: 88 })
    const side = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(degree, latitude, side, degree, latitude, side, degree, (west, south, size, w, s, other, east) => {
        const box = [west, south, east === west ? west + 1 : east, Math.min(90, south + size)] as const
        const core = [w, s, Math.min(180, w + other), Math.min(90, s + other)]
        // by counting: some point of a grid of half degrees lies in both
        const isIn = ([a, b, c, d]: readonly number[], lon: number, lat: number) =>
          a <= lon && lon <= c && b <= lat && lat <= d
        let touches = false
        for (let lon = core[0]; lon <= core[2]; lon += 0.5)
          for (let lat = core[1]; lat <= core[3]; lat += 0.5)
            touches ||= splitBox(box).some((part) => isIn(part, lon, lat))
        let refused = false
        try {
          checkCore(readCore(core.join(',')), box)
        } catch {
          refused = true
        }
        expect(refused).toBe(!touches)
      }),
    )
  })
})
