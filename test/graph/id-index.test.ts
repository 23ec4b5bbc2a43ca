import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IdIndex } from '../../src/graph/id-index.ts'

describe('ids to indexes', () => {
  test('answers as a Map does, for any ids below 2^53, while it grows', () => {
    const idArb = fc.oneof(
      fc.integer({ min: -50, max: 50 }),
      fc.maxSafeInteger(),
      fc.integer({ min: 0, max: 2000 }).map((n) => n * 4294967296),
    )
    fc.assert(
      fc.property(fc.array(idArb, { maxLength: 400 }), fc.array(idArb, { maxLength: 50 }), (ids, others) => {
        const index = new IdIndex(1)
        const map = new Map<number, number>()
        for (const id of ids) {
          if (!map.has(id)) map.set(id, map.size)
          expect(index.add(id)).toBe(map.get(id))
        }
        expect(index.count).toBe(map.size)
        for (const id of [...ids, ...others]) expect(index.find(id)).toBe(map.get(id) ?? -1)
        for (const [id, at] of map) expect(index.idOf(at)).toBe(id)
      }),
    )
  })
  test('ids in sequence, as OSM has them, spread well: a hundred thousand in a blink', () => {
    const index = new IdIndex()
    for (let i = 0; i < 100_000; i++) index.add(9_000_000_000 + i * 2)
    for (let i = 0; i < 100_000; i++)
      if (index.find(9_000_000_000 + i * 2) !== i || index.find(9_000_000_001 + i * 2) !== -1) expect.fail(`id ${i}`)
    expect(index.count).toBe(100_000)
  })
})
