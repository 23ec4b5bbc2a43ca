// The search from both ends against the plain one from one end, which looks at every point.

import { expect, test } from 'vitest'
import { deviationOf, LinkSearch } from '../../../src/course/simplify/min-links.ts'
import { toUnitVectors } from '../../../src/course/simplify/sphere-arc.ts'
import { buildBothWays, TwoSidedSearch } from '../../../src/course/simplify/simplify-line.ts'
import { EARTH_RADIUS_M } from '../../../src/geo/lon-lat.ts'

const COUNT = 1500
function lineOf(seed: number, kind: number) {
  let state = seed
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  const lon: number[] = []
  const lat: number[] = []
  let a = 7
  let b = 46
  for (let i = 0; i < COUNT; i++) {
    if (kind === 0) {
      a += (random() - 0.5) * 4e-5
      b += (random() - 0.5) * 3e-5
    } else if (kind === 1) {
      a = 7 + 0.01 * Math.cos(i / 100)
      b = 46 + 0.007 * Math.sin(i / 100) + i * 1e-6
    } else {
      a = 7 + i * 2e-5
      b = 46 + (random() - 0.5) * 1e-4
    }
    lon.push(a)
    lat.push(b)
  }
  return toUnitVectors(lon, lat)
}
const everyPoint = new Int32Array(Math.ceil(COUNT / 32)).fill(-1)

test('as few arcs are found from both ends as from one, and they keep the tolerance', () => {
  for (const kind of [0, 1, 2]) {
    for (const seed of [1, 2, 3]) {
      const line = lineOf(seed, kind)
      const spreadRad = 1e-3 / EARTH_RADIUS_M
      const search = new TwoSidedSearch(buildBothWays(line, spreadRad), everyPoint, { left: 1e9 })
      for (const toleranceM of [0.5, 2, 8, 30]) {
        for (const [from, to] of [
          [0, COUNT - 1],
          [17, 1203],
          [5, 6],
          [31, 33],
        ]) {
          const plain = new LinkSearch(line, { left: 1e9 }).find(from, to, toleranceM / EARTH_RADIUS_M, COUNT)!
          const found = search.find(from, to, toleranceM / EARTH_RADIUS_M, COUNT)!
          // hulls ask fewer points: never more arcs, and with their small spread hardly ever fewer
          expect(found.links).toBeLessThanOrEqual(plain.links)
          expect(found.links).toBeGreaterThanOrEqual(plain.links - 1)
          expect(found.inner.length).toBe(found.links - 1)
          const kept = [from, ...found.inner, to]
          for (let k = 1; k < kept.length; k++) expect(kept[k]).toBeGreaterThan(kept[k - 1])
          expect(deviationOf(line, kept) * EARTH_RADIUS_M).toBeLessThanOrEqual(toleranceM + 0.01)
          // one arc fewer is refused
          if (found.links > 1) expect(search.find(from, to, toleranceM / EARTH_RADIUS_M, found.links - 1)).toBeNull()
        }
      }
    }
  }
})

test('corners that are not allowed are not used, and no work left proves nothing', () => {
  const line = lineOf(4, 0)
  const some = new Int32Array(Math.ceil(COUNT / 32)).fill(0b1000100)
  const ways = buildBothWays(line, 0)
  const found = new TwoSidedSearch(ways, some, { left: 1e9 }).find(0, COUNT - 1, 20 / EARTH_RADIUS_M, COUNT)
  expect(found).not.toBeNull()
  for (const point of found!.inner) expect([2, 6]).toContain(point % 32)
  const work = { left: 10 }
  expect(new TwoSidedSearch(ways, everyPoint, work).find(0, COUNT - 1, 1 / EARTH_RADIUS_M, 3)).toBeNull()
  expect(work.left).toBeLessThan(0)
})
