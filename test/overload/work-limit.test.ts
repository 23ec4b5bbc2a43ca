import { expect, test } from 'vitest'
import { countWork, WorkLimit } from '../../src/overload/work-limit.ts'

/** A limit in a process that has used so much before. */
function limitOf(limitMs: number, usedMs = 1e6) {
  const process = { ms: usedMs }
  const made = {
    told: 0,
    expect: (kind: string) => limit.expect(kind),
    /** as a part of what the process used */
    spend: (ms: number, usedMs = ms, kind?: string) => {
      process.ms += usedMs
      countWork(ms)
      limit.spend(ms, kind)
    },
    others: (ms: number) => {
      process.ms += ms
      countWork(ms)
    },
  }
  const limit = new WorkLimit(
    limitMs,
    () => made.told++,
    () => process.ms,
  )
  return made
}

test('what nobody is counted for is shared in proportion to what is counted', () => {
  const limit = limitOf(400)
  limit.spend(100, 200)
  limit.others(200)
  // 300 counted, 400 used
  limit.spend(199)
  // 499 counted, 599 used: 299 of them are 359
  expect(limit.told).toBe(0)
  limit.spend(40)
  expect(limit.told).toBe(1)
})

test('at most as much as is counted for it is added', () => {
  const limit = limitOf(400)
  limit.spend(199, 10_000)
  expect(limit.told).toBe(0)
  limit.spend(1)
  expect(limit.told).toBe(1)
  limit.spend(1)
  expect(limit.told).toBe(1)
})

test('a process that still compiles what it runs shares nothing, and a quarter more may be used', () => {
  const limit = limitOf(400, 0)
  limit.spend(499, 5000)
  expect(limit.told).toBe(0)
  limit.spend(1, 1)
  expect(limit.told).toBe(1)
})

test('the limit is reached before work that would go beyond it, were it and what runs of its kind as dear as before', () => {
  const limit = limitOf(1000)
  limit.expect('dear')
  limit.expect('dear')
  limit.spend(240, 240, 'dear')
  limit.expect('dear')
  limit.expect('cheap')
  limit.spend(10, 10, 'cheap')
  limit.expect('cheap')
  // 250 used, two run
  expect(limit.told).toBe(0)
  limit.expect('dear')
  expect(limit.told).toBe(0)
  limit.expect('dear')
  expect(limit.told).toBe(1)
})

test('work of a kind that never ran before may begin', () => {
  const limit = limitOf(1000)
  for (let i = 0; i < 50; i++) limit.expect('dear')
  expect(limit.told).toBe(0)
  limit.spend(999, 999, 'dear')
  expect(limit.told).toBe(0)
  limit.spend(1, 1, 'dear')
  expect(limit.told).toBe(1)
})
