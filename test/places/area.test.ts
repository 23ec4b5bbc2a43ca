// Rings joined from ways, points inside and regions, against a plain even-odd test over all edges.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Area, joinRings } from '../../src/places/area.ts'
import { RegionFinder } from '../../src/places/place-entries.ts'

const square = (x: number, y: number, side: number) =>
  Float64Array.from([x, y, x + side, y, x + side, y + side, x, y + side, x, y])

describe('joinRings', () => {
  test('joins ways end to end, whatever their order and direction', () => {
    expect(
      joinRings([
        [1, 2, 3],
        [5, 4, 3],
        [5, 6, 1],
      ]),
    ).toEqual({ rings: [[1, 2, 3, 4, 5, 6, 1]], openCount: 0 })
    expect(
      joinRings([
        [1, 2, 3, 1],
        [7, 8, 9],
        [7, 9],
      ]),
    ).toEqual({
      rings: [
        [1, 2, 3, 1],
        [7, 8, 9, 7],
      ],
      openCount: 0,
    })
  })

  test('counts what does not close, and never closes it', () => {
    expect(
      joinRings([
        [1, 2, 3],
        [3, 4, 5],
      ]),
    ).toEqual({ rings: [], openCount: 1 })
    expect(joinRings([[1, 2]]).openCount).toBe(1)
  })
})

describe('Area', () => {
  test('agrees with a plain even-odd test on random rings', () => {
    const coordinate = fc.integer({ min: -1000, max: 1000 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 60 }),
        fc.array(fc.tuple(coordinate, coordinate), { maxLength: 20 }),
        (corners, points) => {
          const ring = [...corners, corners[0]]
          const area = new Area([Float64Array.from(ring.flat())])
          for (const [x, y] of points) {
            let inside = false
            for (let i = 1; i < ring.length; i++) {
              const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]]
              if (y1 > y !== y2 > y && x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x) inside = !inside
            }
            expect(area.holds(x, y)).toBe(inside)
          }
        },
      ),
    )
  })

  test('finds a point inside a ring with a hole, and in a horseshoe', () => {
    const holed = new Area([square(0, 0, 1000), square(300, 300, 400)])
    expect(holed.holds(500, 500)).toBe(false)
    expect(holed.holds(...holed.findPointInside()!)).toBe(true)
    const horseshoe = new Area([
      Float64Array.from([0, 0, 1000, 0, 1000, 1000, 800, 1000, 800, 200, 200, 200, 200, 1000, 0, 1000, 0, 0]),
    ])
    expect(horseshoe.holds(...horseshoe.findPointInside()!)).toBe(true)
  })

  test('has no point inside where there is no inside', () => {
    expect(new Area([Float64Array.from([0, 0, 10, 0, 0, 0])]).findPointInside()).toBeNull()
  })
})

describe('RegionFinder', () => {
  const finder = new RegionFinder([
    { name: 'Land', adminLevel: 2, area: new Area([square(0, 0, 10_000_000)]) },
    { name: 'Kreis', adminLevel: 6, area: new Area([square(0, 0, 5_000_000)]) },
    { name: 'Dorf', adminLevel: 8, area: new Area([square(0, 0, 1_000_000)]) },
  ])

  test('names the smallest and the largest area', () => {
    expect(finder.find(500_000, 500_000, 'Hof')).toBe('Dorf, Land')
    expect(finder.find(3_000_000, 3_000_000, 'Hof')).toBe('Kreis, Land')
    expect(finder.find(7_000_000, 7_000_000, 'Hof')).toBe('Land')
    expect(finder.find(-1, 5, 'Hof')).toBeNull()
  })

  test('passes over the area of the same name and those of too high a level', () => {
    expect(finder.find(500_000, 500_000, 'Dorf')).toBe('Kreis, Land')
    expect(finder.find(500_000, 500_000, 'Hof', 3)).toBe('Land')
    // a level is not above itself
    expect(finder.find(500_000, 500_000, 'Hof', 6)).toBe('Kreis, Land')
    expect(finder.find(500_000, 500_000, 'Hof', 5)).toBe('Land')
    expect(finder.find(500_000, 500_000, 'Land', 1)).toBeNull()
  })
})
