import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillBy, lengthened, uint32List } from '../../src/storage/typed-list.ts'
import { heapHeldBytes } from '../support/heap-held.ts'

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

test('an array filled by index has the values of its indexes, and takes nothing of the heap meanwhile', () => {
  expect([...fillBy(new Int32Array(4), (i) => i * i - 1)]).toEqual([-1, 0, 3, 8])
  const count = 200_000
  const before = heapHeldBytes()
  let most = 0
  fillBy(new Uint32Array(count), (i) => {
    if (i === count - 1) most = heapHeldBytes() - before
    return i
  })
  expect(most / count).toBeLessThan(10)
})
