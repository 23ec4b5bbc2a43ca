// Counters that cannot be written: a database that goes and comes back, a full disk, a clock that steps a day. Nothing
// may end the process, nothing that costs may be answered uncounted, and charges made meanwhile are counted afterwards.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/durations.ts'
import { type Accounts, openPostgresAccounts, openSqliteAccounts } from '../../db/open-accounts.ts'
import { Allowance } from '../../src/metering/allowance.ts'
import { createKey } from '../../src/metering/api-key.ts'
import {
  BatchedCounterStore,
  type CounterBatch,
  type CounterEngine,
  type CounterOutcome,
} from '../../src/metering/batched-counters.ts'
import { keylessCaller } from '../../src/metering/caller.ts'
import { KeyList } from '../../src/metering/key-list.ts'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'
import { PointAllowance, RateLimiter } from '../../src/metering/rate-limiter.ts'
import { type FakeApp, getJson, postJson, startFakeApp } from '../support/fake-services.ts'
import { TEST_DATABASE_URL, type TestDatabase, createTestDatabase } from '../support/test-database.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const KEEP_MS = Date.UTC(2100, 0)
const folder = mkdtempSync(join(tmpdir(), 'waypost-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let app: FakeApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

async function serveOver(accounts: Accounts) {
  const changes: boolean[] = []
  const counters = new BatchedCounterStore(accounts.counters, (gone) => changes.push(gone))
  const keys = new KeyList(accounts.keys)
  await keys.follow()
  let nowMs = Date.now()
  app = await startFakeApp({ nowMs: () => (nowMs += 1000), counters, keys, trustedProxies: ['127.0.0.1'] })
  const { api, site } = app
  return {
    changes,
    counters,
    keys,
    elevation: (headers: Record<string, string> = {}) =>
      getJson(`${api}/tiles/v1/elevation/current/sample?points=1,1`, headers),
    graphql: (headers: Record<string, string> = {}) =>
      postJson(
        `${api}/graphql`,
        { query: '{ points(at: [[1, 1]]) { elevation { heightM } } service { artifacts { name } } }' },
        headers,
      ),
    usage: (headers: Record<string, string>) => getJson(`${api}/v1/usage`, headers),
    free: () =>
      Promise.all([getJson(`${api}/tiles/v1/status`), getJson(`${site}/api/route/capabilities`)]).then((answers) =>
        answers.map(({ status }) => status),
      ),
  }
}

describe.skipIf(TEST_DATABASE_URL === undefined)(
  'a database that is gone and comes back (needs TEST_DATABASE_URL)',
  () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await createTestDatabase()
    })
    afterAll(() => database.drop())
    const name = () => new URL(database.url).pathname.slice(1)
    const cut = async () => {
      await database.run(`alter database ${name()} allow_connections false`)
      await database.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}' and pid <> pg_backend_pid()`,
      )
    }
    const mend = () => database.run(`alter database ${name()} allow_connections true`)

    test('is 503 with Retry-After for what costs, through both transports, keyed or not; what is free goes on; nothing is lost or charged twice', async () => {
      const accounts = openPostgresAccounts(database.url)
      await accounts.keys.writeProject('p', 'pro', {}, 0)
      const { key, record } = createKey({ project: 'p', plan: 'pro' })
      await accounts.keys.addKey(record, '', 0)
      const server = await serveOver(accounts)
      const keyed = { 'x-api-key': key }
      expect((await server.elevation(keyed)).status).toBe(200)
      expect((await server.elevation()).status).toBe(200)

      await cut()
      for (let round = 0; round < 3; round++) {
        for (const headers of [{}, keyed]) {
          const refused = await server.elevation(headers)
          expect(refused).toMatchObject({ status: 503, body: { error: 'busy' } })
          expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
          expect((await server.graphql(headers)).body.errors[0].extensions).toMatchObject({
            code: 'BUSY',
            status: 503,
          })
        }
        expect((await server.usage(keyed)).status).toBe(503)
        expect(await server.free()).toEqual([200, 200])
      }
      expect(server.counters.stats.gone).toBe(true)

      await mend()
      await expect.poll(async () => (await server.elevation(keyed)).status).toBe(200)
      await expect.poll(async () => (await server.usage(keyed)).body.credits.used).toBe(2)
      expect((await server.elevation()).status).toBe(200)
      expect(server.changes).toEqual([true, false])
      server.keys.close()
      await server.counters.close()
      await accounts.close()
    })

    test('that was never there is 503 too, for keys as well, and the server takes it up when it comes', async () => {
      await cut()
      const accounts = openPostgresAccounts(database.url)
      const server = await serveOver(accounts)
      expect((await server.elevation()).status).toBe(503)
      expect((await server.elevation({ 'x-api-key': createKey({ project: 'p', plan: 'pro' }).key })).status).toBe(503)
      expect(await server.free()).toEqual([200, 200])
      await mend()
      await expect.poll(async () => (await server.elevation()).status).toBe(200)
      await expect
        .poll(
          async () => (await server.elevation({ 'x-api-key': createKey({ project: 'p', plan: 'pro' }).key })).status,
        )
        .toBe(401)
      server.keys.close()
      await server.counters.close()
      await accounts.close()
    })

    test('connections that break under load count no credit twice and none for nothing', async () => {
      const accounts = openPostgresAccounts(database.url)
      const store = new BatchedCounterStore(accounts.counters)
      const take = () =>
        store.take([{ counter: 'credits broken', amount: 1, limit: 1e9, keepUntilMs: KEEP_MS }]).then(
          () => 1,
          () => 0,
        )
      await take()
      let breaking = true
      const breaks = (async () => {
        for (let i = 0; i < 5; i++) {
          await database.run(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}' and pid <> pg_backend_pid()`,
          )
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        breaking = false
      })()
      let passed = 1
      while (breaking) {
        for (const one of await Promise.all([take(), take(), take()])) passed += one
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      await breaks
      await expect.poll(() => store.used('credits broken').catch(() => -1)).toBe(passed)
      await store.close()
      await accounts.close()
    })
  },
)

