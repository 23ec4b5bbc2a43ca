// Keys and counters that survive a restart: accounts.sqlite in the data folder, or their own schema in the database of
// DATABASE_URL, shared by several replicas. Migrates the tables to their newest version and drops old rows.

import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { CounterEngine, CounterBatch, CounterOutcome } from '../src/metering/batched-counters.ts'
import type { BucketStore } from '../src/metering/shared-buckets.ts'
import { DAY_MS } from '../src/durations.ts'
import type { Taken } from '../src/metering/counter-store.ts'
import type { AccountTables } from './tables.ts'
import { createKeyTable, type KeyTable } from './key-table.ts'
import { accountMigrations, ACCOUNTS_SCHEMA } from './migrations/accounts.ts'
import { openWrittenSqlite } from './open-sqlite.ts'
import { isLocked, SQLITE_CORRUPT } from './database-fault.ts'
import { createPostgresBuckets, createPostgresCounters } from './postgres-counters.ts'
import { openPool } from './open-postgres.ts'
import { listUsage } from './list-usage.ts'
import { REPLICA_DEAD_AFTER_MS } from './migrations/apply-batch.ts'

export const ACCOUNTS_FILE = 'accounts.sqlite'
/** How long a command waits for another writing process. */
const WAIT_MS = 500
const MIGRATION_LOCK = 0x77617971
const MIGRATION_TRIES = 5
const PRUNED_AT_ONCE = 2000
/** After a week a replica has no batch of unknown outcome left. */
const REPLICA_KEPT_MS = 7 * DAY_MS

export interface Accounts {
  engine: 'sqlite' | 'postgres'
  db: Kysely<AccountTables>
  /** Settles once the tables exist. */
  ready(): Promise<void>
  counters: CounterEngine
  keys: KeyTable
  /** rates of all replicas; null for SQLite, which has one server */
  buckets: BucketStore | null
  /** the connection of SQLite, null for PostgreSQL; for tests that fill the disk */
  raw: DatabaseSync | null
  /** Drops expired rows, a limited number at once; returns how many. */
  prune(nowMs: number): Promise<number>
  close(): Promise<void>
}

/**
 * Creates the file if it does not exist. With `waitMs` 0 nothing ever waits for another process that locks the file: a
 * batch that meets a lock is retried between other work. Throws what SQLite or the migration throws.
 */
export async function openSqliteAccounts(
  dataDir: string,
  clock: { nowMs(): number } = { nowMs: () => Date.now() },
  waitMs = WAIT_MS,
): Promise<Accounts> {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, ACCOUNTS_FILE)
  // for its owner only; the -wal and -shm files take their mode from it
  closeSync(openSync(path, 'a', 0o600))
  const { raw, db } = openWrittenSqlite<AccountTables>(path, waitMs)
  try {
    const found = Object.values(raw.prepare('PRAGMA quick_check(1)').get()!)[0] as string
    if (found !== 'ok') throw Object.assign(new Error(found), { errcode: SQLITE_CORRUPT })
    await migrateSqlite(raw, db)
    const counters = createSqliteCounters(raw, db, randomBytes(8).toString('hex'), clock)
    return {
      engine: 'sqlite',
      db,
      ready: async () => {},
      raw,
      counters,
      buckets: null,
      keys: createKeyTable(db),
      close: () => db.destroy(),
      prune: async (nowMs) => {
        const dropped = await prune(db, nowMs)
        // flushes what a power cut would lose
        raw.exec('PRAGMA wal_checkpoint(PASSIVE)')
        return dropped
      },
    }
  } catch (thrown) {
    await db.destroy()
    // kysely closes only what it has used
    if (raw.isOpen) raw.close()
    throw thrown
  }
}

/**
 * The first 12 characters of the live keys of a data folder, if there is an accounts file. Opens it read-only. Throws
 * what SQLite throws.
 */
