// One contract for counting, three stores: memory, SQLite, and PostgreSQL where TEST_DATABASE_URL names a server.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Accounts, openPostgresAccounts, openSqliteAccounts } from '../../db/open-accounts.ts'
import { createKey } from '../../src/metering/api-key.ts'
import { BatchedCounterStore } from '../../src/metering/batched-counters.ts'
import type { CounterStore, FinishedCall } from '../../src/metering/counter-store.ts'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'
import { TEST_DATABASE_URL, type TestDatabase, createTestDatabase } from '../support/test-database.ts'

const KEEP_MS = Date.UTC(2100, 0)
const call = (account: string): FinishedCall => ({
  account,
  keyPrefix: 'svc_a',
  periodId: '2026-11',
  operation: 'route',
  credits: 1,
  keepUntilMs: KEEP_MS,
})
const folder = mkdtempSync(join(tmpdir(), 'waypost-accounts-'))
let database: TestDatabase
beforeAll(async () => {
  if (TEST_DATABASE_URL !== undefined) database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

interface Opened {
  store: CounterStore
  close(): Promise<void>
}
const batched = (accounts: Accounts): Opened => {
  const store = new BatchedCounterStore(accounts.counters)
  return {
    store,
    close: async () => {
      await store.close()
      await accounts.close()
    },
  }
}
let memory: MemoryCounterStore
const engines: [string, boolean, () => Promise<Opened>][] = [
  [
    'memory',
    false,
    async () => ({ store: (memory ??= new MemoryCounterStore({ nowMs: () => Date.now() })), close: async () => {} }),
  ],
  ['SQLite', false, async () => batched(await openSqliteAccounts(folder))],
  [
    'PostgreSQL (needs TEST_DATABASE_URL)',
    TEST_DATABASE_URL === undefined,
    async () => batched(openPostgresAccounts(database.url)),
  ],
]

let counters = 0
const newName = () => `credits test ${++counters}`
const one = (counter: string, amount: number, limit: number) => [{ counter, amount, limit, keepUntilMs: KEEP_MS }]

describe.each(engines)('counting in %s', (engine, skipped, open) => {
  let store: CounterStore
  let close: () => Promise<void>
  beforeAll(async () => {
    if (!skipped) ({ store, close } = await open())
  })
  afterAll(() => close?.())

  test.skipIf(skipped)('adds up to the limit and not beyond, and says the sum', async () => {
    const name = newName()
    expect(await store.used(name)).toBe(0)
    expect(await store.take(one(name, 3, 10))).toEqual({ refused: null, sums: [3] })
    expect(await store.take(one(name, 7, 10))).toEqual({ refused: null, sums: [10] })
    expect(await store.take(one(name, 1, 10))).toEqual({ refused: 0, sums: [10] })
    expect(await store.used(name)).toBe(10)
  })

  test.skipIf(skipped)('refuses a first amount over the limit and leaves nothing', async () => {
    const name = newName()
    expect(await store.take(one(name, 11, 10))).toEqual({ refused: 0, sums: [0] })
    expect(await store.used(name)).toBe(0)
  })

  test.skipIf(skipped)('takes of several counters all or nothing, and names the one that refused', async () => {
    const [wide, narrow] = [newName(), newName()]
    const both = (amount: number) => store.take([...one(wide, amount, 100), ...one(narrow, amount, 5)])
    expect(await both(4)).toEqual({ refused: null, sums: [4, 4] })
    expect(await both(2)).toEqual({ refused: 1, sums: [4, 4] })
    expect(await store.used(wide)).toBe(4)
  })

  test.skipIf(skipped)('what is given back can be taken again, and no sum falls below zero', async () => {
    const name = newName()
    await store.take(one(name, 10, 10))
    store.giveBack(name, 4)
    expect(await store.take(one(name, 4, 10))).toEqual({ refused: null, sums: [10] })
    store.giveBack(name, 99)
    store.giveBack(newName(), 5)
    expect(await store.used(name)).toBe(0)
  })

  test.skipIf(skipped)('of 400 that come at once exactly as many pass as fit', async () => {
    const [name, other] = [newName(), newName()]
    const taken = await Promise.all(
      Array.from({ length: 400 }, (_, i) => store.take(one(i % 2 === 0 ? name : other, 1, i % 2 === 0 ? 150 : 1000))),
    )
    expect(taken.filter(({ refused }) => refused === null)).toHaveLength(350)
    expect(await store.used(name)).toBe(150)
    expect(await store.used(other)).toBe(200)
  })

  test.skipIf(skipped)('whatever is taken and given back, the sums are those of a plain count', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(2), amount: fc.integer({ min: 1, max: 30 }), back: fc.boolean() }), {
          maxLength: 40,
        }),
        async (steps) => {
          const names = [newName(), newName(), newName()]
          const sums = [0, 0, 0]
          const requested = steps.map(({ at, amount, back }) => {
            const fits = sums[at] + amount <= 100
            if (fits) sums[at] += amount
            return { fits, taken: store.take(one(names[at], amount, 100)), back: back && fits }
          })
          for (const { fits, taken } of requested) expect((await taken).refused).toBe(fits ? null : 0)
          steps.forEach(({ at, amount }, i) => {
            if (!requested[i].back) return
            store.giveBack(names[at], amount)
            sums[at] -= amount
          })
          expect(await Promise.all(names.map((name) => store.used(name)))).toEqual(sums)
        },
      ),
      { numRuns: 25 },
    )
  })

  test.skipIf(skipped)('counts calls per operation, period and key', async () => {
    const account = newName()
    store.recordCall({ ...call(account), operation: 'search', credits: 1 })
    store.recordCall({ ...call(account), credits: 2 })
    await store.flush()
    store.recordCall({ ...call(account), credits: 3 })
    store.recordCall({ ...call(account), keyPrefix: 'svc_b', credits: 4 })
    store.recordCall({ ...call(account), periodId: '2026-12' })
    expect(await store.listUsage(account, '2026-11')).toEqual([
      { operation: 'route', calls: 3, credits: 9 },
      { operation: 'search', calls: 1, credits: 1 },
    ])
    expect(await store.listUsage(account, '2026-11', 'svc_b')).toEqual([{ operation: 'route', calls: 1, credits: 4 }])
    expect(await store.listUsage(newName(), '2026-11')).toEqual([])
  })

  test.skipIf(skipped)('gives as many slots as there are, and again what was released', async () => {
    const account = newName()
    expect(await Promise.all([1, 2, 3].map(() => store.takeSlot(account, 2)))).toEqual([true, true, false])
    store.releaseSlot(account)
    expect(await store.takeSlot(account, 2)).toBe(true)
    expect(await store.takeSlot(account, 2)).toBe(false)
    expect(await store.takeSlot(newName(), 1)).toBe(true)
  })

  if (engine !== 'memory')
    test.skipIf(skipped)('two replicas share counters and slots, and both are there after a restart', async () => {
      const other = await open()
      const name = newName()
      const taken = await Promise.all(
        Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? store : other.store).take(one(name, 1, 60))),
      )
      expect(taken.filter(({ refused }) => refused === null)).toHaveLength(60)
      expect(await other.store.takeSlot(name, 1)).toBe(true)
      expect(await store.takeSlot(name, 1)).toBe(false)
      other.store.releaseSlot(name)
      other.store.recordCall({ ...call(name), operation: 'search' })
      await other.close()
      expect(await store.takeSlot(name, 1)).toBe(true)
      const again = await open()
      expect(await again.store.used(name)).toBe(60)
      expect(await again.store.listUsage(name, '2026-11')).toEqual([{ operation: 'search', calls: 1, credits: 1 }])
      await again.close()
    })
})

