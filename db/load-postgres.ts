// Puts a catalogue file into PostgreSQL: into a schema of its own, then live by one transaction that changes one row.
// Until then, and if anything fails before, the old one remains live. A later load drops schemas that were retired a
// while ago or never promoted. One load at a time per database (advisory lock).

import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ServiceError } from '../src/errors.ts'
import type { Box } from '../src/geo/lon-lat.ts'
import type { TrailType } from '../src/places/catalogue-rows.ts'
import { HOUR_MS } from '../src/durations.ts'
import { toDatabaseReason } from './database-fault.ts'
import { createIndexes, createTables } from './migrations/0001-catalogue.ts'
import { CONTROL_MIGRATIONS, CONTROL_SCHEMA, type ControlTables } from './migrations/control.ts'
import { openLoader, openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import { lexemesOf, TopPlaces } from './place-lexemes.ts'
import { createPostgresTables, fillPostgresIndexes, POSTGRES_TABLES, toLexeme } from './postgres-dialect.ts'
import { documentOf, IS_LISTED, placeKindsOf } from './rows.ts'
import { CATALOGUE_SCHEMA } from './write-catalogue.ts'

/** SQLSTATE insufficient_privilege */
const LACKS_RIGHTS = '42501'
const LOCK_KEY = 0x77617970
const LOAD_TIMEOUT_MS = HOUR_MS
const CHECK_TIMEOUT_MS = 20_000
/** How long a retired schema is kept for servers that still read it. */
export const RETIRE_GRACE_S = 300
const COPIED = [
  'place',
  'place_tags',
  'place_form',
  'token',
  'trail',
  'trail_piece',
  'place_piece',
  'poi',
  'poi_word',
  'area',
  'area_strip',
  'catalogue_fact',
] as const

export interface LoadedCatalogue {
  schemaName: string
  /** Makes it live, and drops schemas retired long enough ago. Closes the connections. */
  promote(): Promise<{ dropped: string[] }>
  /** Drops it again and closes the connections. */
  giveUp(): Promise<void>
}

export interface LoadOptions {
  path: string
  /** artifact version */
  version: string
  releaseId: string
  retireGraceS?: number
}

/** Loads a catalogue file beside the live one. Throws ServiceError `invalid_input` if the database cannot be used. */
export async function loadPostgres(
  url: string,
  { path, version, releaseId, retireGraceS = RETIRE_GRACE_S }: LoadOptions,
): Promise<LoadedCatalogue> {
  const control = openPostgres<ControlTables>(url, CONTROL_SCHEMA, { statementTimeoutMs: LOAD_TIMEOUT_MS })
  const schemaName = `waypost_${version.replaceAll(/[^a-z0-9]/g, '').slice(0, 16)}_${randomBytes(4).toString('hex')}`
  const drop = async (name: string): Promise<void> => {
    await sql`drop schema if exists ${sql.id(name)} cascade`.execute(control)
    await control.deleteFrom('catalogue').where('schemaName', '=', name).execute()
  }
  try {
    await prepareControl(control)
    await sql`create schema ${sql.id(schemaName)}`.execute(control)
    await control
      .insertInto('catalogue')
      .values({
        schemaName,
        version,
        releaseId,
        tableVersion: CATALOGUE_SCHEMA,
        createdAt: new Date(),
        promotedAt: null,
        retiredAt: null,
      })
      .execute()
    await fill(url, schemaName, path).catch(async (thrown: Error) => {
      await drop(schemaName).catch(() => {})
      throw thrown
    })
  } catch (thrown) {
    await control.destroy()
    throw databaseFault(thrown as Error)
  }
  return {
    schemaName,
    async promote() {
      try {
        await control.transaction().execute(async (step) => {
          await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(step)
          await step
            .updateTable('catalogue')
            .set({ retiredAt: new Date() })
            .where('promotedAt', 'is not', null)
            .where('retiredAt', 'is', null)
            .execute()
          await step
            .updateTable('catalogue')
            .set({ promotedAt: new Date() })
            .where('schemaName', '=', schemaName)
            .execute()
        })
        const before = new Date(Date.now() - retireGraceS * 1000)
        const old = await control
          .selectFrom('catalogue')
          .select('schemaName')
          .where((is) =>
            is.or([
              is('retiredAt', '<', before),
              is.and([is('promotedAt', 'is', null), is('createdAt', '<', new Date(Date.now() - LOAD_TIMEOUT_MS))]),
            ]),
          )
          .execute()
        for (const { schemaName: name } of old) await drop(name)
        return { dropped: old.map(({ schemaName: name }) => name) }
      } catch (thrown) {
        throw databaseFault(thrown as Error)
      } finally {
        await control.destroy()
      }
    },
    async giveUp() {
      await drop(schemaName).finally(() => control.destroy())
    },
  }
}

/**
 * Tests what a load needs before an import starts: schemas, PostGIS, the control table; leaves nothing behind. Throws
 * ServiceError `invalid_input`, as `loadPostgres` would.
 */
export async function checkPostgres(url: string): Promise<void> {
  const control = openPostgres<ControlTables>(url, CONTROL_SCHEMA, { statementTimeoutMs: CHECK_TIMEOUT_MS })
  const schemaName = `waypost_check_${randomBytes(4).toString('hex')}`
  try {
    await prepareControl(control)
    await control.transaction().execute(async (step) => {
      await sql`create schema ${sql.id(schemaName)}`.execute(step)
      await sql`create table ${sql.id(schemaName, 'tried')} (place public.geometry)`.execute(step)
      const row = { version: '', releaseId: '', tableVersion: CATALOGUE_SCHEMA, createdAt: new Date() }
      await step
        .insertInto('catalogue')
        .values({ schemaName, ...row, promotedAt: null, retiredAt: null })
        .execute()
      await step.updateTable('catalogue').set({ retiredAt: null }).where('schemaName', '=', schemaName).execute()
      await step.deleteFrom('catalogue').where('schemaName', '=', schemaName).execute()
      await sql`drop schema ${sql.id(schemaName)} cascade`.execute(step)
    })
  } catch (thrown) {
    throw databaseFault(thrown as Error)
  } finally {
    await control.destroy()
  }
}

/** The control schema at its newest version, and PostGIS. */
async function prepareControl(control: Kysely<ControlTables>): Promise<void> {
  await addPostgis(control)
  await sql`create schema if not exists ${sql.id(CONTROL_SCHEMA)}`.execute(control)
  const migrator = new Migrator({
    db: control,
    provider: { getMigrations: async () => CONTROL_MIGRATIONS as never },
    migrationTableSchema: CONTROL_SCHEMA,
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Only a superuser may add it, unlike the schemas of this program. */
async function addPostgis(control: Kysely<ControlTables>): Promise<void> {
  try {
    await sql`create extension if not exists postgis with schema public`.execute(control)
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== LACKS_RIGHTS) throw cause
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(control)
    throw new ServiceError(
      'invalid_input',
      `The database of DATABASE_URL has no PostGIS, which only a superuser of PostgreSQL can add: sudo -u postgres psql -d ${rows[0].name} -c 'create extension postgis'`,
      { cause },
    )
  }
}

/** One transaction, so that rows are written frozen and a half-filled schema is never visible. */
async function fill(url: string, schemaName: string, path: string): Promise<void> {
  const { client, db } = await openLoader(url, schemaName, LOAD_TIMEOUT_MS)
  const { raw, db: file } = openSqlite(path, { readOnly: true })
  try {
    await client.query('BEGIN')
    await createTables(db, false)
    await createPostgresTables(db)
    for (const table of COPIED) {
      const columns = raw
        .prepare(`select * from ${table} limit 0`)
        .columns()
        .map(({ name }) => name)
      await copyRows(client, table, columns, read(raw, `select * from ${table}`))
    }
    // SQLite has a row per word of a neighbourhood, PostgreSQL one per neighbourhood
    await copyRows(
      client,
      'token_near',
      ['hash', 'tokens'],
      read(raw, `select hash, '{' || group_concat(token) || '}' from token_delete group by hash`),
    )
    const top = new TopPlaces()
    for (const [text, uses] of read(raw, 'select text, uses from token order by id'))
      top.addToken(text as string, uses as number)
    top.endTokens()
    await copyRows(client, 'place_text', ['id', 'lon', 'lat', 'document'], readDocuments(raw, top))
    await copyRows(client, 'place_top', ['term', 'ranks'], top)
    await createIndexes(db)
    await fillPostgresIndexes(db)
    await client.query('COMMIT')
    await client.query(`ANALYZE ${[...COPIED, ...POSTGRES_TABLES].join(', ')}`)
  } finally {
    await file.destroy()
    await db.destroy()
  }
}

function* read(raw: DatabaseSync, question: string): Generator<CopiedValue[]> {
  const statement = raw.prepare(question)
  statement.setReturnArrays(true)
  yield* statement.iterate() as unknown as Iterable<CopiedValue[]>
}

/** The file's own text index cannot be read back, so the words are derived from the names again. In order of rank. */
function* readDocuments(raw: DatabaseSync, top: TopPlaces): Generator<CopiedValue[]> {
  const places = `select rank, place.name, place.other_names, kind, kinds, place.lon, place.lat, place.bbox, trail.type, trail.min_lon, trail.min_lat, trail.max_lon, trail.max_lat from place left join trail on trail.relation_id = place.relation_id
    where ${IS_LISTED} order by rank`
  for (const [rank, name, others, kind, kinds, lon, lat, bbox, type, ...sides] of read(raw, places) as Iterable<
    [number, string, string, number, number, number, number, string | null, TrailType | null, ...number[]]
  >) {
    const { words, marks } = documentOf(
      {
        name,
        otherNames: JSON.parse(others) as string[],
        kinds: placeKindsOf(kind, kinds),
        lon,
        lat,
        bbox: bbox === null ? null : (JSON.parse(bbox) as Box),
      },
      type === null ? null : { type, bbox: sides as unknown as Box },
    )
    top.addPlace(rank, words)
    yield [rank, lon, lat, [...lexemesOf(words), ...marks].map(toLexeme).join(' ')]
  }
}

/** What a person can do about it; the address and its password are never shown. */
function databaseFault(thrown: Error): Error {
  if (thrown instanceof ServiceError) return thrown
  return new ServiceError(
    'invalid_input',
    `The database of DATABASE_URL cannot be used: ${toDatabaseReason(thrown)}.`,
    { cause: thrown },
  )
}

type CopiedValue = string | number | bigint | null | readonly number[]

/** Characters sent at once. */
const CHUNK = 256 * 1024
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Writes rows to a PostgreSQL table with COPY in text format. Values are text, numbers, null, or a list of integers;
 * the statement names the columns. Reads no faster than the server writes. The table must have been created in the same
 * transaction; its name and columns are constants, never input.
 */
async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopiedValue[]>,
): Promise<void> {
  await pipeline(
    Readable.from(toChunks(rows)),
    client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN WITH (FREEZE)`)),
  )
}

function* toChunks(rows: Iterable<readonly CopiedValue[]>): Generator<string> {
  let text = ''
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) text += (i === 0 ? '' : '\t') + toField(row[i])
    text += '\n'
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

function toField(value: CopiedValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string')
    return /[\\\n\r\t]/.test(value) ? value.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign]) : value
  return typeof value === 'object' ? `{${value.join(',')}}` : String(value)
}
