import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenBuckets } from '../../src/metering/token-buckets.ts'
import { caseCount } from '../support/case-count.ts'

const SIZE = { capacity: 10, perS: 2 }

test('a bucket has what a plain one has, however many others come and go, and a full one is dropped', () => {
  const step = fc.record({
    name: fc.nat(20),
    tokens: fc.integer({ min: 1, max: 8 }),
    waitMs: fc.nat(1500),
    others: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const buckets = new TokenBuckets()
      const plain = new Map<string, { tokens: number; atMs: number }>()
      let nowMs = 1_000_000
      let flood = 0
      for (const { name, tokens, waitMs, others } of steps) {
        nowMs += waitMs
        if (others) for (let i = 0; i < 2500; i++) buckets.take(`other ${flood++}`, 1, SIZE, nowMs)
        const known = plain.get(`${name}`) ?? { tokens: SIZE.capacity, atMs: nowMs }
        const filled = Math.min(SIZE.capacity, known.tokens + ((nowMs - known.atMs) / 1000) * SIZE.perS)
        const isEnough = filled >= tokens
        const waitS = isEnough ? 0 : Math.max(1, Math.ceil((tokens - filled) / SIZE.perS))
        expect(buckets.take(`${name}`, tokens, SIZE, nowMs)).toBe(waitS)
        plain.set(`${name}`, { tokens: isEnough ? filled - tokens : filled, atMs: nowMs })
      }
      // all of the flood is full again
      nowMs += 60_000
      for (let i = 0; i < 20_000; i++) buckets.take(`last ${i}`, 1, SIZE, nowMs)
      expect(buckets.count).toBeLessThan(2 * 20_000)
    }),
    { numRuns: caseCount(15, 300) },
  )
})

test('a clock that is set back refills nothing, and goes on from there', () => {
  const buckets = new TokenBuckets()
  expect(buckets.take('a', 10, SIZE, 100_000)).toBe(0)
  expect(buckets.left('a', SIZE, 40_000)).toBe(0)
  expect(buckets.left('a', SIZE, 41_000)).toBe(2)
})
