import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PolygonGrid } from '../../src/geo/polygon-grid.ts'
import { SegmentCells } from '../../src/geo/segment-cells.ts'
import { caseCount } from '../support/case-count.ts'
import { seededRandom } from '../support/random-graph.ts'
import { doCross, isInside, starRing } from '../support/touches-area.ts'

test('a grid says of random points and segments what a look at every side says', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 3, max: 300 }), fc.boolean(), (seed, vertices, hasHole) => {
      const random = seededRandom(seed)
      const outer = starRing([1.5, 42.5], 0.02, vertices, random)
      // within the outer ring, whose vertices are at least 0.3 radii away
      const rings = hasHole ? [outer, starRing([1.5, 42.5], 0.003, 3 + (vertices % 9), random)] : [outer]
      const grid = new PolygonGrid(rings)
      const anywhere = (): [number, number] => [1.46 + 0.08 * random(), 42.47 + 0.06 * random()]
      const differing: unknown[] = []
      for (let i = 0; i < 40; i++) {
        const a = anywhere()
        const b: [number, number] = random() < 0.3 ? anywhere() : [a[0] + 0.002 * random(), a[1] + 0.002 * random()]
        if (grid.contains(...a) !== isInside(rings, a)) differing.push(a)
        const crosses = rings.some((ring) => ring.slice(1).some((to, r) => doCross(a, b, ring[r], to)))
        if (grid.meetsRing(...a, ...b) !== crosses) differing.push([a, b])
      }
      expect(differing).toEqual([])
    }),
    { numRuns: caseCount(60, 2000) },
  )
})

test('a crowd of tiny sides in a corner of a large box is found like any, and costs nothing elsewhere', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(1e-6, 1e-4, 0.01), (seed, size) => {
      const random = seededRandom(seed)
      const crowd = starRing([1.5, 42.5], size, 400, random)
      // slivers that stretch the box of all
      const far: [number, number][] = [
        [80, 42.6],
        [1.8, 42.6],
        [80, 42.6001],
        [80, 42.6],
      ]
      const high: [number, number][] = [
        [1.8, 80],
        [1.8, 42.7],
        [1.8001, 80],
        [1.8, 80],
      ]
      const rings = [crowd, far, high]
      const grid = new PolygonGrid(rings)
      const differing: unknown[] = []
      const near = (): [number, number] => [1.5 + (random() - 0.5) * 3 * size, 42.5 + (random() - 0.5) * 3 * size]
      for (let i = 0; i < 60; i++) {
        const a = near()
        const b = random() < 0.5 ? near() : ([a[0] + 0.01 * random(), a[1] + 0.01 * random()] as [number, number])
        if (grid.contains(...a) !== isInside(rings, a)) differing.push(a)
        const crosses = rings.some((ring) => ring.slice(1).some((to, r) => doCross(a, b, ring[r], to)))
        if (grid.meetsRing(...a, ...b) !== crosses) differing.push([a, b])
      }
      expect(differing).toEqual([])
      let looked = 0
      new SegmentCells(grid, grid).visit(1.5 + 2 * size, 42.5, 1.5 + 3 * size, 42.5, {
        visit: (_, from, end) => {
          looked += end - from
          return false
        },
      })
      expect(looked).toBeLessThan(100)
    }),
    { numRuns: caseCount(20, 500) },
  )
})

const SQUARE = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
] as const

test('what only touches a side or a corner touches', () => {
  const grid = new PolygonGrid([SQUARE])
  expect([grid.contains(4, 2), grid.contains(0, 0), grid.contains(4.001, 2)]).toEqual([true, true, false])
  expect([grid.meetsRing(4, 1, 6, 1), grid.meetsRing(4, 5, 4, 4), grid.meetsRing(5, 4, 4, 5)]).toEqual([
    true,
    true,
    false,
  ])
  expect(grid.meetsRing(1, 0, 3, 0)).toBe(true) // along a side
})

test('level sides and many rows of teeth are counted right', () => {
  // a comb: 50 teeth with level and upright sides, so that marks and vertices lie in line
  const teeth = Array.from({ length: 50 }, (_, i) => [
    [10, i],
    [10, i + 0.5],
    [1, i + 0.5],
    [1, i + 1],
  ]).flat() as [number, number][]
  const grid = new PolygonGrid([[[0, 0], ...teeth, [0, 50], [0, 0]]])
  const wrong: number[] = []
  for (let y = 0.05; y < 50; y += 0.1) if (grid.contains(5, y) !== y % 1 < 0.5) wrong.push(y)
  expect(wrong).toEqual([])
  expect([grid.contains(0.5, 30.75), grid.contains(5, 30.75)]).toEqual([true, false])
})
