import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Area,
  MAX_AREAS,
  MAX_CORNERS,
  NOTHING_AVOIDED,
  areaFault,
  crossesItself,
  crossesSide,
} from '../../../src/web/plan/avoid.ts'

const square: Area = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

describe('an area to avoid', () => {
  test('has three corners that differ, and an edge that neither crosses nor touches itself', () => {
    expect(areaFault(square, NOTHING_AVOIDED)).toBeNull()
    expect(areaFault(square.slice(0, 2), NOTHING_AVOIDED)).toBe('few')
    expect(areaFault([...square.slice(0, 2), [1, 0], [0, 0]], NOTHING_AVOIDED)).toBe('few')
    const [a, b, c, d] = square
    expect(areaFault([a, c, b, d], NOTHING_AVOIDED)).toBe('crossing')
    expect(areaFault([a, b, [2, 0], [0.5, 0]], NOTHING_AVOIDED)).toBe('crossing') // back along its own side
    expect(areaFault([a, b, c, [0.5, 0]], NOTHING_AVOIDED)).toBe('crossing') // a corner on a side
  })

  test('takes while it is drawn no side that crosses another, and every side of a ring that does not cross itself', () => {
    const [a, b, c, d] = square
    expect([crossesSide([], a), crossesSide([a], b), crossesSide([a, b], c)]).toEqual([false, false, false])
    expect(crossesSide([a, c, b], d)).toBe(true)
    expect(crossesSide([a, b], [0.5, 0])).toBe(true) // back along its own side
    const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(fc.uniqueArray(corner, { minLength: 3, maxLength: 7, selector: (one) => one.join() }), (ring) => {
        const isRefused = ring.some((one, i) => crossesSide(ring.slice(0, i), one))
        if (isRefused) expect(crossesItself(ring)).toBe(true)
        else expect(crossesItself(ring)).toBe(meetsBrute(ring))
      }),
    )
  })

  test('fits beside the others of a plan', () => {
    const many = { areas: Array.from({ length: MAX_AREAS }, () => square), kinds: [] }
    expect(areaFault(square, many)).toBe('many')
    const large = Array.from({ length: MAX_CORNERS + 1 }, (_, i): [number, number] => [i, i * i])
    expect(areaFault(large, NOTHING_AVOIDED)).toBe('many')
  })

  test('is refused for crossing exactly where every pair of sides is looked at by another rule', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(fc.uniqueArray(corner, { minLength: 3, maxLength: 7, selector: (one) => one.join() }), (ring) => {
        expect(crossesItself(ring)).toBe(meetsBrute(ring))
      }),
      { numRuns: 500 },
    )
  })
})

/** Sides meet where a fine walk along one of them comes onto another, ends of neighbours aside: small whole numbers. */
function meetsBrute(ring: readonly [number, number][]): boolean {
  const sides = ring.map((from, i) => [from, ring[(i + 1) % ring.length]] as const)
  return sides.some(([a, b], i) =>
    sides.some(([c, d], j) => {
      if (i >= j) return false
      // solve a + s (b - a) = c + t (d - c) in whole numbers
      const det = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
      const shared = [a, b].filter((one) => one === c || one === d)
      if (det !== 0) {
        const s = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / det
        const t = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / det
        return shared.length === 0 && s >= 0 && s <= 1 && t >= 0 && t <= 1
      }
      if ((b[0] - a[0]) * (c[1] - a[1]) !== (b[1] - a[1]) * (c[0] - a[0])) return false // parallel, apart
      const along = (one: readonly [number, number]) =>
        (one[0] - a[0]) * (b[0] - a[0]) + (one[1] - a[1]) * (b[1] - a[1])
      const [low, high] = [along(c), along(d)].sort((x, y) => x - y)
      const overlap = Math.min(high, along(b)) - Math.max(low, 0)
      return shared.length === 0 ? overlap >= 0 : overlap > 0
    }),
  )
}
