import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { countersGone } from '../../src/metering/counter-store.ts'
import { LeasedCounterStore, MOST_LEASED } from '../../src/metering/leased-counters.ts'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'

const KEEP_MS = Date.UTC(2100, 0)
const one = (amount: number, limit: number) => [{ counter: 'c', amount, limit, keepUntilMs: KEEP_MS }]
/** A store that answers later, and counts how often it is asked. */
function slowStore() {
  const store = new MemoryCounterStore({ nowMs: () => 0 })
  const take = store.take.bind(store)
  const requested = { takes: 0 }
  store.take = ((demands: Parameters<typeof take>[0]) => {
    requested.takes++
    return new Promise((resolve) => setImmediate(() => resolve(take(demands))))
  }) as never
  return { store, requested }
}

describe('leases', () => {
  test('a busy account asks the store for one call in twenty or fewer; the store is never behind what was spent', async () => {
    const { store, requested } = slowStore()
    const leased = new LeasedCounterStore(store)
    for (let spent = 1; spent <= 4000; spent++) {
      expect(await leased.take(one(1, 1_000_000))).toEqual({ refused: null, sums: [spent] })
      expect(store.used('c')).toBeGreaterThanOrEqual(spent)
      expect(store.used('c') - spent).toBeLessThanOrEqual(MOST_LEASED)
    }
    expect(requested.takes).toBeLessThan(200)
    expect(await leased.used('c')).toBe(4000)
    leased.close()
    expect(store.used('c')).toBe(4000)
  })

  test('a demand on two counters receives what is used, without what is leased of either', async () => {
    const { store } = slowStore()
    const leased = new LeasedCounterStore(store)
    for (let spent = 1; spent <= 50; spent++) await leased.take(one(1, 1_000_000))
    expect(leased.leased).toBeGreaterThan(0)
    const both = [...one(2, 1_000_000), { counter: 'area', amount: 2, limit: 100, keepUntilMs: KEEP_MS }]
    expect(await leased.take(both)).toEqual({ refused: null, sums: [52, 2] })
    expect(await leased.take(one(1, 1_000_000))).toEqual({ refused: null, sums: [53] })
    leased.close()
    expect(store.used('c')).toBe(53)
  })

  test('an account that begins with large calls leases as much as they used, at once', async () => {
    const { store } = slowStore()
    const leased = new LeasedCounterStore(store, () => 0)
    for (let i = 0; i < 4; i++) await leased.take(one(100, 1_000_000))
    expect([leased.leased, store.used('c'), await leased.used('c')]).toEqual([400, 800, 400])
    leased.close()
  })

  test('a quiet account leases nothing, nor one that has little left', async () => {
    const { store } = slowStore()
    const leased = new LeasedCounterStore(store)
    for (let i = 0; i < 3; i++) await leased.take(one(1, 1_000_000))
    expect(store.used('c')).toBe(3)
    for (let i = 0; i < 20; i++) await leased.take([{ counter: 'small', amount: 1, limit: 30, keepUntilMs: KEEP_MS }])
    expect(store.used('small')).toBe(20)
    leased.close()
  })

  test('of an account with thousands of calls a second are requested ten times a second or less, within the bound of a process', async () => {
    const { store, requested } = slowStore()
    let nowMs = 0
    const leased = new LeasedCounterStore(store, () => nowMs)
    const callFor = async (seconds: number) => {
      requested.takes = 0
      for (let i = 0; i < seconds * 2800; i++, nowMs += 1 / 2.8) {
        expect((await leased.take(one(1, 1e9))).refused).toBeNull()
        expect(leased.leased).toBeLessThanOrEqual(MOST_LEASED)
        if (i % 50 === 0) await new Promise(setImmediate)
      }
      return requested.takes / seconds
    }
    await callFor(4)
    expect(await callFor(4)).toBeLessThan(10)
    leased.close()
  })

  test('of an account with five calls a second spare it four of five questions, and shrink once it slows down', async () => {
    const { store, requested } = slowStore()
    let nowMs = 0
    const leased = new LeasedCounterStore(store, () => nowMs)
    for (let i = 0; i < 100; i++, nowMs += 200) {
      await leased.take(one(1, 1e9))
      await new Promise(setImmediate)
    }
    expect(requested.takes).toBeLessThan(30)
    for (let i = 0; i < 2000; i++) await leased.take(one(1, 1e9))
    expect(leased.leased).toBeGreaterThan(128)
    for (let i = 0; i < 3; i++) {
      // a sweep a while later, with calls that go on slowly
      nowMs += 2400
      await leased.take(one(1, 1e9))
    }
    await expect.poll(() => leased.leased).toBeLessThan(128)
    leased.close()
  })

  test('come back when the account is idle', async () => {
    const { store } = slowStore()
    const leased = new LeasedCounterStore(store)
    for (let i = 0; i < 100; i++) await leased.take(one(1, 1_000_000))
    expect(store.used('c')).toBeGreaterThan(100)
    await expect.poll(() => store.used('c')).toBe(100)
    expect(leased.leased).toBe(0)
    leased.close()
  })

  test('whatever the plan becomes from call to call, a call is granted where it fits into the plan that it names', async () => {
    const change = fc.record({ limit: fc.integer({ min: 1, max: 4000 }), calls: fc.integer({ min: 1, max: 40 }) })
    const seen = { granted: 0, refused: 0, leased: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 8 }), async (changes) => {
        const { store } = slowStore()
        const leased = new LeasedCounterStore(store)
        let spent = 0
        for (const { limit, calls } of changes)
          for (let call = 0; call < calls; call++) {
            const amount = 1 + (call % 9)
            const fits = spent + amount <= limit
            expect((await leased.take(one(amount, limit))).refused).toBe(fits ? null : 0)
            if (fits) spent += amount
            if (leased.leased > 0) seen.leased++
            seen[fits ? 'granted' : 'refused']++
          }
        leased.close()
        await new Promise((resolve) => setTimeout(resolve, 2))
        expect(store.used('c')).toBe(spent)
      }),
      { numRuns: 40 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(30)
  })

  test('of one process every sum is what was spent, whatever is given back and whenever the store is gone', async () => {
    const step = fc.oneof(
      { weight: 12, arbitrary: fc.record({ amount: fc.integer({ min: 1, max: 30 }), back: fc.nat(30) }) },
      { weight: 1, arbitrary: fc.constant('switch' as const) },
    )
    const seen = { leased: 0, gone: 0, back: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 100 }), async (steps) => {
        const store = new MemoryCounterStore({ nowMs: () => 0 })
        const take = store.take.bind(store)
        let isGone = false
        store.take = (demands) => {
          if (isGone) throw countersGone()
          return take(demands)
        }
        const leased = new LeasedCounterStore(store, () => 0)
        let spent = 0
        for (const next of steps) {
          if (next === 'switch') {
            isGone = !isGone
            continue
          }
          const { amount, back } = next
          const taken = await Promise.resolve(leased.take(one(amount, 1_000_000))).catch((refusal: unknown) => refusal)
          if (isGone && taken instanceof ServiceError) seen.gone++
          else {
            spent += amount
            expect(taken).toEqual({ refused: null, sums: [spent] })
            if (back > 0 && back <= amount) {
              leased.giveBack('c', back)
              spent -= back
              seen.back++
            }
          }
          // a refill may be under way
          await new Promise(setImmediate)
          if (leased.leased > 0) seen.leased++
          expect(await leased.used('c')).toBe(spent)
        }
        leased.close()
        expect(store.used('c')).toBe(spent)
      }),
      { numRuns: 40 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
  })

  test('whatever three processes take and give back of one plan, it is never over-spent, and the last credit is spent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3000 }),
        fc.array(fc.record({ at: fc.nat(2), amount: fc.integer({ min: 1, max: 9 }), back: fc.nat(9) }), {
          minLength: 1,
          maxLength: 60,
        }),
        async (limit, pattern) => {
          const { store } = slowStore()
          const processes = [0, 1, 2].map(() => new LeasedCounterStore(store))
          let spent = 0
          await Promise.all(
            Array.from({ length: 10 }, async (_, lane) => {
              for (let i = 0; i < 60; i++) {
                const { at, amount, back } = pattern[(lane * 7 + i) % pattern.length]
                if ((await processes[at].take(one(amount, limit))).refused !== null) continue
                spent += amount
                if (back > 0 && back < amount) {
                  processes[at].giveBack('c', back)
                  spent -= back
                }
                expect(spent).toBeLessThanOrEqual(limit)
              }
            }),
          )
          for (const leased of processes) leased.close()
          // a refill that was under way when its process closed gives back by itself
          await new Promise((resolve) => setTimeout(resolve, 5))
          expect(store.used('c')).toBe(spent)
          const last = new LeasedCounterStore(store)
          for (let left = limit - spent; left > 0; left--) expect((await last.take(one(1, limit))).refused).toBeNull()
          expect((await last.take(one(1, limit))).refused).toBe(0)
          last.close()
        },
      ),
      { numRuns: 15 },
    )
  })
})
