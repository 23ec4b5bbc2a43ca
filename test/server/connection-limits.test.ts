import { describe, expect, test } from 'vitest'
import { ByteBudget, SMALL_BODY_BYTES } from '../../src/server/connection-limits.ts'

describe('the budget of body bytes', () => {
  test('keeps a quarter for small bodies', () => {
    const budget = new ByteBudget(1_000_000)
    expect(budget.take(500_000)).toBe(true)
    expect(budget.take(300_000)).toBe(false)
    expect(budget.take(250_000)).toBe(true)
    expect(budget.take(100_000)).toBe(false)
    expect(budget.take(SMALL_BODY_BYTES)).toBe(true)
    budget.giveBack(500_000)
    expect(budget.take(300_000)).toBe(true)
  })

  test('takes one body larger than itself, alone', () => {
    const budget = new ByteBudget(1000)
    expect(budget.take(5000)).toBe(true)
    expect(budget.take(1)).toBe(false)
    budget.giveBack(5000)
    expect(budget.heldBytes).toBe(0)
    expect(budget.take(1)).toBe(true)
  })
})