export function listKeysLeft(dataDir: string, nowMs: number): string[] {
  const path = join(dataDir, ACCOUNTS_FILE)
  if (!existsSync(path)) return []
  const raw = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  try {
    const isMade = raw.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'api_key'`).get() !== undefined
    if (!isMade) return []
    return raw
      .prepare('SELECT prefix FROM api_key WHERE revoked_ms IS NULL OR revoked_ms > ? ORDER BY prefix')
      .all(nowMs)
      .map(({ prefix }) => prefix as string)
  } finally {
    raw.close()
  }
}

/** Connects at the first query; until the tables exist, every query fails like the database. */
export function openPostgresAccounts(url: string): Accounts {
  const db = openWrittenPostgres<AccountTables>(url, ACCOUNTS_SCHEMA)
  let made: Promise<void> | null = null
  const ready = (): Promise<void> =>
    (made ??= migratePostgres(db).catch((thrown: unknown) => {
      made = null
      throw thrown
    }))
  const table = createKeyTable(db)
  const keys = Object.fromEntries(
    Object.entries(table).map(([name, ask]) => [
      name,
      async (...given: never[]) => {
        await ready()
        return (ask as (...all: never[]) => unknown)(...given)
      },
    ]),
  ) as unknown as KeyTable
  return {
    engine: 'postgres',
    db,
    ready,
    raw: null,
    keys,
    counters: createPostgresCounters(db, randomBytes(8).toString('hex'), ready),
    buckets: createPostgresBuckets(db as unknown as Kysely<never>, ready),
    prune: async (nowMs) => {
      await ready()
      return prune(db, nowMs)
    },
    close: () => db.destroy(),
  }
}

async function migrateSqlite(raw: DatabaseSync, db: Kysely<AccountTables>): Promise<void> {
  const migrator = new Migrator({
    db: db as never,
    provider: { getMigrations: async () => accountMigrations(true) as never },
  })
  // of several processes that start at once one makes the tables, and the others find them
  for (let triesLeft = MIGRATION_TRIES; ; triesLeft--) {
    if ((await migrator.getMigrations()).every(({ executedAt }) => executedAt !== undefined)) return
    try {
      return await makeTables(raw, migrator)
    } catch (thrown) {
      if (!isLocked(thrown) || triesLeft === 1) throw thrown
    }
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 200))
  }
}

/** All or none. */
async function makeTables(raw: DatabaseSync, migrator: Migrator): Promise<void> {
  raw.exec('BEGIN IMMEDIATE')
  try {
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    raw.exec('COMMIT')
  } catch (thrown) {
    if (raw.isTransaction) raw.exec('ROLLBACK')
    throw thrown
  }
}

async function migratePostgres(db: Kysely<AccountTables>): Promise<void> {
  await db.transaction().execute(async (step) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(step)
    await sql`create schema if not exists ${sql.id(ACCOUNTS_SCHEMA)}`.execute(step)
  })
  const migrator = new Migrator({
    db: db as never,
    provider: { getMigrations: async () => accountMigrations(false) as never },
    migrationTableSchema: ACCOUNTS_SCHEMA,
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

async function prune(db: Kysely<AccountTables>, nowMs: number): Promise<number> {
  let dropped = 0
  for (const table of ['counter', 'call_count']) {
    const columns = table === 'counter' ? 'name' : 'account, period_id, key_prefix, operation'
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where (${sql.raw(columns)}) in (select ${sql.raw(columns)} from ${sql.table(table)} where keep_until_ms <= ${nowMs} limit ${sql.lit(PRUNED_AT_ONCE)})`.execute(
        db,
      )
    dropped += Number(numAffectedRows ?? 0)
  }
  await sql`delete from slot where replica in (select id from replica where seen_ms < ${nowMs - REPLICA_KEPT_MS})`.execute(
    db,
  )
  await sql`delete from replica where seen_ms < ${nowMs - REPLICA_KEPT_MS}`.execute(db)
  return dropped
}

const CONNECTIONS = 3
/**
 * Long enough for a batch of counting behind others, short enough that requests do not pile up behind a hanging server.
 */
const STATEMENT_TIMEOUT_MS = 3000

/**
 * Connections to PostgreSQL for tables that are written while the server serves: few, with short timeouts, so that
 * requests never wait long for a database that is down or hangs. Numbers stay numbers (bigint columns hold less than
 * 2^53). Throws nothing yet: it connects at the first query. `schema` must be a constant.
 */
function openWrittenPostgres<T>(url: string, schema: string): Kysely<T> {
  return openPool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    application_name: 'waypost accounts',
    options: `-c search_path=${schema}`,
    // the server cancels a slow statement; a silent server is given up a little later
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 500,
    keepAlive: true,
  })
}

/** Other processes write for a few milliseconds; a longer lock is a fault. */
const LOCKED_MS = 500

/**
 * Batches of counting in SQLite: one transaction each, by statements prepared once. Committed batches survive a killed
 * process; a failure rolls the whole batch back. Several processes may share the file; each is a replica with its own
 * slots.
 */
