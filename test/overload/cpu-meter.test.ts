import { expect, test } from 'vitest'
import { CpuBudget } from '../../src/overload/cpu-budget.ts'
import { CpuMeter, NO_METER } from '../../src/overload/cpu-meter.ts'
import { threadCpuMs } from '../../src/overload/thread-cpu.ts'

class Spent extends CpuBudget {
  readonly by = new Map<string, number>()
  constructor() {
    super(1000)
  }

  override spend(name: string, share: number, ms: number): void {
    this.by.set(name, (this.by.get(name) ?? 0) + ms)
    super.spend(name, share, ms)
  }
}

function work(ms: number): void {
  const until = threadCpuMs() + ms
  while (threadCpuMs() < until);
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const settle = async (): Promise<void> => {
  await turn()
  await turn()
}

test('work on the main thread counts for the request that resumed last, across promises, until the turn is over', async () => {
  const budget = new Spent()
  const [a, b] = [new CpuMeter(budget), new CpuMeter(budget)]
  a.begin('a', 1)
  b.begin('b', 1)
  const first = async (): Promise<void> => {
    a.resume()
    work(20)
    await null
    work(20)
  }
  const second = async (): Promise<void> => {
    await turn()
    b.resume()
    work(30)
  }
  await Promise.all([first(), second()])
  await settle()
  work(20) // nobody's
  await settle()
  expect(budget.by.get('a')).toBeGreaterThanOrEqual(39)
  expect(budget.by.get('a')).toBeLessThan(55)
  expect(budget.by.get('b')).toBeGreaterThanOrEqual(29)
  expect(budget.by.get('b')).toBeLessThan(45)
})

test('a limit fires once, when what ran from then on is a document’s share of what an account without a key is given', () => {
  const meter = new CpuMeter(new CpuBudget(1))
  meter.spend(5000)
  let told = 0
  const limit = () => meter.limit(() => told++)
  limit()
  meter.spend(5000)
  expect(told).toBe(0) // nobody is known whose budget it would be
  meter.begin('a', 2)
  limit()
  meter.spend(279)
  expect(told).toBe(0)
  // six times as much until the code of this process is compiled
  meter.spend(1402)
  meter.spend(4000)
  expect(told).toBe(1)
  limit()
  meter.spend(1681)
  expect(told).toBe(2)
  NO_METER.limit(() => told++)
  NO_METER.spend(1e6)
  expect(told).toBe(2)
})

test('what ran before the caller was known counts for it, and what threads report after the end too', async () => {
  const budget = new Spent()
  const meter = new CpuMeter(budget)
  meter.spend(100)
  expect(budget.by.size).toBe(0)
  meter.begin('a', 1)
  expect(budget.by.get('a')).toBe(100)
  meter.close(() => 'address')
  meter.spend(50)
  expect(budget.by.get('a')).toBe(150 - 10)
  const unknown = new CpuMeter(budget)
  unknown.spend(7)
  unknown.close(() => 'address')
  expect(budget.by.get('address')).toBe(7)
})

test('without a budget nothing is measured', () => {
  NO_METER.resume()
  NO_METER.spend(1e9)
  expect(NO_METER.begin('a', 1)).toBe(0)
  NO_METER.close(() => 'a')
  expect(NO_METER.begin('a', 1)).toBe(0)
})

test('a request that stays open begins again and again, and waits while its caller has nothing left', () => {
  const budget = new CpuBudget(1, () => 0)
  const meter = new CpuMeter(budget)
  expect([meter.again(), meter.begin('a', 1), meter.again(), meter.again()]).toEqual([0, 0, 0, 0])
  meter.spend(5000)
  expect(meter.again()).toBe(1)
  meter.spend(1000)
  expect(meter.again()).toBe(11)
  // nothing is held of one that may not begin: closing it gives nothing back
  meter.close(() => 'a')
  expect(new CpuMeter(budget).begin('a', 1)).toBe(11)
})