const kept: [string, boolean, () => Promise<Accounts>][] = [
  ['SQLite', false, () => openSqliteAccounts(folder)],
  [
    'PostgreSQL (needs TEST_DATABASE_URL)',
    TEST_DATABASE_URL === undefined,
    async () => openPostgresAccounts(database.url),
  ],
]

test('several processes may make the tables of one file at once', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'waypost-accounts-'))
  const opened = await Promise.all([1, 2, 3, 4].map(() => openSqliteAccounts(fresh)))
  for (const { keys, close } of opened) {
    expect(await keys.listKeys()).toEqual([])
    await close()
  }
  rmSync(fresh, { recursive: true })
})

test('a replica keeps its slots by any batch, and has none once it sent nothing for 7 s (SQLite)', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'waypost-accounts-'))
  let nowMs = Date.UTC(2026, 10, 21)
  const [holder, other] = [
    await openSqliteAccounts(fresh, { nowMs: () => nowMs }),
    await openSqliteAccounts(fresh, { nowMs: () => nowMs }),
  ]
  let batches = 0
  const isGranted = async ({ counters: engine }: Accounts, slotTakes = [{ account: 'a', slots: 1 }]) => {
    const batch = { gives: [], takes: [], calls: [], slotReleases: [], slotTakes, reads: [] }
    return (await engine.apply(++batches, batch)).slotTakes
  }
  expect(await isGranted(holder)).toEqual([true])
  nowMs += 6000
  expect(await isGranted(holder, [])).toEqual([])
  nowMs += 6999
  expect(await isGranted(other)).toEqual([false])
  nowMs += 1
  expect(await isGranted(other)).toEqual([true])
  await holder.close()
  await other.close()
  rmSync(fresh, { recursive: true })
})

