import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestOnSegment, wrapLon } from '../../../src/geo/lon-lat.ts'
import { CandidateFinder, MAX_CANDIDATES } from '../../../src/routing/matching/match-candidates.ts'
import { graphFromEdges, type TestPoint } from '../../support/graph-from-edges.ts'

const offset = fc.integer({ min: -20_000, max: 20_000 }).map((e7) => e7 / 1e7)
const place = fc.tuple(offset, offset)
const drawn = fc.record({
  // on either side of the antimeridian, and elsewhere
  origin: fc.constantFrom([1.5, 42.5], [179.9995, -16.8], [-179.9995, 60], [180, 0]),
  nodes: fc.array(place, { minLength: 2, maxLength: 8 }),
  at: place,
  radiusM: fc.integer({ min: 5, max: 150 }),
})

test('the candidates of a place are the nearest places of the ways within the radius, nearest first, wherever the globe is cut', () => {
  let found = 0
  fc.assert(
    fc.property(drawn, ({ origin: [lon, lat], nodes, at, radiusM }) => {
      const points = [...nodes, at].map(([east, north]): TestPoint => [wrapLon(lon + east), lat + north, 0])
      const [x, y] = points.pop()!
      // each way is one segment
      const edges = points.slice(1).map((_, i) => ({ from: i, to: i + 1 }))
      const graph = graphFromEdges({ nodes: points, edges })
      const candidates = new CandidateFinder(graph).find(x, y, radiusM, null)
      const expected = edges
        .map(({ from, to }, edge) => {
          const [[lonA, latA], [lonB, latB]] = [points[from], points[to]]
          return { edge, awayM: nearestOnSegment(x, y, lonA, latA, lonB, latB).distanceM }
        })
        .sort((a, b) => a.awayM - b.awayM)
      const surely = expected.filter(({ awayM }) => awayM < radiusM - 0.5).slice(0, MAX_CANDIDATES)
      const maybe = expected.filter(({ awayM }) => awayM < radiusM + 0.5)
      const edgesOf = (list: { edge: number }[]) => list.map(({ edge }) => edge)
      expect(edgesOf(candidates)).toEqual(expect.arrayContaining(edgesOf(surely)))
      expect(edgesOf(maybe)).toEqual(expect.arrayContaining(edgesOf(candidates)))
      candidates.forEach(({ edge, awayM }, i) => {
        expect(Math.abs(awayM - expected.find((one) => one.edge === edge)!.awayM)).toBeLessThan(0.5)
        if (i > 0) expect(awayM).toBeGreaterThanOrEqual(candidates[i - 1].awayM)
      })
      found += candidates.length
    }),
  )
  expect(found).toBeGreaterThan(50)
})
