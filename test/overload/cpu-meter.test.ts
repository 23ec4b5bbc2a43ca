import { expect, test } from 'vitest'
import { CpuBucket } from '../../src/overload/cpu-bucket.ts'
import { CpuMeter, DOCUMENT_MS, NO_METER, threadCpuMs } from '../../src/overload/cpu-meter.ts'

class Spent extends CpuBucket {
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
  const bucket = new Spent()
  const [a, b] = [new CpuMeter(bucket), new CpuMeter(bucket)]
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
  expect(bucket.by.get('a')).toBeGreaterThanOrEqual(39)
  expect(bucket.by.get('a')).toBeLessThan(55)
  expect(bucket.by.get('b')).toBeGreaterThanOrEqual(29)
  expect(bucket.by.get('b')).toBeLessThan(45)
})

test('a document may begin operations until it has used 300 ms, whatever ran before', () => {
  const meter = new CpuMeter(new CpuBucket(1))
  meter.checkDocument()
  meter.spend(5000)
  meter.begin('a', 2)
  meter.checkDocument() // no document is run
  meter.beginDocument()
  meter.spend(DOCUMENT_MS - 1)
  meter.checkDocument()
  meter.spend(1)
  const refused = expect.objectContaining({ code: 'rate_limited', retryAfterS: 1 })
  expect(() => meter.checkDocument()).toThrow(refused)
  expect(() => meter.checkDocument()).toThrow('ask for the rest in another')
  meter.beginDocument()
  meter.checkDocument()
  NO_METER.beginDocument()
  NO_METER.spend(1e6)
  NO_METER.checkDocument()
})

test('what ran before the caller was known counts for it, and what threads report after the end too', async () => {
  const bucket = new Spent()
  const meter = new CpuMeter(bucket)
  meter.spend(100)
  expect(bucket.by.size).toBe(0)
  meter.begin('a', 1)
  expect(bucket.by.get('a')).toBe(100)
  meter.close(() => 'address')
  meter.spend(50)
  expect(bucket.by.get('a')).toBe(150)
  const unknown = new CpuMeter(bucket)
  unknown.spend(7)
  unknown.close(() => 'address')
  expect(bucket.by.get('address')).toBe(7)
})

test('without a bucket nothing is measured', () => {
  NO_METER.resume()
  NO_METER.spend(1e9)
  expect(NO_METER.begin('a', 1)).toBe(0)
  NO_METER.close(() => 'a')
  expect(NO_METER.begin('a', 1)).toBe(0)
})

test('a request that stays open begins again and again, and waits while its caller has nothing left', () => {
  const bucket = new CpuBucket(1, () => 0)
  const meter = new CpuMeter(bucket)
  expect([meter.again(), meter.begin('a', 1), meter.again(), meter.again()]).toEqual([0, 0, 0, 0])
  meter.spend(5000)
  expect(meter.again()).toBe(1)
  meter.spend(1000)
  expect(meter.again()).toBe(10)
  meter.close(() => 'a')
  expect(new CpuMeter(bucket).begin('a', 1)).toBe(10)
})
