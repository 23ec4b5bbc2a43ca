import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthened, uint32List } from '../../src/graph/typed-list.ts'

test('a list that grows many times keeps its numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffffffff), { maxLength: 300 }), (numbers) => {
      const list = uint32List(1)
      for (const number of numbers) list.push(number)
      expect([...list.view()]).toEqual(numbers)
    }),
  )
})

test('growing gives the memory before back at once', () => {
  const before = Uint32Array.of(1, 2)
  expect([...lengthened(before, 4)]).toEqual([1, 2, 0, 0])
  expect(before.buffer.byteLength).toBe(0)
  const list = uint32List(1)
  list.push(7)
  const view = list.view()
  list.push(8)
  expect([view.length, ...list.view()]).toEqual([0, 7, 8])
})
