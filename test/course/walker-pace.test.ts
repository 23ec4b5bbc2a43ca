import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PACE_MODELS, ownBand, walkerFrom } from '../../src/course/pace-models.ts'
import { between } from '../support/arbitraries.ts'

const OWN = PACE_MODELS.hike.own

test('no recordings make no walker', () => {
  expect(walkerFrom([], OWN)).toBeNull()
})

test('a factor lies between one and the median of the recordings, nearer to it the more there are', () => {
  fc.assert(
    fc.property(between(-0.5, 0.5), fc.integer({ min: 1, max: 19 }), (log, count) => {
      const few = Math.log(walkerFrom(new Array<number>(count).fill(log), OWN)!.factor)
      const more = Math.log(walkerFrom(new Array<number>(count + 1).fill(log), OWN)!.factor)
      expect(Math.abs(few)).toBeLessThanOrEqual(Math.abs(log) + 1e-12)
      expect(Math.abs(more)).toBeGreaterThanOrEqual(Math.abs(few) - 1e-12)
    }),
  )
})

test('one wild recording among five does not move the factor', () => {
  expect(walkerFrom([0, 0.01, -0.01, 0, 2], OWN)!.factor).toBeCloseTo(1, 2)
})

test('bands narrow with every recording and the half lies within the four fifths', () => {
  let before = Infinity
  for (let count = 1; count <= 20; count++) {
    const walker = walkerFrom(new Array<number>(count).fill(0.1), OWN)!
    expect(walker.spread).toBeLessThan(before)
    before = walker.spread
    expect(ownBand(walker, 80)[0]).toBeLessThan(ownBand(walker, 50)[0])
    expect(ownBand(walker, 50)[1]).toBeLessThan(ownBand(walker, 80)[1])
  }
})
