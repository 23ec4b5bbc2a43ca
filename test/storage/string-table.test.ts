import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StringTable } from '../../src/storage/string-table.ts'
import { heapHeldBytes } from '../support/heap-held.ts'

test('strings are numbered as a Map numbers them, the empty one and none first, and come back as UTF-8', () => {
  const text = fc.option(fc.oneof(fc.string({ maxLength: 3 }), fc.string({ unit: 'grapheme' })))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 50 }), (texts) => {
      const table = new StringTable()
      const oracle = new Map([['', 0]])
      for (const one of texts) {
        if (one !== null && !oracle.has(one)) oracle.set(one, oracle.size)
        expect(table.add(one)).toBe(oracle.get(one ?? ''))
      }
      const { stringStart, stringBytes } = table.toColumns()
      const back = Array.from({ length: stringStart.length - 1 }, (_, i) =>
        Buffer.from(stringBytes.subarray(stringStart[i], stringStart[i + 1])).toString(),
      )
      expect(back).toEqual([...oracle.keys()])
      expect(stringBytes.length).toBe(stringStart[oracle.size])
    }),
  )
})

test('a long text comes back whole', () => {
  const table = new StringTable()
  table.add('中'.repeat(5000))
  expect(Buffer.from(table.toColumns().stringBytes).toString()).toBe('中'.repeat(5000))
})

test('nothing of the heap is kept for a text', () => {
  const table = new StringTable()
  const before = heapHeldBytes()
  for (let i = 0; i < 100_000; i++) table.add(`Street ${i}`)
  expect((heapHeldBytes() - before) / 100_000).toBeLessThan(20)
})
