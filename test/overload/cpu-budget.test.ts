import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CpuBudget } from '../../src/overload/cpu-budget.ts'

test('five times the budget may be saved, is used by what ran, and fills again steadily', () => {
  let nowMs = 0
  const budget = new CpuBudget(1, () => nowMs)
  expect(budget.begin('a', 1)).toBe(0)
  budget.spend('a', 1, 4980)
  expect(budget.begin('a', 1)).toBe(0)
  budget.end('a', 1)
  budget.end('a', 1)
  budget.spend('a', 1, 20)
  // nothing is left: a hundredth of a second is there in a tenth
  expect(budget.begin('a', 1)).toBe(1)
  expect(budget.refused).toBe(1)
  expect(budget.begin('b', 1)).toBe(0)
  nowMs += 100
  expect(budget.begin('a', 1)).toBe(0)
})

test('a budget that is overdrawn waits for what ran, and for no more than a minute', () => {
  const budget = new CpuBudget(1, () => 0)
  budget.spend('a', 1, 6000)
  expect(budget.begin('a', 1)).toBe(11)
  budget.spend('a', 1, 1e9)
  expect(budget.begin('a', 1)).toBe(61)
})

test('a larger share is as much more', () => {
  const budget = new CpuBudget(1, () => 0)
  budget.spend('pro', 10, 49_000)
  expect(budget.begin('pro', 10)).toBe(0)
  budget.spend('pro', 10, 2000)
  expect(budget.begin('pro', 10)).toBe(2)
})

test('no more requests are open at once than their holds leave room for', () => {
  const budget = new CpuBudget(1, () => 0)
  let open = 0
  while (budget.begin('a', 1) === 0) open++
  expect(open).toBe(500)
  for (let i = 0; i < open; i++) budget.end('a', 1)
  expect(budget.begin('a', 1)).toBe(0)
})

test('whatever is asked, nobody uses more than the budget, what was saved and what was open when it ran out', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 500 }), costMs: fc.integer({ min: 0, max: 400 }) }), {
        maxLength: 300,
      }),
      (requests) => {
        let nowMs = 0
        let usedMs = 0
        const budget = new CpuBudget(1, () => nowMs)
        for (const { waitMs, costMs } of requests) {
          nowMs += waitMs
          if (budget.begin('a', 1) > 0) continue
          budget.spend('a', 1, costMs)
          budget.end('a', 1)
          usedMs += costMs
        }
        expect(usedMs).toBeLessThanOrEqual(5000 + nowMs / 10 + 400)
      },
    ),
  )
})

test('a flood of accounts is forgotten when it is full again, and never grows beyond a bound', () => {
  let nowMs = 0
  const budget = new CpuBudget(1, () => nowMs)
  for (let i = 0; i < 60_000; i++) budget.spend(`address:${i}`, 1, 1)
  expect(budget.size).toBeLessThanOrEqual(50_256)
  nowMs += 2000
  for (let i = 0; i < 60_000; i++) budget.spend(`other:${i}`, 1, 0)
  expect(budget.size).toBeLessThanOrEqual(50_256)
  // those that used something are known among the flood
  budget.spend('heavy', 1, 8000)
  expect(budget.begin('heavy', 1)).toBeGreaterThan(1)
})
