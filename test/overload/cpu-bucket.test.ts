import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CpuBucket } from '../../src/overload/cpu-bucket.ts'

test('five seconds may be saved, are used by what ran, and come back at a tenth of a second in each', () => {
  let nowMs = 0
  const bucket = new CpuBucket(1, () => nowMs)
  expect(bucket.waitS('a', 1)).toBe(0)
  bucket.spend('a', 1, 4999)
  expect(bucket.waitS('a', 1)).toBe(0)
  bucket.spend('a', 1, 1)
  expect(bucket.waitS('a', 1)).toBe(1)
  expect(bucket.refused).toBe(1)
  expect(bucket.waitS('b', 1)).toBe(0)
  nowMs += 100
  expect(bucket.waitS('a', 1)).toBe(0)
  bucket.spend('a', 1, 10)
  nowMs += 60_000
  bucket.spend('a', 1, 4999)
  expect(bucket.waitS('a', 1)).toBe(0)
  bucket.spend('a', 1, 2)
  expect(bucket.waitS('a', 1)).toBe(1)
})

test('a bucket that is overdrawn waits for what ran, and for no more than a minute', () => {
  const bucket = new CpuBucket(1, () => 0)
  bucket.spend('a', 1, 6000)
  expect(bucket.waitS('a', 1)).toBe(10)
  bucket.spend('a', 1, 1e9)
  expect(bucket.waitS('a', 1)).toBe(60)
})

test('a larger share is as much more', () => {
  const bucket = new CpuBucket(1, () => 0)
  bucket.spend('pro', 10, 49_000)
  expect(bucket.waitS('pro', 10)).toBe(0)
  bucket.spend('pro', 10, 2000)
  expect(bucket.waitS('pro', 10)).toBe(1)
})

test('whatever is asked, nobody uses more than a second in ten, what was saved and what ran when that was used up', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 500 }), costMs: fc.integer({ min: 0, max: 400 }) }), {
        maxLength: 300,
      }),
      (requests) => {
        let nowMs = 0
        let usedMs = 0
        const bucket = new CpuBucket(1, () => nowMs)
        for (const { waitMs, costMs } of requests) {
          nowMs += waitMs
          if (bucket.waitS('a', 1) > 0) continue
          bucket.spend('a', 1, costMs)
          usedMs += costMs
        }
        expect(usedMs).toBeLessThanOrEqual(5000 + nowMs / 10 + 400)
      },
    ),
  )
})

test('a flood of accounts is forgotten when it is full again, and never grows beyond a bound', () => {
  let nowMs = 0
  const bucket = new CpuBucket(1, () => nowMs)
  for (let i = 0; i < 60_000; i++) bucket.spend(`address:${i}`, 1, 1)
  expect(bucket.size).toBeLessThanOrEqual(50_256)
  nowMs += 2000
  for (let i = 0; i < 60_000; i++) bucket.spend(`other:${i}`, 1, 0)
  expect(bucket.size).toBeLessThanOrEqual(50_256)
  // those that used something are known among the flood
  bucket.spend('heavy', 1, 8000)
  expect(bucket.waitS('heavy', 1)).toBeGreaterThan(1)
})
