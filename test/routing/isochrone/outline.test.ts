// Outlines of random lines in a grid, by exact checks that share nothing with it.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BorderGates } from '../../../src/routing/isochrone/border-gates.ts'
import { NearGrid } from '../../../src/routing/isochrone/near-grid.ts'
import { RingThinner } from '../../../src/routing/isochrone/thin-ring.ts'
import { caseCount } from '../../support/case-count.ts'
import { seededRandom } from '../../support/random-graph.ts'
import { crossings, faultsOf } from '../../support/ring-checks.ts'

const CELL_X = 240
const CELL_Y = 180

/** Closed rings in degrees, the outer ones first. */
function outlines(seed: number): number[][][][] {
  const grid = new NearGrid()
  const gates = new BorderGates(grid)
  const thinner = new RingThinner(gates)
  const random = seededRandom(seed)
  grid.begin(150, 150, 100)
  gates.begin(CELL_X, CELL_Y, 4)
  return Array.from({ length: 4 }, () => {
    let [x, y] = [10 + random() * 130, 10 + random() * 130]
    for (let i = 0; i < 150; i++) {
      grid.point(x, y)
      x = Math.min(140, Math.max(10, x + 1.6 * random() - 0.8))
      y = Math.min(140, Math.max(10, y + 1.6 * random() - 0.8))
    }
    const rings: number[][][] = []
    gates.follow({
      take: () => {
        thinner.thin()
        const ring = Array.from({ length: thinner.length / 2 }, (_, i) => [
          thinner.xy[i * 2] / 1e6,
          thinner.xy[i * 2 + 1] / 1e6,
        ])
        rings.push([...ring, ring[0]])
      },
    })
    return rings
  })
}

test('rings are simple, meet no other, and none crosses one of the borders before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const borders = outlines(seed)
      const wrong = borders.flatMap((rings, i) => [
        // each ring as a polygon of its own: which way round it runs is not judged here
        ...faultsOf(rings.map((ring) => [ring])).filter((fault) => !fault.includes('wrong way')),
        ...borders.slice(0, i).flatMap((before) => (crossings([before], [rings]) === 0 ? [] : [`border ${i} crosses`])),
      ])
      expect(wrong).toEqual([])
    }),
    { numRuns: caseCount(40, 2000) },
  )
})
