import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IdIndex } from '../../src/storage/id-index.ts'
import { lengthened } from '../../src/storage/typed-list.ts'

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
  test.each([1, 2, 15, 16, 17, 32, 256, 4096, 2 ** 20, 2 ** 28 + 16])(
    'ids in steps of %d spread well: an id is found, or missed, within a few slots',
    (step) => {
      let looked = 0
      const index = new IdIndex(1, {
        ids: (length, before = new Float64Array(0)) => lengthened(before, length),
        free: () => {},
        slots: (length) => {
          const made = new Uint32Array(length).fill(0xffffffff)
          const get = (_: Uint32Array, name: string | symbol): unknown => {
            if (name === 'length') return length
            looked++
            return made[Number(name)]
          }
          return new Proxy(made, { get, set: (_, name, value) => Reflect.set(made, name, value) })
        },
      })
      const count = 16_000
      const idOf = (i: number): number => 9_000_000_000 + i * step
      for (let i = 0; i < count; i++) index.add(idOf(i))
      looked = 0
      for (let i = 0; i < count; i++) if (index.find(idOf(i)) !== i) expect.fail(`id ${i}`)
      expect(looked / count).toBeLessThan(4)
      looked = 0
      for (let i = 0; i < count; i++) if (index.find(idOf(count + i)) !== -1) expect.fail(`no id ${i}`)
      expect(looked / count).toBeLessThan(4)
    },
  )

  test.each([2 ** 30, 2 ** 31])('an index for %d ids keeps and finds them in slots beyond the sign bit', (capacity) => {
    const arrays = sparseArrays()
    const index = new IdIndex(capacity, arrays)
    for (let i = 0; i < 2000; i++) expect(index.add(7_000_000_000 + i)).toBe(i)
    for (let i = 0; i < 2000; i++) {
      expect(index.add(7_000_000_000 + i)).toBe(i)
      expect(index.find(7_000_000_000 + i)).toBe(i)
      expect(index.find(6_000_000_000 + i)).toBe(-1)
    }
    const places = arrays.slotsWritten()
    expect(places.every((at) => at >= 0 && at < capacity * 2)).toBe(true)
    expect(Math.max(...places)).toBeGreaterThan(2 ** 30)
    expect(places).toHaveLength(2000)
  })

  test('a slot that is taken is followed by the next beyond the sign bit, the last of all by the first', () => {
    // by their hashes at the last slot but one, at the last and at the first
    const [lastButOne, last, first] = [3_294_734_735, 1_841_266_325, 0]
    const arrays = sparseArrays()
    const index = new IdIndex(2 ** 31, arrays)
    index.add(7)
    arrays.write(2 ** 32 - 2, 0) // taken by that id
    expect([index.find(lastButOne), index.add(lastButOne)]).toEqual([-1, 1])
    expect(arrays.slotsWritten()).toContain(2 ** 32 - 1)
    expect([index.find(last), index.add(last)]).toEqual([-1, 2])
    expect(arrays.slotsWritten()).toContain(0)
    expect([index.find(first), index.add(first)]).toEqual([-1, 3])
    expect(arrays.slotsWritten()).toContain(1)
    expect([lastButOne, last, first].map((id) => index.find(id))).toEqual([1, 2, 3])
  })

  test('more ids than an index can hold are refused by name, before any array is made', () => {
    const arrays = sparseArrays()
    const index = new IdIndex(2 ** 31, { ...arrays, ids: () => arrays.ids(0) })
    expect(() => index.add(5)).toThrow(/^The map files hold more than 0 nodes or ways for one network/)
  })
})

/** Arrays that hold what is written into them, and take no memory for the rest. */
function sparseArrays() {
  const written: Map<number, number>[] = []
  const sparse = (length: number, rest: number): object => {
    const values = new Map<number, number>()
    written.push(values)
    return new Proxy(
      {},
      {
        get: (_, name) => (name === 'length' ? length : (values.get(Number(name)) ?? rest)),
        set: (_, name, value) => values.set(Number(name), value as number) !== undefined,
      },
    )
  }
  let slots = -1
  return {
    ids: (length: number) => sparse(length, 0) as Float64Array,
    free: () => {},
    slots(length: number) {
      const made = sparse(length, 0xffffffff) as Uint32Array
      slots = written.length - 1
      return made
    },
    slotsWritten: () => [...written[slots].keys()],
    write: (at: number, value: number) => written[slots].set(at, value),
  }
}
