// Polygons cut at the antimeridian: no point beyond it, the same ground, whatever the shape.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAtAntimeridian, type Ring } from '../../../src/routing/isochrone/cut-rings.ts'

const E6 = 180_000_000
const areaOf = (ring: Ring): number => {
  let sum = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
    sum += ring[j] * ring[i + 1] - ring[i] * ring[j + 1]
  return sum / 2
}
const total = (polygons: Ring[][]) => polygons.flat().reduce((sum, ring) => sum + areaOf(toZero(ring)), 0)
/** Around 180 degrees, so that areas are exact. */
const toZero = (ring: Ring): Ring => ring.map((v, i) => (i % 2 === 1 ? v : v < 0 ? v + E6 : v - E6))

/** A comb over the meridian: teeth of any length to either side, counter-clockwise, with a hole in its back. */
const comb = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 9 })), {
  minLength: 2,
  maxLength: 12,
})

test('rings that stay on one side are left alone', () => {
  const ring = Int32Array.of(E6 - 10, 0, E6, 0, E6, 10)
  expect(cutAtAntimeridian([[ring]])).toEqual([[ring]])
})

test('a square with a hole becomes two, each with its part of the hole as a bay', () => {
  const outer = Int32Array.of(-100, -100, 100, -100, 100, 100, -100, 100).map((v, i) => (i % 2 === 0 ? v + E6 : v))
  const hole = Int32Array.of(-50, -50, -50, 50, 50, 50, 50, -50).map((v, i) => (i % 2 === 0 ? v + E6 : v))
  const cut = cutAtAntimeridian([[outer, hole]])
  expect(cut.map((rings) => rings.length)).toEqual([1, 1])
  expect(total(cut)).toBe(200 * 200 - 100 * 100)
})

test('a hole on one side stays a hole', () => {
  const outer = Int32Array.of(-100, -100, 100, -100, 100, 100, -100, 100).map((v, i) => (i % 2 === 0 ? v + E6 : v))
  const hole = Int32Array.of(10, -50, 10, 50, 50, 50, 50, -50).map((v, i) => (i % 2 === 0 ? v + E6 : v))
  const cut = cutAtAntimeridian([[outer, hole]])
  expect(cut.map((rings) => rings.length).sort()).toEqual([1, 2])
  expect(total(cut)).toBe(200 * 200 - 40 * 100)
})

test('a hole on either side is a hole of its own side alone', () => {
  const across = (...numbers: number[]) => Int32Array.from(numbers, (v, i) => (i % 2 === 0 ? v + E6 : v))
  const outer = across(-100, -100, 100, -100, 100, 100, -100, 100)
  const holes = [-60, 40].map((west) => across(west, -50, west, 50, west + 20, 50, west + 20, -50))
  const cut = cutAtAntimeridian([[outer, ...holes]])
  expect(cut.map((rings) => rings.length)).toEqual([2, 2])
  expect(total(cut)).toBe(200 * 200 - 2 * 20 * 100)
})

// a side of several points on the meridian
const ON_MERIDIAN: [number, number][] = [
  [0, 1],
  [0, 1],
]

test('any comb keeps its ground, and no point lies beyond 180 degrees', () => {
  fc.assert(
    fc.property(comb, fc.integer({ min: -60, max: 60 }), fc.boolean(), (teeth, back, isEast) => {
      const right: number[] = []
      let y = 0
      for (const [x, height] of teeth) {
        right.push(x, y, x, y + height)
        y += height
      }
      const back0 = Math.min(back, ...teeth.map(([x]) => x)) - 5
      const plain = [...right, back0, y, back0, 0]
      const meridian = isEast ? E6 : -E6
      const ring = Int32Array.from(plain, (v, i) => (i % 2 === 0 ? v + meridian : v))
      const cut = cutAtAntimeridian([[ring]])
      for (const one of cut.flat())
        for (let i = 0; i < one.length; i += 2) expect(Math.abs(one[i])).toBeLessThanOrEqual(E6)
      expect(total(cut)).toBe(areaOf(Int32Array.from(plain)))
      for (const [outer] of cut) expect(areaOf(toZero(outer))).toBeGreaterThan(0)
    }),
    { numRuns: 1000, examples: [[ON_MERIDIAN, 0, false]] },
  )
})
