// Rates of several servers over one store, by a clock of the test's own: what they let through together, and what each
// does while the store is slow or gone.

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RateLimiter } from '../../src/metering/rate-limiter.ts'
import { SharedBuckets, type BucketStore } from '../../src/metering/shared-buckets.ts'
import { TokenBuckets } from '../../src/metering/token-buckets.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

const clock = { nowMs: () => Date.now() }
const RATE_PER_S = 5
const BURST = 10

/** A store in memory that answers after a while; `fault` makes it fail. */
function memoryStore(latencyMs: number): BucketStore & { fault: Error | null; exchanges: number } {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  const store = {
    fault: null as Error | null,
    exchanges: 0,
    async exchange(changes: Parameters<BucketStore['exchange']>[0]) {
      store.exchanges++
      await new Promise((resolve) => setTimeout(resolve, latencyMs))
      if (store.fault !== null) throw store.fault
      return changes.map(({ name, taken, capacity, perS }) => {
        const { tokens, atMs } = buckets.get(name) ?? { tokens: capacity, atMs: Date.now() }
        const left = Math.min(capacity, Math.min(capacity, tokens + ((Date.now() - atMs) / 1000) * perS) - taken)
        buckets.set(name, { tokens: left, atMs: Date.now() })
        return left
      })
    },
    close: async () => {},
  }
  return store
}

function startReplicas(count: number, store: BucketStore) {
  const shared = Array.from({ length: count }, () => new SharedBuckets(store, clock))
  return shared.map((buckets) => new RateLimiter(buckets.ofKind('requests')))
}

describe('rates over several servers', () => {
  test('let through what one would and at most one burst more for each further server, however they are asked', async () => {
    const requested = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 25 })), {
      minLength: 20,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(requested, fc.integer({ min: 1, max: 40 }), async (bursts, latencyMs) => {
        const replicas = startReplicas(3, memoryStore(latencyMs))
        const granted: number[] = []
        for (const [replica, pauseMs, requests] of bursts) {
          await vi.advanceTimersByTimeAsync(pauseMs)
          for (let i = 0; i < requests; i++)
            if (replicas[replica].take('a', RATE_PER_S, clock.nowMs()) === 0) granted.push(clock.nowMs())
        }
        for (let from = 0; from < granted.length; from++)
          for (let to = from; to < granted.length; to++) {
            const most = BURST + ((granted[to] - granted[from]) / 1000) * RATE_PER_S + 2 * BURST
            expect(to - from + 1).toBeLessThanOrEqual(most)
          }
      }),
      { numRuns: 30 },
    )
  })

  test('one server has left what it has alone, however long the store takes to answer', async () => {
    const requested = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 4 })), { minLength: 10, maxLength: 60 })
    const size = { capacity: BURST, perS: RATE_PER_S }
    let answered = 0
    await fc.assert(
      fc.asyncProperty(requested, fc.integer({ min: 1, max: 80 }), async (takes, latencyMs) => {
        const store = memoryStore(latencyMs)
        const buckets = new SharedBuckets(store, clock).ofKind('requests')
        let plain = BURST
        let atMs = clock.nowMs()
        for (const [pauseMs, tokens] of takes) {
          await vi.advanceTimersByTimeAsync(pauseMs)
          plain = Math.min(BURST, plain + ((clock.nowMs() - atMs) / 1000) * RATE_PER_S)
          atMs = clock.nowMs()
          if (buckets.take('a', tokens, size, atMs) === 0) plain -= tokens
          // the store refills from when it hears of them
          const lag = ((latencyMs + 10) / 1000) * 2 * RATE_PER_S
          expect(Math.abs(buckets.left('a', size, atMs) - plain)).toBeLessThanOrEqual(lag)
        }
        answered += store.exchanges
      }),
      { numRuns: 40 },
    )
    expect(answered).toBeGreaterThan(200)
  })

  test('under lasting demand on all of them come to the rate of one', async () => {
    const replicas = startReplicas(3, memoryStore(2))
    let granted = 0
    for (let ms = 0; ms < 60_000; ms += 10) {
      await vi.advanceTimersByTimeAsync(10)
      for (const replica of replicas) if (replica.take('a', RATE_PER_S, clock.nowMs()) === 0) granted++
    }
    expect(granted).toBeGreaterThanOrEqual(60 * RATE_PER_S - 1)
    expect(granted).toBeLessThanOrEqual(BURST + 60 * RATE_PER_S + 2 * BURST)
  })

  test('what one gives back, all have', async () => {
    const [one, other] = startReplicas(2, memoryStore(2))
    for (let i = 0; i < BURST - 1; i++) one.take('a', RATE_PER_S, clock.nowMs())
    other.take('a', RATE_PER_S, clock.nowMs())
    await vi.advanceTimersByTimeAsync(20)
    expect(other.state('a', RATE_PER_S, clock.nowMs()).remaining).toBe(0)
    one.giveBack('a', RATE_PER_S, clock.nowMs())
    other.giveBack('a', RATE_PER_S, clock.nowMs())
    await vi.advanceTimersByTimeAsync(20)
    expect(other.state('a', RATE_PER_S, clock.nowMs()).remaining).toBe(2)
  })

  test('kinds and callers are counted apart', async () => {
    const store = memoryStore(2)
    const [one, other] = [new SharedBuckets(store, clock), new SharedBuckets(store, clock)]
    const size = { capacity: 10, perS: 1 }
    one.ofKind('requests').take('a', 10, size, clock.nowMs())
    await vi.advanceTimersByTimeAsync(20)
    const points = other.ofKind('points')
    expect(points.take('a', 1, size, clock.nowMs())).toBe(0)
    await vi.advanceTimersByTimeAsync(20)
    expect(points.left('a', size, clock.nowMs())).toBeCloseTo(9, 1)
  })

  test('of many callers take few exchanges', async () => {
    const store = memoryStore(2)
    const [replica] = startReplicas(1, store)
    for (let i = 0; i < 1000; i++) replica.take(`caller ${i % 400}`, RATE_PER_S, clock.nowMs())
    await vi.advanceTimersByTimeAsync(100)
    expect(store.exchanges).toBe(1)
  })
})

