import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteTable, ByteList } from '../../src/storage/byte-table.ts'

test('runs are numbered as a Map of their texts numbers them, and come back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3 }), { maxLength: 200 }), (runs) => {
      const table = new ByteTable()
      const oracle = new Map<string, number>()
      for (const run of runs) {
        const text = run.join()
        if (!oracle.has(text)) oracle.set(text, oracle.size)
        expect(table.add(run)).toBe(oracle.get(text))
      }
      expect(table.count).toBe(oracle.size)
      const back = [...oracle.keys()].map((_, i) => table.get(i).join())
      expect(back).toEqual([...oracle.keys()])
      expect(table.view().join()).toBe(back.filter((text) => text !== '').join())
    }),
  )
})

test('runs are in the order of Buffer.compare', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4 }), fc.uint8Array({ maxLength: 4 }), (a, b) => {
      const table = new ByteTable()
      expect(Math.sign(table.compare(table.add(a), table.add(b)))).toBe(Buffer.compare(a, b))
    }),
  )
})

test('a million runs that differ in one byte each are all found', () => {
  const table = new ByteTable()
  const run = new Uint8Array(8)
  const view = new DataView(run.buffer)
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < 1_000_000; i++) {
      view.setUint32(4, i)
      if (table.add(run) !== i) expect.unreachable(`${i} is numbered otherwise`)
    }
  }
  expect([table.count, table.byteLength]).toEqual([1_000_000, 8_000_000])
})

test('runs come back as they were, under their numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 20 }), (runs) => {
      const list = new ByteList()
      expect(runs.map((run) => list.push(run))).toEqual(runs.map((_, i) => i))
      expect([list.count, list.byteLength]).toEqual([runs.length, runs.reduce((sum, { length }) => sum + length, 0)])
      expect(runs.map((_, i) => list.get(i).join())).toEqual(runs.map((run) => run.join()))
    }),
  )
})