function createSqliteCounters(
  raw: DatabaseSync,
  db: Kysely<AccountTables>,
  replicaId: string,
  clock: { nowMs(): number },
): CounterEngine {
  const statements = prepareStatements(raw)
  const usedOf = (name: string): number => (statements.used.get(name)?.used as number | undefined) ?? 0

  function applyAll(batch: CounterBatch): CounterOutcome {
    const sums = new Map<string, number>()
    const known = (counter: string): number => {
      let sum = sums.get(counter)
      if (sum === undefined) sums.set(counter, (sum = usedOf(counter)))
      return sum
    }
    const changed = new Map<string, number | null>()
    for (const { counter, amount } of batch.gives) {
      sums.set(counter, Math.max(0, known(counter) - amount))
      changed.set(counter, null)
    }
    const takes = batch.takes.map((demands): Taken => {
      const refused = demands.findIndex(({ counter, amount, limit }) => known(counter) + amount > limit)
      if (refused < 0) {
        for (const { counter, amount, keepUntilMs } of demands) {
          sums.set(counter, known(counter) + amount)
          changed.set(counter, keepUntilMs)
        }
      }
      return { refused: refused < 0 ? null : refused, sums: demands.map(({ counter }) => known(counter)) }
    })
    for (const [counter, keepUntilMs] of changed) {
      if (keepUntilMs === null) statements.lower.run(known(counter), counter)
      else statements.write.run(counter, known(counter), keepUntilMs)
    }
    for (const { account, keyPrefix, periodId, operation, calls, credits, keepUntilMs } of batch.calls)
      statements.call.run(account, keyPrefix, periodId, operation, calls, credits, keepUntilMs)
    return { takes, slotTakes: applySlots(batch), reads: batch.reads.map(known) }
  }

  let hasSlots = false
  function applySlots({ slotReleases, slotTakes }: CounterBatch): boolean[] {
    const nowMs = clock.nowMs()
    if (slotTakes.length > 0 || hasSlots) statements.seen.run(replicaId, nowMs)
    for (const { account, count } of slotReleases) statements.release.run(count, account, replicaId)
    if (slotReleases.length > 0) statements.drop.run(replicaId)
    const granted = slotTakes.map(({ account, slots }) => {
      const fits = (statements.held.get(account, replicaId, nowMs)!.held as number) < slots
      if (fits) statements.slot.run(account, replicaId)
      return fits
    })
    hasSlots ||= granted.includes(true)
    return granted
  }

  const applyNow = (batch: CounterBatch): CounterOutcome => {
    statements.begin.run()
    try {
      const outcome = applyAll(batch)
      statements.commit.run()
      return outcome
    } catch (thrown) {
      if (raw.isTransaction) statements.rollback.run()
      throw thrown
    }
  }
  /** Retried between other work for as long as a normal writer may lock the file. */
  const applySoon = async (batch: CounterBatch): Promise<CounterOutcome> => {
    const giveUpAtMs = performance.now() + LOCKED_MS
    for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, 50)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      try {
        return applyNow(batch)
      } catch (thrown) {
        if (!isLocked(thrown) || performance.now() > giveUpAtMs) throw thrown
      }
    }
  }

  return {
    apply(_number, batch) {
      try {
        return applyNow(batch)
      } catch (thrown) {
        if (!isLocked(thrown)) throw thrown
        return applySoon(batch)
      }
    },
    listUsage: (account, periodId, keyPrefix) => listUsage(db, account, periodId, keyPrefix),
  }
}

function prepareStatements(raw: DatabaseSync) {
  return {
    begin: raw.prepare('BEGIN IMMEDIATE'),
    commit: raw.prepare('COMMIT'),
    rollback: raw.prepare('ROLLBACK'),
    used: raw.prepare('SELECT used FROM counter WHERE name = ?'),
    write: raw.prepare('INSERT INTO counter VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET used = excluded.used'),
    lower: raw.prepare('UPDATE counter SET used = ? WHERE name = ?'),
    call: raw.prepare(
      'INSERT INTO call_count VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits',
    ),
    seen: raw.prepare(
      `INSERT INTO replica VALUES (?, ?, 0, '') ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms`,
    ),
    release: raw.prepare('UPDATE slot SET taken = taken - ? WHERE account = ? AND replica = ?'),
    drop: raw.prepare('DELETE FROM slot WHERE replica = ? AND taken <= 0'),
    held: raw.prepare(
      `SELECT coalesce(sum(taken), 0) AS held FROM slot JOIN replica ON id = replica WHERE account = ? AND (replica = ? OR abs(? - seen_ms) < ${REPLICA_DEAD_AFTER_MS})`,
    ),
    slot: raw.prepare('INSERT INTO slot VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET taken = taken + 1'),
  }
}
