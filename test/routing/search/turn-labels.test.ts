import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LabelPlaces } from '../../../src/routing/search/turn-labels.ts'
import { caseCount } from '../../support/case-count.ts'

/** Keys as networks have them: runs of neighbours, and some far apart. */
const keys = fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 2 ** 31 - 2 })), {
  maxLength: 12_000,
})

test('each key has the place that it was given, any other none, round after round', () => {
  const places = new LabelPlaces()
  fc.assert(
    fc.property(keys, fc.array(fc.integer({ min: 0, max: 2 ** 31 - 2 }), { maxLength: 50 }), (given, others) => {
      const known = new Map<number, number>()
      for (const key of given) {
        expect(places.at(key)).toBe(0)
        places.set(key, known.size + 1)
        known.set(key, known.size + 1)
      }
      for (const key of [...given, ...others]) expect(places.at(key)).toBe(known.get(key) ?? 0)
      places.clear()
      for (const key of given) expect(places.at(key)).toBe(0)
    }),
    { numRuns: caseCount(30, 300) },
  )
})

test('a search that saw far fewer nodes than the one before does not look through all of its memory', () => {
  const places = new LabelPlaces()
  for (let key = 0; key < 1_000_000; key++) places.set(key * 7, key + 1)
  expect(places.at(7 * 999_999)).toBe(1_000_000)
  places.clear()
  const fill = Int32Array.prototype.fill
  let cleared = 0
  Int32Array.prototype.fill = function (...args) {
    cleared += this.length
    return fill.apply(this, args)
  }
  try {
    for (let round = 0; round < 20; round++) {
      for (let key = 0; key < 10; key++) places.set(key * 1001, key + 1)
      expect(places.at(9009)).toBe(10)
      places.clear()
    }
  } finally {
    Int32Array.prototype.fill = fill
  }
  expect(cleared).toBeLessThan(1_000_000)
})
