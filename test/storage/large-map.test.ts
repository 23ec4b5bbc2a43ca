import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { LargeMap, LargeSet } from '../../src/storage/large-map.ts'

afterEach(() => vi.unstubAllGlobals())

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

test('no Map of a large map or set is ever asked to hold more than 2^24 entries, where those of V8 end', () => {
  const perEntry = 2 ** 20
  class CrowdedMap<K, V> extends Map<K, V> {
    override get size(): number {
      return super.size * perEntry
    }
    override set(key: K, value: V): this {
      if (!this.has(key) && this.size >= 2 ** 24) throw new RangeError('Map maximum size exceeded')
      return super.set(key, value)
    }
  }
  vi.stubGlobal('Map', CrowdedMap)
  const keys = Array.from({ length: 100 }, (_, i) => i)
  const map = new LargeMap(keys.map((key) => [key, -key]))
  const set = new LargeSet(keys)
  expect(map.size).toBe(100 * perEntry)
  expect([...set]).toEqual(keys)
  expect(keys.map((key) => map.get(key))).toEqual(keys.map((key) => -key))
})
