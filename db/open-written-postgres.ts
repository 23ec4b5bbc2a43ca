// Connections to PostgreSQL for tables that are written while the server serves: few of them, and short timeouts, so that requests never
// wait long for a database that is gone or hangs. Numbers stay numbers (bigint columns hold less than 2^53).

import type { Kysely } from 'kysely'
import pg from 'pg'
import { overPool } from './open-postgres.ts'

const INT8 = 20
const CONNECTIONS = 3
/** Long enough for a batch of counting behind others, short enough that requests do not pile up behind a server that hangs. */
const STATEMENT_TIMEOUT_MS = 3000

/** Throws nothing yet: connections are made when the first question comes. `schema` must be a constant. */
export function openWrittenPostgres<T>(url: string, schema: string): Kysely<T> {
  const pool = new pg.Pool({
    connectionString: url, max: CONNECTIONS, connectionTimeoutMillis: STATEMENT_TIMEOUT_MS, application_name: 'waypost accounts', options: `-c search_path=${schema}`,
    // the server ends a slow statement; a server that says nothing any more is given up a little later
    statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: STATEMENT_TIMEOUT_MS + 500, keepAlive: true,
    types: { getTypeParser: ((oid: number, format?: 'text') => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format))) as typeof pg.types.getTypeParser },
  })
  // a connection that breaks while idle is replaced by the pool; unheard it would end the process
  pool.on('error', () => {})
  // and so would one that breaks while it is lent out and asks nothing
  pool.on('connect', (client) => client.on('error', () => {}))
  return overPool({ connect: () => pool.connect(), end: () => pool.end() })
}
