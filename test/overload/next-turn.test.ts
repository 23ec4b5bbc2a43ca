import { expect, test, vi } from 'vitest'
import { CpuBucket } from '../../src/overload/cpu-bucket.ts'
import { CpuMeter, threadCpuMs } from '../../src/overload/cpu-meter.ts'
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
  const bucket = new CpuBucket(1, () => 0)
  const spent = vi.spyOn(bucket, 'spend')
  const meter = new CpuMeter(bucket)
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
