import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteList } from '../../src/storage/byte-list.ts'

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
