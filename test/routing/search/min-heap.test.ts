import { expect, test } from 'vitest'
import fc from 'fast-check'
import { MinHeap } from '../../../src/routing/search/min-heap.ts'

test('pops come in the order of their keys, however pushes and pops are mixed', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }), { freq: 3 }), { maxLength: 300 }), (steps) => {
      const heap = new MinHeap()
      const model: { key: number; item: number }[] = []
      steps.forEach((key, item) => {
        if (key !== null) {
          heap.push(key, item)
          model.push({ key, item })
        } else if (model.length > 0) {
          const least = Math.min(...model.map((m) => m.key))
          expect(heap.topKey()).toBe(least)
          const popped = heap.pop()
          const at = model.findIndex((m) => m.item === popped)
          expect(model[at].key).toBe(least)
          model.splice(at, 1)
        }
        expect(heap.size).toBe(model.length)
      })
      expect(heap.topKey()).toBe(model.length === 0 ? Infinity : Math.min(...model.map((m) => m.key)))
    }),
  )
})

test('it grows beyond its first room and is empty after clear', () => {
  const heap = new MinHeap()
  for (let i = 0; i < 5000; i++) heap.push((i * 7919) % 5000, i)
  let last = -1
  for (let i = 0; i < 2500; i++) {
    const key = heap.topKey()
    expect(key).toBeGreaterThanOrEqual(last)
    last = key
    heap.pop()
  }
  heap.clear()
  expect([heap.size, heap.topKey()]).toEqual([0, Infinity])
})
