// Land and sea against an independent rule for coasts that run across a region: land is what lies on the left of the
// coast.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areIslands, divideLandAndSea } from '../../../src/map/tiles/coastline.ts'
import { ringHolds, type NestedRings } from '../../../src/map/tiles/nest-rings.ts'

const REGION = { minX: 0, minY: 0, maxX: 1000, maxY: 800 }
const holds = (area: NestedRings | null, x: number, y: number) =>
  area !== null && area.rings.filter((ring) => ringHolds(ring, x, y)).length % 2 === 1
const sortOf = (coasts: Float64Array[], points: [number, number][]) => {
  const { land, sea, openEnds } = divideLandAndSea(coasts, REGION)
  return { openEnds, at: points.map(([x, y]) => `${holds(land, x, y) ? 'land' : ''}${holds(sea, x, y) ? 'sea' : ''}`) }
}
/** Square ring around a point; clockwise on the screen where `water` is inside. */
const square = (x: number, y: number, half: number, water = false) => {
  const ring = [x - half, y - half, x - half, y + half, x + half, y + half, x + half, y - half, x - half, y - half]
  if (!water) return Float64Array.from(ring)
  return Float64Array.from(Array.from({ length: 5 }, (_, i) => [ring[8 - 2 * i], ring[9 - 2 * i]]).flat())
}

describe('land and sea', () => {
  test('a region without a coast is land', () => {
    expect(
      sortOf(
        [],
        [
          [500, 400],
          [1, 1],
        ],
      ),
    ).toEqual({ openEnds: 0, at: ['land', 'land'] })
  })

  test('around an island is sea, and an inner sea is no land', () => {
    expect(
      sortOf(
        [square(500, 400, 200), square(500, 400, 50, true), square(500, 400, 10)],
        [
          [10, 10],
          [350, 400],
          [470, 400],
          [500, 400],
        ],
      ).at,
    ).toEqual(['sea', 'land', 'sea', 'land'])
    expect(areIslands([square(500, 400, 200)])).toBe(true)
    expect(areIslands([square(500, 400, 200, true)])).toBe(false)
    expect(areIslands([Float64Array.of(0, 400, 1000, 400)])).toBe(false)
  })

  test('around an inner sea is land', () => {
    expect(
      sortOf(
        [square(500, 400, 200, true)],
        [
          [10, 10],
          [500, 400],
        ],
      ).at,
    ).toEqual(['land', 'sea'])
  })

  test('a coast across the region has land on its left only, whatever edges it meets', () => {
    // eastwards: land is to the north
    expect(
      sortOf(
        [Float64Array.of(-50, 400, 1050, 400)],
        [
          [500, 100],
          [500, 700],
          [1, 1],
          [999, 799],
        ],
      ).at,
    ).toEqual(['land', 'sea', 'land', 'sea'])
    expect(
      sortOf(
        [Float64Array.of(1050, 400, -50, 400)],
        [
          [500, 100],
          [500, 700],
        ],
      ).at,
    ).toEqual(['sea', 'land'])
    // from the north edge to the east edge: land is the corner on the left
    expect(
      sortOf(
        [Float64Array.of(600, -10, 600, 300, 1010, 300)],
        [
          [900, 100],
          [100, 100],
          [900, 700],
        ],
      ).at,
    ).toEqual(['land', 'sea', 'sea'])
    expect(
      sortOf(
        [Float64Array.of(1010, 300, 600, 300, 600, -10)],
        [
          [900, 100],
          [100, 100],
          [900, 700],
        ],
      ).at,
    ).toEqual(['sea', 'land', 'land'])
  })

  test('keeps an island off a mainland coast and a lagoon behind it', () => {
    const coasts = [Float64Array.of(-50, 400, 1050, 400), square(500, 600, 50), square(500, 200, 50, true)]
    expect(
      sortOf(coasts, [
        [100, 100],
        [100, 700],
        [500, 600],
        [500, 200],
      ]).at,
    ).toEqual(['land', 'sea', 'land', 'sea'])
  })

  test('an island that the edge of the region cuts keeps its two sides', () => {
    expect(
      sortOf(
        [square(0, 400, 200)],
        [
          [100, 400],
          [300, 400],
          [100, 100],
          [1, 799],
        ],
      ).at,
    ).toEqual(['land', 'sea', 'sea', 'sea'])
  })

  test('a coast that ends inside the region is carried on to the nearest edge, and counted', () => {
    expect(
      sortOf(
        [Float64Array.of(-50, 400, 950, 400)],
        [
          [500, 100],
          [500, 700],
        ],
      ),
    ).toEqual({ openEnds: 1, at: ['land', 'sea'] })
  })

  test('every point is land or sea and never both, as the coast says, for uneven coasts in pieces', () => {
    const coast = fc.array(fc.integer({ min: 20, max: 780 }), { minLength: 5, maxLength: 12 })
    fc.assert(
      fc.property(
        coast,
        fc.boolean(),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 998 }), fc.integer({ min: 1, max: 798 })), {
          minLength: 20,
          maxLength: 20,
        }),
        (ys, eastwards, points) => {
          const step = 1200 / (ys.length - 1)
          const line = ys.flatMap((y, i) => [Math.round(-100 + i * step), y])
          if (!eastwards)
            for (let i = 0; i < line.length / 2; i += 2)
              [line[i], line[i + 1], line[line.length - 2 - i], line[line.length - 1 - i]] = [
                line[line.length - 2 - i],
                line[line.length - 1 - i],
                line[i],
                line[i + 1],
              ]
          const { land, sea } = divideLandAndSea([Float64Array.from(line)], REGION)
          for (const [x, y] of points) {
            const i = Math.min(ys.length - 2, Math.floor((x + 100) / step))
            const [x0, x1] = [Math.round(-100 + i * step), Math.round(-100 + (i + 1) * step)]
            const coastY = ys[i] + ((x - x0) / (x1 - x0)) * (ys[i + 1] - ys[i])
            if (Math.abs(coastY - y) < 3 || x === x0) continue
            expect([holds(land, x, y), holds(sea, x, y)]).toEqual(
              y < coastY === eastwards ? [true, false] : [false, true],
            )
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
