// node:sqlite behind kysely's own SqliteDialect: statements are prepared once and cached, so that a query has no other
// overhead. One connection per file; a published catalogue is opened read-only and never written.

import { pathToFileURL } from 'node:url'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely'
import { LRUCache } from 'lru-cache'
import { ColumnNames, rowMaker } from './shape-rows.ts'
import type { Tables } from './tables.ts'

const MAX_STATEMENTS = 300
const MMAP_BYTES = 256 * 1024 * 1024
export interface SqliteCatalogue {
  db: Kysely<Tables>
  raw: DatabaseSync
}

/**
 * Opens or creates a file that is written while the server runs: WAL, so that a killed process loses nothing committed.
 * `waitMs`: how long the whole thread waits for another process that locks the file. Throws what SQLite throws.
 */
export function openWrittenSqlite<T>(path: string, waitMs: number): { raw: DatabaseSync; db: Kysely<T> } {
  const raw = new DatabaseSync(path, { timeout: waitMs })
  try {
    raw.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 2000; PRAGMA journal_size_limit = 16777216',
    )
  } catch (thrown) {
    raw.close()
    throw thrown
  }
  return {
    raw,
    db: new Kysely<T>({ dialect: new SqliteDialect({ database: adapt(raw) }), plugins: [new ColumnNames()] }),
  }
}

/** Opens a catalogue file for reading. Throws what SQLite throws if it is not one. */
export function openSqlite(path: string, options: { readOnly: boolean }): SqliteCatalogue {
  const raw = new DatabaseSync(options.readOnly ? immutable(path) : path, { readOnly: options.readOnly })
  raw.exec(
    options.readOnly
      ? `PRAGMA query_only = 1; PRAGMA cache_size = -16000; PRAGMA mmap_size = ${MMAP_BYTES}`
      : 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000',
  )
  return {
    raw,
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(raw) }), plugins: [new ColumnNames()] }),
  }
}

/**
 * A published file never changes: SQLite need neither lock it for each statement nor check for writes by other
 * processes.
 */
function immutable(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}

/**
 * What kysely needs of a database; the least recently used statements are dropped first. SQLite ends a transaction by
 * itself where the disk is full: kysely's rollback after that does nothing, so that the fault itself is thrown.
 */
function adapt(raw: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, ReturnType<typeof wrap>>({ max: MAX_STATEMENTS })
  return {
    close: () => raw.close(),
    prepare(text) {
      if (text === 'rollback' && !raw.isTransaction) return NO_STATEMENT
      let statement = statements.get(text)
      if (statement === undefined) {
        statement = wrap(raw.prepare(text))
        statements.set(text, statement)
      }
      return statement
    },
  }
}

const NO_STATEMENT: ReturnType<SqliteDatabase['prepare']> = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  *iterate() {},
}

function wrap(statement: StatementSync) {
  const names = statement.columns().map(({ name }) => name)
  const toRow = rowMaker(names)
  statement.setReturnArrays(true)
  return {
    reader: names.length > 0,
    all: (parameters: readonly unknown[]) =>
      (statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]).map(toRow),
    run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
    *iterate(parameters: readonly unknown[]) {
      for (const values of statement.iterate(...(parameters as SQLInputValue[])))
        yield toRow(values as unknown as unknown[])
    },
  }
}