describe('an answer that was lost', () => {
  /** Applies the batch, then fails, as a connection does that breaks behind the commit. */
  function losingAnswers(lose: () => boolean): CounterEngine & { store: MemoryCounterStore } {
    const store = new MemoryCounterStore({ nowMs: () => NOW_MS })
    let last: { number: number; outcome: CounterOutcome } | null = null
    const applyOnce = (number: number, batch: CounterBatch): CounterOutcome => {
      if (last?.number === number) return last.outcome
      for (const { counter, amount } of batch.gives) store.giveBack(counter, amount)
      const outcome = {
        takes: batch.takes.map((demands) => store.take(demands)),
        slotTakes: batch.slotTakes.map(({ account, slots }) => store.takeSlot(account, slots)),
        reads: batch.reads.map((counter) => store.used(counter)),
      }
      for (const { account, count } of batch.slotReleases) for (let i = 0; i < count; i++) store.releaseSlot(account)
      last = { number, outcome }
      return outcome
    }
    return {
      store,
      apply: async (number, batch) => {
        const outcome = applyOnce(number, batch)
        if (lose()) throw new Error('the connection broke')
        return outcome
      },
      listUsage: async () => [],
    }
  }
  const demand = [{ counter: 'c', amount: 3, limit: 10, keepUntilMs: KEEP_MS }]

  test('is asked again at once under its number: counted once, nobody is refused', async () => {
    let losses = 1
    const engine = losingAnswers(() => losses-- > 0)
    const store = new BatchedCounterStore(engine)
    expect(await store.take(demand)).toEqual({ refused: null, sums: [3] })
    expect(engine.store.used('c')).toBe(3)
    await store.close()
  })

  test('to callers who were refused meanwhile is given back, credits and slots', async () => {
    let losses = 2
    const engine = losingAnswers(() => losses-- > 0)
    const store = new BatchedCounterStore(engine)
    const slot = store.takeSlot('a', 1)
    await expect(store.take(demand)).rejects.toMatchObject({ code: 'busy', retryAfterS: 2 })
    await expect(slot).rejects.toMatchObject({ code: 'busy' })
    expect(engine.store.used('c')).toBe(3)
    await expect.poll(() => engine.store.used('c')).toBe(0)
    await expect.poll(() => store.takeSlot('a', 1).catch(() => false)).toBe(true)
    await store.close()
  })
})

