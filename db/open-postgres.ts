// Connections to PostgreSQL. Numbers stay numbers (bigint columns hold ids below 2^53). A pool sees one schema and,
// after it, the one with PostGIS. Statements are prepared once per connection; a reader's plans use the indexes, which
// are in order of rank.

import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isDatabaseGone } from './database-fault.ts'
import { ColumnNames, rowMaker } from './shape-rows.ts'

const INT8 = 20
const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
const MAX_CONNECTIONS = 8
const CONNECT_TIMEOUT_MS = 3000
const STATEMENT_TIMEOUT_MS = 15_000
/** The server cancels a slow statement; a silent server is given up a little later. */
const SILENCE_MS = 500

/** Maximum number of prepared statements. */
const MAX_PREPARED = 300
/** Plans are made once, use the indexes and one process each: queries are small, and rows must come in stored order. */
const READING =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c max_parallel_workers_per_gather=0 -c synchronize_seqscans=off -c jit=off -c work_mem=32MB'

/** Throws nothing yet: it connects at the first query. `schema` must come from schemaName or be a constant. */
export function openPostgres<T>(url: string, schema: string, options: { statementTimeoutMs?: number } = {}): Kysely<T> {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  return openPool({
    ...connectionTo(url, schema, statementTimeoutMs, READING),
    query_timeout: statementTimeoutMs + SILENCE_MS,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
}

/** Every statement text is prepared once per connection; bigint columns are numbers. */
export function openPool<T>(config: pg.PoolConfig): Kysely<T> {
  const pool = new pg.Pool({ ...config, types: NUMBERS })
  // a connection that breaks while idle is replaced by the pool; an unhandled error would end the process
  pool.on('error', () => {})
  // the same for one that breaks while checked out without a query
  pool.on('connect', (client) => client.on('error', () => {}))
  return overPool({ connect: () => pool.connect(), end: () => pool.end() })
}

/**
 * One connection for loading a catalogue, raw and behind kysely; destroying `db` closes it. Rejects if it cannot
 * connect.
 */
export async function openLoader(
  url: string,
  schema: string,
  statementTimeoutMs: number,
): Promise<{ client: pg.Client; db: Kysely<never> }> {
  const client = new pg.Client({
    types: NUMBERS,
    ...connectionTo(
      url,
      schema,
      statementTimeoutMs,
      '-c synchronous_commit=off -c maintenance_work_mem=256MB -c work_mem=64MB',
    ),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  const connection = { query: client.query.bind(client), release: () => {} } as unknown as pg.PoolClient
  return { client, db: overPool({ connect: async () => connection, end: () => client.end() }) }
}

function connectionTo(url: string, schema: string, statementTimeoutMs: number, settings: string): pg.ClientConfig {
  return {
    connectionString: url,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: 'waypost',
    options: `-c search_path=${schema},public ${settings}`,
  }
}

function overPool<T>(pool: { connect(): Promise<pg.PoolClient>; end(): Promise<void> }): Kysely<T> {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_PREPARED) return known
    const name = `w${names.size}`
    names.set(text, name)
    return name
  }
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect()
    let wrapper = wrapped.get(client)
    if (wrapper === undefined) {
      // the next user of a connection would wait behind an abandoned statement
      let isBroken = false
      const query = async (text: string, values: unknown[]) => {
        const { command, rowCount, fields, rows } = await client
          .query<unknown[]>({ name: values.length === 0 ? undefined : nameOf(text), text, values, rowMode: 'array' })
          .catch((thrown: unknown) => {
            isBroken ||= isDatabaseGone(thrown)
            throw thrown
          })
        return { command, rowCount, rows: rows.length === 0 ? [] : rows.map(rowMaker(fields.map(({ name }) => name))) }
      }
      wrapped.set(
        client,
        (wrapper = {
          query,
          release: (destroy?: boolean) => client.release(destroy === true || isBroken),
        } as never),
      )
    }
    return wrapper!
  }
  return new Kysely<T>({
    dialect: new PostgresDialect({ pool: { connect, end: pool.end, options: {} } }),
    plugins: [new ColumnNames()],
  })
}
