// Filled ground of random lines beside a plain flood of single grid points, which shares nothing with the walk by runs.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BorderGates } from '../../../src/routing/isochrone/border-gates.ts'
import { fillIfEnclosed } from '../../../src/routing/isochrone/enclosed-ground.ts'
import { INSIDE, NearGrid } from '../../../src/routing/isochrone/near-grid.ts'
import { caseCount } from '../../support/case-count.ts'
import { seededRandom } from '../../support/random-graph.ts'

const SIDE = 200
const LINE_CELLS = 0.64
const ONLINE = INSIDE * LINE_CELLS ** 2

/** Draws closed and open lines of random steps, the same for the same seed. */
function drawLines(grid: NearGrid, random: () => number): void {
  const points = 20 + Math.floor(random() * 300)
  const [left, top] = [4 + random() ** 2 * 120, 4 + random() ** 2 * 120]
  const width = 2 + random() * 60
  const isBox = random() < 0.6
  for (let i = 0; i < points; i++) {
    if (!isBox) {
      grid.point(left + (i * width) / points, top + 8 + 8 * Math.sin(i / 9))
      continue
    }
    // around a box, sometimes with a gap
    const along = (i / points) * 4 * (random() < 0.98 ? 1 : 0.99)
    const side = Math.floor(along)
    const part = (along - side) * width
    grid.point(left + [part, width, width - part, 0][side], top + [0, part, width, width - part][side])
  }
}

const valueAt = (grid: NearGrid, x: number, y: number): number | null => {
  const place = grid.placeOf(x, y)
  return place < 0 ? null : grid.values[place]
}

/** By grid point: 1 where its patch is enclosed and of fewer points, else 0; all of it from single steps. */
function smallPatches(grid: NearGrid, mostPoints: number): Uint8Array {
  const isSmall = new Uint8Array(SIDE * SIDE)
  const seen = new Uint8Array(SIDE * SIDE)
  for (let first = 0; first < SIDE * SIDE; first++) {
    if (seen[first] === 1) continue
    const own = valueAt(grid, first % SIDE, Math.floor(first / SIDE))
    if (own === null || own <= ONLINE) continue
    const patch = [first]
    seen[first] = 1
    let points = 1
    for (const at of patch) {
      const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
      for (const [nx, ny] of [
        [x, y + 1],
        [x - 1, y],
        [x, y - 1],
        [x + 1, y],
      ]) {
        const value = nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE ? null : valueAt(grid, nx, ny)
        if (value === null) points = Infinity
        else if (value <= ONLINE) points += 0.25
        else if (seen[ny * SIDE + nx] === 0) {
          seen[ny * SIDE + nx] = 1
          patch.push(ny * SIDE + nx)
          points++
        }
      }
    }
    if (points < mostPoints) for (const at of patch) isSmall[at] = 1
  }
  return isSmall
}

test('just the patches that a plain flood finds to be enclosed and small are filled, line after line', () => {
  let filledPoints = 0
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 5, max: 3700 }), (seed, mostPoints) => {
      const random = seededRandom(seed)
      const grid = new NearGrid()
      const gates = new BorderGates(grid)
      const plain = new NearGrid()
      grid.begin(SIDE - 10, SIDE - 10, 100)
      plain.begin(SIDE - 10, SIDE - 10, 100)
      gates.begin(100, 100, 4)
      const wasFilled = new Uint8Array(SIDE * SIDE)
      const wrong: unknown[] = []
      for (let contour = 0; contour < 4; contour++) {
        const lineSeed = Math.floor(random() * 1e6)
        drawLines(grid, seededRandom(lineSeed))
        drawLines(plain, seededRandom(lineSeed))
        gates.follow({
          isWanted: (outside) => !fillIfEnclosed(grid, outside, mostPoints, LINE_CELLS),
          take: () => {},
        })
        const isSmall = smallPatches(plain, mostPoints)
        for (let y = 0; y < SIDE; y++)
          for (let x = 0; x < SIDE; x++) {
            const value = valueAt(plain, x, y)
            if (value === null || value <= INSIDE) continue
            const isFilled = valueAt(grid, x, y)! <= INSIDE
            if (isFilled) filledPoints++
            if (isSmall[y * SIDE + x] === 1 ? !isFilled : isFilled && wasFilled[y * SIDE + x] === 0)
              wrong.push({ contour, x, y, value, isFilled })
            if (isFilled) wasFilled[y * SIDE + x] = 1
          }
      }
      expect(wrong).toEqual([])
    }),
    { numRuns: caseCount(30, 1000) },
  )
  expect(filledPoints).toBeGreaterThan(1000)
})

test('beyond the border of the grid there is no place', () => {
  const grid = new NearGrid()
  grid.begin(40, 40, 10)
  grid.point(5, 5)
  const corner = grid.placeOf(0, 0)
  expect([1, 2].map((side) => grid.beside(corner, side))).toEqual([-1, -1])
})
