import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPercent } from '../../src/import/progress-bar.ts'
import { between } from '../support/arbitraries.ts'

describe('toPercent', () => {
  test('never rounds a part up to all, nor something down to nothing', () => {
    expect([0, 0.0004, 0.5, 0.99999, 1].map(toPercent)).toEqual(['0 %', 'less than 0.1 %', '50 %', '99.9 %', '100 %'])
    fc.assert(
      fc.property(between(0, 1), (share) => {
        expect(toPercent(share) === '100 %').toBe(share === 1)
        expect(toPercent(share) === '0 %').toBe(share === 0)
      }),
    )
  })
})
