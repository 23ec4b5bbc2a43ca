import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenCounts } from '../../db/write-catalogue.ts'
import { heapHeldBytes } from '../support/heap-held.ts'

test('tokens are counted as a Map counts them, and come in the order of sorted texts', () => {
  // letters, marks of tokens, beyond the basic plane, and the upper end of it, where UTF-8 sorts otherwise
  const token = fc.array(fc.constantFrom('a', 'ä', 'é', '¤', '中', '𝔸', '￦', '\ud800'), { maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(
        token.map((letters) => letters.join('')),
        { maxLength: 100 },
      ),
      (tokens) => {
        const counts = new TokenCounts()
        const oracle = new Map<string, number>()
        for (const one of tokens) {
          counts.add(one)
          oracle.set(one, (oracle.get(one) ?? 0) + 1)
        }
        expect([...counts.inOrder()]).toEqual([...oracle.keys()].sort().map((text) => [text, oracle.get(text)]))
      },
    ),
  )
})

test('long tokens come back whole', () => {
  const counts = new TokenCounts()
  const long = 'é'.repeat(5000)
  counts.add(long)
  expect([...counts.inOrder()]).toEqual([[long, 1]])
})

test('no object of the heap is kept for a token, which takes 80 bytes', () => {
  const counts = new TokenCounts()
  const before = heapHeldBytes()
  for (let i = 0; i < 100_000; i++) counts.add(`token ${i}`)
  expect((heapHeldBytes() - before) / 100_000).toBeLessThan(20)
  expect(counts.count).toBe(100_000)
})
