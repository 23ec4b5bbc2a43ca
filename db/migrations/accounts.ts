// The tables of keys and counters by version, for both engines; kysely's Migrator keeps the count beside them. Times
// are milliseconds since 1970 in UTC. They are separate from releases: in DATA_DIR/accounts.sqlite, or in their own
// schema in PostgreSQL.

import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { APPLY_BATCH } from './apply-batch.ts'

export const ACCOUNTS_SCHEMA = 'waypost_accounts'

/** `TEXT` compared byte by byte, so that both engines and JavaScript sort alike. */
const tablesFor = (isSqlite: boolean): string[] => {
  const name = isSqlite ? 'TEXT' : 'TEXT COLLATE "C"'
  const end = isSqlite ? ') WITHOUT ROWID' : ')'
  return [
    `CREATE TABLE project (name ${name} PRIMARY KEY, plan TEXT NOT NULL, credits BIGINT, rate_per_s DOUBLE PRECISION, slots INTEGER, created_ms BIGINT NOT NULL${end}`,
    `CREATE TABLE api_key (prefix ${name} PRIMARY KEY, sha256 TEXT NOT NULL, project ${name} NOT NULL, browser INTEGER NOT NULL, origins TEXT NOT NULL, note TEXT NOT NULL,
      created_ms BIGINT NOT NULL, revoked_ms BIGINT, change BIGINT NOT NULL${end}`,
    'CREATE INDEX api_key_change ON api_key (change)',
    // the last change of any key; every change locks this row, so that changes become visible in order
    `CREATE TABLE key_change (id INTEGER PRIMARY KEY, last BIGINT NOT NULL)`,
    'INSERT INTO key_change (id, last) VALUES (1, 0)',
    `CREATE TABLE counter (name ${name} PRIMARY KEY, used BIGINT NOT NULL, keep_until_ms BIGINT NOT NULL${end}${isSqlite ? '' : ' WITH (fillfactor = 50)'}`,
    'CREATE INDEX counter_keep ON counter (keep_until_ms)',
    `CREATE TABLE call_count (account ${name} NOT NULL, key_prefix ${name} NOT NULL, period_id TEXT NOT NULL, operation TEXT NOT NULL, calls BIGINT NOT NULL, credits BIGINT NOT NULL, keep_until_ms BIGINT NOT NULL,
      PRIMARY KEY (account, period_id, key_prefix, operation)${end}${isSqlite ? '' : ' WITH (fillfactor = 50)'}`,
    'CREATE INDEX call_count_keep ON call_count (keep_until_ms)',
    `CREATE TABLE replica (id TEXT PRIMARY KEY, seen_ms BIGINT NOT NULL, last_batch BIGINT NOT NULL, last_outcome ${isSqlite ? 'TEXT' : 'JSONB'} NOT NULL${end}${isSqlite ? '' : ' WITH (fillfactor = 50)'}`,
    `CREATE TABLE slot (account ${name} NOT NULL, replica TEXT NOT NULL, taken INTEGER NOT NULL, PRIMARY KEY (account, replica)${end}`,
  ]
}

const MOVED_COUNTERS: Migration = {
  up: async (db: Kysely<never>) =>
    void (await sql`CREATE TABLE moved_counter (source TEXT COLLATE "C" NOT NULL, name TEXT COLLATE "C" NOT NULL,
      used BIGINT NOT NULL, calls BIGINT NOT NULL, PRIMARY KEY (source, name))`.execute(db)),
}

/** Lost in a crash, as all buckets may be full after one. */
const BUCKETS: Migration = {
  up: async (db: Kysely<never>) =>
    void (await sql`CREATE UNLOGGED TABLE bucket (name TEXT COLLATE "C" PRIMARY KEY, tokens DOUBLE PRECISION NOT NULL,
      capacity DOUBLE PRECISION NOT NULL, per_s DOUBLE PRECISION NOT NULL, at_s DOUBLE PRECISION NOT NULL)
      WITH (fillfactor = 50)`.execute(db)),
}

export function accountMigrations(isSqlite: boolean): Readonly<Record<string, Migration>> {
  return {
    '0001-accounts': {
      async up(db: Kysely<never>) {
        for (const statement of tablesFor(isSqlite)) await sql.raw(statement).execute(db)
        if (!isSqlite) await sql.raw(APPLY_BATCH).execute(db)
      },
    },
    ...(isSqlite ? {} : { '0002-moved-counters': MOVED_COUNTERS, '0003-buckets': BUCKETS }),
  }
}
