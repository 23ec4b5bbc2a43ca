// Connections to PostgreSQL for tables that are written while the server serves: few, with short timeouts, so that
// requests never wait long for a database that is down or hangs. Numbers stay numbers (bigint columns hold less than
// 2^53).

import type { Kysely } from 'kysely'
import { openPool } from './open-postgres.ts'

const CONNECTIONS = 3
/**
 * Long enough for a batch of counting behind others, short enough that requests do not pile up behind a hanging server.
 */
const STATEMENT_TIMEOUT_MS = 3000

/** Throws nothing yet: it connects at the first query. `schema` must be a constant. */
export function openWrittenPostgres<T>(url: string, schema: string): Kysely<T> {
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
