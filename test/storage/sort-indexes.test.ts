import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { indexesUpTo, sortIndexes } from '../../src/storage/sort-indexes.ts'

afterEach(() => vi.restoreAllMocks())

test('indexes sorted in runs are in the order that one sort gives, equals as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 1, max: 20 }), (values, runLength) => {
      const compare = (a: number, b: number) => values[a] - values[b]
      const sorted = sortIndexes(indexesUpTo(values.length), compare, runLength)
      expect([...sorted]).toEqual(values.map((_, i) => i).sort(compare))
    }),
  )
})

test('no run that V8 sorts is longer than is said', () => {
  const sort = vi.spyOn(Uint32Array.prototype, 'sort')
  sortIndexes(indexesUpTo(100), (a, b) => b - a, 7)
  const lengths = sort.mock.contexts.map((run) => (run as Uint32Array).length)
  expect(lengths).toEqual([...Array<number>(14).fill(7), 2])
})

test('of more than 2^27 indexes, where a list of V8 ends, a shorter run is sorted first', () => {
  const lengths: number[] = []
  vi.spyOn(Uint32Array.prototype, 'sort').mockImplementation(function (this: Uint32Array) {
    lengths.push(this.length)
    throw new Error('enough seen')
  })
  // never touched, so it takes no memory
  expect(() => sortIndexes(new Uint32Array(2 ** 27 + 1), (a, b) => a - b)).toThrow('enough seen')
  expect(lengths).toHaveLength(1)
  expect(lengths[0]).toBeLessThan(2 ** 27)
})