describe('a full disk', () => {
  test('is 503 for what costs, loses nothing that was counted, and is forgotten when there is room again', async () => {
    const dataDir = join(folder, 'full')
    const accounts = await openSqliteAccounts(dataDir)
    const server = await serveOver(accounts)
    const from = (address: string) => server.elevation({ 'x-forwarded-for': address })
    expect((await from('203.0.113.4')).status).toBe(200)
    const full = fillUp(accounts)
    const statuses = []
    for (let i = 0; i < 5; i++) {
      const answer = await from('203.0.113.41')
      statuses.push(answer.status)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect(statuses).toEqual(new Array(5).fill(503))
    expect(await server.free()).toEqual([200, 200])
    full.free()
    await expect.poll(async () => (await from('203.0.113.41')).status).toBe(200)
    expect(server.changes).toEqual([true, false])
    await server.counters.flush()
    const rows = new DatabaseSync(join(dataDir, 'accounts.sqlite'))
      .prepare(
        `SELECT name, used FROM counter WHERE name LIKE 'credits address:203.0.113.4 20%' OR name LIKE 'credits address:203.0.113.41 20%'`,
      )
      .all()
    expect(rows.map(({ used }) => used)).toEqual([1, 1])
    server.keys.close()
    await server.counters.close()
    await accounts.close()
  })

  /** Lets the file grow no further, as `PRAGMA max_page_count` does for the connection that is asked. */
  function fillUp(accounts: Accounts): { free: () => void } {
    const raw = accounts.raw!
    raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const pages = raw.prepare('PRAGMA page_count').get()!.page_count as number
    raw.exec(`PRAGMA max_page_count = ${pages}`)
    // what room its pages have is taken by counters beside the one to come, until the smallest does not fit
    const insert = raw.prepare('INSERT INTO counter VALUES (?, 1, ?)')
    for (const letters of [200, 60, 20, 5, 1]) {
      for (let i = 0; i < 5000; i++) {
        try {
          insert.run(`credits address:203.0.113.4${letters}x${i} ${'x'.repeat(letters)}`, KEEP_MS)
        } catch (error) {
          expect((error as { errcode?: number }).errcode).toBe(13) // SQLITE_FULL
          break
        }
      }
    }
    return { free: () => raw.exec('PRAGMA max_page_count = 1073741823') }
  }
})

describe('a clock that steps a day', () => {
  const caller = keylessCaller('clock')
  const spend = async (allowance: Allowance, credits: number, nowMs: number) =>
    (await allowance.reserve(caller, { credits, areaCredits: 0 }, nowMs)).settle(credits, 0)

  test('forward gives the next day once; back again meets what was used: never negative, never a second day', async () => {
    const accounts = await openSqliteAccounts(join(folder, 'clock'))
    const store = new BatchedCounterStore(accounts.counters)
    const allowance = new Allowance(store, true)
    await spend(allowance, 500, NOW_MS)
    await spend(allowance, 500, NOW_MS + DAY_MS)
    await accounts.prune(NOW_MS + DAY_MS)
    for (const nowMs of [NOW_MS, NOW_MS + DAY_MS]) {
      await expect(spend(allowance, 1, nowMs)).rejects.toMatchObject({ code: 'credits_exhausted' })
      expect(await allowance.state(caller, nowMs)).toMatchObject({ used: 500, remaining: 0 })
    }
    // a day back from where it started is a day of its own, once
    await spend(allowance, 500, NOW_MS - DAY_MS)
    await expect(spend(allowance, 1, NOW_MS - DAY_MS)).rejects.toMatchObject({ code: 'credits_exhausted' })
    await store.close()
    await accounts.close()
  })

  test('in the middle of a call: what is given back goes to the day that it was taken from', async () => {
    const store = new MemoryCounterStore({ nowMs: () => NOW_MS })
    const allowance = new Allowance(store, true)
    const reservation = await allowance.reserve(caller, { credits: 100, areaCredits: 0 }, NOW_MS)
    await spend(allowance, 7, NOW_MS + DAY_MS)
    reservation.settle(0, 0)
    expect((await allowance.state(caller, NOW_MS + DAY_MS))?.used).toBe(7)
    expect((await allowance.usageState(caller, NOW_MS)).used).toBe(0)
  })

  test('back: rates and forecast points go on from there, without a gift and without a day of waiting', () => {
    const rates = new RateLimiter()
    for (let i = 0; i < 10; i++) rates.take('a', 5, NOW_MS)
    expect(rates.take('a', 5, NOW_MS - DAY_MS)).toBe(1)
    expect(rates.take('a', 5, NOW_MS - DAY_MS + 1000)).toBe(0)
    const points = new PointAllowance()
    expect(points.take('a', 120, NOW_MS)).toBe(0)
    expect(points.take('a', 1, NOW_MS - DAY_MS)).toBeGreaterThan(0)
    expect(points.take('a', 100, NOW_MS - DAY_MS + 60_000)).toBe(0)
  })

  test('slots of another process stay taken or are free within seconds, forward or back', async () => {
    let nowMs = NOW_MS
    const clock = { nowMs: () => nowMs }
    const [one, two] = await Promise.all([
      openSqliteAccounts(join(folder, 'slots'), clock),
      openSqliteAccounts(join(folder, 'slots'), clock),
    ])
    const [here, there] = [new BatchedCounterStore(one.counters), new BatchedCounterStore(two.counters)]
    expect(await here.takeSlot('a', 1)).toBe(true)
    expect(await there.takeSlot('a', 1)).toBe(false)
    // the holder is dead; its last sign of life lies ahead of the clock now
    nowMs -= DAY_MS
    expect(await there.takeSlot('a', 1)).toBe(true)
    await here.close()
    await there.close()
    await one.close()
    await two.close()
  })
})

describe('a flood of addresses', () => {
  test('is counted one by one up to a number, then together, so that the store stays bounded', async () => {
    const store = new MemoryCounterStore({ nowMs: () => NOW_MS })
    const names = new Set<string>()
    const take = store.take.bind(store)
    store.take = (demands) => {
      for (const { counter } of demands) names.add(counter)
      return take(demands)
    }
    const allowance = new Allowance(store, true, 1000)
    const spend = async (address: string) =>
      (await allowance.reserve(keylessCaller(address), { credits: 1, areaCredits: 0 }, NOW_MS)).settle(1, 0)
    for (let i = 0; i < 20_000; i++) await spend(`2001:db8:${(i >> 8).toString(16)}:${(i & 255).toString(16)}::/64`)
    expect(names.size).toBeLessThanOrEqual(1000 + 4096)
    // one that was there before keeps its own
    await spend('2001:db8:0:0::/64')
    expect((await allowance.usageState(keylessCaller('2001:db8:0:0::/64'), NOW_MS)).used).toBeGreaterThanOrEqual(1)
  })
})
