import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexesUpTo, sortIndexes } from '../../src/graph/sort-indexes.ts'

test('indexes sorted in runs are in the order that one sort gives, equals as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 1, max: 20 }), (values, runLength) => {
      const compare = (a: number, b: number) => values[a] - values[b]
      const sorted = sortIndexes(indexesUpTo(values.length), compare, runLength)
      expect([...sorted]).toEqual(values.map((_, i) => i).sort(compare))
    }),
  )
})