describe('while the store is gone', () => {
  test('each server allows its own rate, and says so once; when it is back they count together again', async () => {
    const store = memoryStore(2)
    const reported: boolean[] = []
    const shared = [1, 2].map(() => new SharedBuckets(store, clock, (gone) => reported.push(gone)))
    const replicas = shared.map((buckets) => new RateLimiter(buckets.ofKind('requests')))
    store.fault = new Error('no store')
    const grantedIn = async (ms: number): Promise<number> => {
      let granted = 0
      for (let at = 0; at < ms; at += 20) {
        await vi.advanceTimersByTimeAsync(20)
        for (const replica of replicas) if (replica.take('a', RATE_PER_S, clock.nowMs()) === 0) granted++
      }
      return granted
    }
    expect(await grantedIn(10_000)).toBeGreaterThanOrEqual(2 * 10 * RATE_PER_S)
    expect(reported).toEqual([true, true])
    expect(shared.map(({ isGone }) => isGone)).toEqual([true, true])
    expect(store.exchanges).toBeLessThanOrEqual(2 * 12)
    store.fault = null
    await grantedIn(3000)
    expect(reported).toEqual([true, true, false, false])
    expect(await grantedIn(20_000)).toBeLessThanOrEqual(20 * RATE_PER_S + BURST)
  })

  test('one that does not answer holds nobody, and is asked again only after a pause', async () => {
    const store = memoryStore(1_000_000)
    const shared = new SharedBuckets(store, clock)
    const replica = new RateLimiter(shared.ofKind('requests'))
    for (let i = 0; i < 100; i++) {
      replica.take('a', RATE_PER_S, clock.nowMs())
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(shared.isGone).toBe(true)
    expect(store.exchanges).toBeLessThanOrEqual(6)
  })
})

test('closing tells what was taken last', async () => {
  const store = memoryStore(2)
  const [one, other] = [new SharedBuckets(store, clock), new SharedBuckets(store, clock)]
  const rates = new RateLimiter(one.ofKind('requests'))
  for (let i = 0; i < BURST; i++) rates.take('a', RATE_PER_S, clock.nowMs())
  const closed = one.close()
  await vi.advanceTimersByTimeAsync(20)
  await closed
  const next = new RateLimiter(other.ofKind('requests'))
  next.take('a', RATE_PER_S, clock.nowMs())
  await vi.advanceTimersByTimeAsync(20)
  expect(next.take('a', RATE_PER_S, clock.nowMs())).toBeGreaterThan(0)
})

test('a bucket alone gives in any time its capacity and what it refills, and never less', () => {
  const requested = fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 7 })), {
    maxLength: 80,
  })
  fc.assert(
    fc.property(
      requested,
      fc.integer({ min: 7, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (takes, capacity, perS) => {
        const buckets = new TokenBuckets()
        let [nowMs, left] = [0, capacity]
        for (const [pauseMs, tokens] of takes) {
          nowMs += pauseMs
          left = Math.min(capacity, left + (pauseMs / 1000) * perS)
          const isGiven = buckets.take('a', tokens, { capacity, perS }, nowMs) === 0
          if (Math.abs(left - tokens) > 1e-6) expect(isGiven).toBe(left > tokens)
          if (isGiven) left -= tokens
        }
      },
    ),
  )
})
