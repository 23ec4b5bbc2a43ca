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

test('a process that still compiles what it runs lets a document use six times as much', () => {
  const limit = limitOf(280, 0)
  limit.spend(1060, 1592)
  expect(limit.told).toBe(0)
  limit.spend(70, 105)
  expect(limit.told).toBe(1)
})

test('the limit is reached before work that would go beyond it, were it and what runs of its kind somewhat more expensive than before', () => {
  const limit = limitOf(1000)
  limit.expect('dear')
  limit.expect('dear')
  limit.spend(200, 200, 'dear')
  limit.expect('dear')
  limit.expect('cheap')
  limit.spend(10, 10, 'cheap')
  limit.expect('cheap')
  // 210 used, two run
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

test('what begins first may use whatever it takes, what begins later its part of what is left beside others of its kind', () => {
  const limit = limitOf(1000)
  expect(limit.expect('route')).toBe(Infinity)
  expect(limit.expect('route')).toBe(500)
  expect(limit.expect('reach')).toBe(1000)
  limit.spend(200, 200, 'route')
  limit.spend(100, 100, 'route')
  // 300 used, the reach runs
  expect(limit.expect('route')).toBe(700)
  limit.spend(700, 700, 'reach')
  expect(limit.told).toBe(1)
  expect(limit.expect('route')).toBe(0)
})

test('a part is smaller where each counted millisecond costs others', () => {
  const limit = limitOf(1000)
  limit.expect('route')
  limit.spend(100, 200, 'route')
  expect(limit.expect('route')).toBe(400)
})
