// Connections to PostgreSQL. Numbers stay numbers (bigint columns hold ids below 2^53). A pool sees one schema and, after it, the one
// that holds PostGIS.

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const MAX_CONNECTIONS = 8
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 60_000

/** Throws nothing yet: connections are made when the first question comes. `schema` must come from schemaName or be a constant. */
export function openPostgres<T>(url: string, schema: string, options: { statementTimeoutMs?: number } = {}): Kysely<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    application_name: 'waypost',
    options: `-c search_path=${schema},public`,
    types: { getTypeParser: ((oid: number, format?: 'text') => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format))) as typeof pg.types.getTypeParser },
  })
  // a connection that breaks while idle is replaced by the pool; unheard it would end the process
  pool.on('error', () => {})
  return new Kysely<T>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
}