describe.each(kept)('keys in %s', (_engine, skipped, open) => {
  let accounts: Accounts
  beforeAll(async () => {
    if (!skipped) accounts = await open()
  })
  afterAll(() => accounts?.close())

  test.skipIf(skipped)('are kept as they were made, with the overrides of their project', async () => {
    await accounts.keys.writeProject('p', 'pro', { credits: 5000, ratePerS: Infinity }, 7)
    const { record } = createKey({ project: 'p', plan: 'pro', browser: true, origins: ['https://example.org'] })
    expect(await accounts.keys.addKey(record, 'a note', 8)).toBe(true)
    expect(await accounts.keys.listKeys()).toEqual([
      { ...record, overrides: { credits: 5000, ratePerS: Infinity }, note: 'a note', createdMs: 8, revokedMs: null },
    ])
    expect(await accounts.keys.findProject('p')).toEqual({
      plan: 'pro',
      overrides: { credits: 5000, ratePerS: Infinity },
    })
    expect(await accounts.keys.findProject('q')).toBeNull()
  })

  test.skipIf(skipped)('no two begin alike, and none is added to a project that is not there', async () => {
    const { record } = createKey({ project: 'p', plan: 'pro' })
    expect(await accounts.keys.addKey(record, '', 9)).toBe(true)
    expect(await accounts.keys.addKey(record, '', 9)).toBe(false)
    await expect(
      accounts.keys.addKey(createKey({ project: 'nobody', plan: 'pro' }).record, '', 9),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test.skipIf(skipped)('changes are reported once, in order: new keys, revoked ones, another plan', async () => {
    const before = (await accounts.keys.readChanges(-1)).last
    expect((await accounts.keys.readChanges(before)).keys).toEqual([])
    const { record } = createKey({ project: 'p', plan: 'pro' })
    await accounts.keys.addKey(record, '', 10)
    const added = await accounts.keys.readChanges(before)
    expect(added.keys.map(({ prefix }) => prefix)).toEqual([record.prefix])
    expect(await accounts.keys.revokeKey(record.prefix, 11)).toBe(true)
    expect(await accounts.keys.revokeKey('svc_nothing1', 11)).toBe(false)
    const revoked = await accounts.keys.readChanges(added.last)
    expect(revoked.keys).toMatchObject([{ prefix: record.prefix, revokedMs: 11 }])
    await accounts.keys.writeProject('p', 'free', {}, 12)
    const changed = await accounts.keys.readChanges(revoked.last)
    expect(changed.keys.map(({ plan, overrides }) => ({ plan, overrides }))).toEqual(
      new Array(3).fill({ plan: 'free', overrides: {} }),
    )
    expect(changed.isWhole).toBe(false)
    // a database that was put back to an earlier day, and changed since: the last number read is unknown to it
    for (const since of [changed.last + 100, revoked.last - 1, -1])
      expect(await accounts.keys.readChanges(since)).toMatchObject({ isWhole: true, keys: { length: 3 } })
  })

  test.skipIf(skipped)('rows whose time is up are dropped, the others stay', async () => {
    const store = new BatchedCounterStore(accounts.counters)
    const nowMs = Date.UTC(2026, 10, 21)
    const name = newName()
    await store.take([
      { counter: `${name} old`, amount: 1, limit: 9, keepUntilMs: nowMs },
      { counter: `${name} new`, amount: 1, limit: 9, keepUntilMs: nowMs + 1 },
    ])
    store.recordCall({ ...call(name), periodId: 'old', keepUntilMs: nowMs })
    store.recordCall({ ...call(name), periodId: 'new', keepUntilMs: nowMs + 1 })
    await store.flush()
    expect(await accounts.prune(nowMs)).toBeGreaterThanOrEqual(2)
    expect([await store.used(`${name} old`), await store.used(`${name} new`)]).toEqual([0, 1])
    expect([await store.listUsage(name, 'old'), await store.listUsage(name, 'new')]).toMatchObject([[], [{ calls: 1 }]])
    await store.close()
  })
})
