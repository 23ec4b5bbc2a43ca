import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastAtMost } from '../../src/geo/last-at-most.ts'

test('the last value that is at most the wanted one is found, as by looking at each', () => {
  const values = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 12 }).map((list) => list.sort((a, b) => a - b))
  fc.assert(
    fc.property(
      values,
      fc.integer({ min: -10, max: 10 }),
      fc.nat(12),
      fc.integer({ min: -1, max: 12 }),
      (list, value, from, to) => {
        const last = Math.min(to, list.length - 1)
        fc.pre(from < Math.max(1, list.length))
        let expected = from
        for (let i = from; i <= last; i++) if (list[i] <= value) expected = i
        expect(lastAtMost(list, value, from, last)).toBe(expected)
      },
    ),
  )
})
