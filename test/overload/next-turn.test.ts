import { expect, test, vi } from 'vitest'
import { CpuBudget } from '../../src/overload/cpu-budget.ts'
import { CpuMeter } from '../../src/overload/cpu-meter.ts'
import { threadCpuMs } from '../../src/overload/thread-cpu.ts'
import { nextTurn } from '../../src/overload/next-turn.ts'

test('of work that asks for a turn at the same time one piece runs in each turn of the event loop', async () => {
  let turn = 0
  let isOver = false
  const count = (): void => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turns = await Promise.all(Array.from({ length: 20 }, () => nextTurn(undefined).then(() => turn)))
  isOver = true
  expect(new Set(turns).size).toBe(20)
})

test.each([true, false])('what follows is for the request that waited, if one did: %s', async (isOfRequest) => {
  const budget = new CpuBudget(1, () => 0)
  const spent = vi.spyOn(budget, 'spend')
  const meter = new CpuMeter(budget)
  meter.begin('a', 1)
  spent.mockClear()
  await nextTurn(isOfRequest ? meter : undefined)
  const until = threadCpuMs() + 50
  while (threadCpuMs() < until);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const spentMs = spent.mock.calls.reduce((sum, [, , ms]) => sum + ms, 0)
  if (isOfRequest) expect(spentMs).toBeGreaterThanOrEqual(50)
  else expect(spentMs).toBe(0)
})
