import { expect, test } from 'vitest'
import { CpuBudget } from '../../../src/overload/cpu-budget.ts'
import { CpuMeter } from '../../../src/overload/cpu-meter.ts'
import { threadCpuMs } from '../../../src/overload/thread-cpu.ts'
import { nextTurn } from '../../../resolvers/pipeline/next-turn.ts'

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

test('what follows is for the same request', async () => {
  const meter = new CpuMeter(new CpuBudget(1))
  meter.begin('a', 1)
  let isSpent = false
  meter.limit(() => (isSpent = true))
  await nextTurn(meter)
  const until = threadCpuMs() + 1001
  while (threadCpuMs() < until);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  expect(isSpent).toBe(true)
})
