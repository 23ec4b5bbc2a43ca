import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LargeMap, LargeSet } from '../../src/graph/large-map.ts'

const entriesArb = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.option(fc.nat(), { nil: undefined })))

test('a large map answers as a Map does, however few entries one of its parts holds', () => {
  fc.assert(
    fc.property(entriesArb, fc.integer({ min: 1, max: 9 }), (entries, perMap) => {
      const map = new Map(entries)
      const large = new LargeMap(entries, perMap)
      expect(large.size).toBe(map.size)
      expect([...large]).toEqual([...map])
      expect([...large.keys()]).toEqual([...map.keys()])
      expect([...large.values()]).toEqual([...map.values()])
      for (let key = 0; key <= 41; key++) {
        expect(large.get(key)).toBe(map.get(key))
        expect(large.has(key)).toBe(map.has(key))
      }
    }),
  )
})

test('a large set answers as a Set does, however few keys one of its parts holds', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 2 })), fc.integer({ min: 1, max: 9 }), (keys, perMap) => {
      const set = new Set(keys)
      const large = new LargeSet(keys, perMap)
      expect([...large]).toEqual([...set])
      expect(large.size).toBe(set.size)
      for (const key of [...keys, 'none of them']) expect(large.has(key)).toBe(set.has(key))
    }),
  )
})
