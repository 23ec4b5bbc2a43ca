// Puts a catalogue file into PostgreSQL: into a schema of its own, then live by one transaction that changes one row. Until then, and
// whatever fails before, the old one serves. Schemas that retired a while ago, or were never promoted, are dropped by a later load.
// One load at a time per database (advisory lock).

import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { ServiceError } from '../src/errors.ts'
import { PLACE_KINDS } from '../src/places/place-kinds.ts'
import { createIndexes, createTables } from './migrations/0001-catalogue.ts'
import { CONTROL_MIGRATIONS, CONTROL_SCHEMA, type ControlTables } from './migrations/control.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import { documentOf } from './place-document.ts'
import { createPostgresIndexTables, fillPostgresIndexes } from './postgres-dialect.ts'
import { CATALOGUE_SCHEMA } from './write-catalogue.ts'

const LOCK_KEY = 0x77617970
const ROWS_AT_ONCE = 2000
const LOAD_TIMEOUT_MS = 3_600_000
/** A retired schema is left to servers that still read it for so long. */
export const RETIRE_GRACE_S = 300
const COPIED = ['place', 'place_form', 'token', 'token_delete', 'trail', 'trail_piece', 'poi', 'catalogue_fact'] as const

export interface LoadedCatalogue {
  schemaName: string
  /** Makes it live, and drops what retired long enough ago. Closes the connections. */
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

/** Loads a catalogue file beside what is live. Throws ServiceError `invalid_input` where the database cannot be used. */
export async function loadPostgres(url: string, { path, version, releaseId, retireGraceS = RETIRE_GRACE_S }: LoadOptions): Promise<LoadedCatalogue> {
  const control = openPostgres<ControlTables>(url, CONTROL_SCHEMA, { statementTimeoutMs: LOAD_TIMEOUT_MS })
  const schemaName = `waypost_${version.replaceAll(/[^a-z0-9]/g, '').slice(0, 16)}_${randomBytes(4).toString('hex')}`
  const drop = async (name: string): Promise<void> => {
    await sql`drop schema if exists ${sql.id(name)} cascade`.execute(control)
    await control.deleteFrom('catalogue').where('schemaName', '=', name).execute()
  }
  try {
    await prepareControl(control)
    await sql`create schema ${sql.id(schemaName)}`.execute(control)
    await control.insertInto('catalogue').values({ schemaName, version, releaseId, tableVersion: CATALOGUE_SCHEMA, createdAt: new Date(), promotedAt: null, retiredAt: null }).execute()
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
          await step.updateTable('catalogue').set({ retiredAt: new Date() }).where('promotedAt', 'is not', null).where('retiredAt', 'is', null).execute()
          await step.updateTable('catalogue').set({ promotedAt: new Date() }).where('schemaName', '=', schemaName).execute()
        })
        const before = new Date(Date.now() - retireGraceS * 1000)
        const old = await control.selectFrom('catalogue').select('schemaName').where((is) => is.or([
          is('retiredAt', '<', before), is.and([is('promotedAt', 'is', null), is('createdAt', '<', new Date(Date.now() - LOAD_TIMEOUT_MS))]),
        ])).execute()
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

/** The control schema at its newest version, and PostGIS. */
async function prepareControl(control: Kysely<ControlTables>): Promise<void> {
  await sql`create extension if not exists postgis with schema public`.execute(control)
  await sql`create schema if not exists ${sql.id(CONTROL_SCHEMA)}`.execute(control)
  const migrator = new Migrator({ db: control, provider: { getMigrations: async () => CONTROL_MIGRATIONS as never }, migrationTableSchema: CONTROL_SCHEMA })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

async function fill(url: string, schemaName: string, path: string): Promise<void> {
  const db = openPostgres<never>(url, schemaName, { statementTimeoutMs: LOAD_TIMEOUT_MS })
  const { raw, db: file } = openSqlite(path, { readOnly: true })
  try {
    await createTables(db, false)
    await createPostgresIndexTables(db)
    for (const table of COPIED) {
      let rows: Record<string, unknown>[] = []
      const write = async (): Promise<void> => {
        await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(db)
        if (table === 'place') await writeDocuments(db, rows as never, trailTypes)
        rows = []
      }
      const trailTypes = table === 'place' ? new Map(raw.prepare('select relation_id, type from trail').all().map((row) => [row.relation_id as number, row.type as string])) : new Map<number, string>()
      for (const row of raw.prepare(`select * from ${table}`).iterate()) {
        rows.push(row)
        if (rows.length === ROWS_AT_ONCE) await write()
      }
      if (rows.length > 0) await write()
    }
    await createIndexes(db)
    await fillPostgresIndexes(db)
  } finally {
    await file.destroy()
    await db.destroy()
  }
}

interface PlaceText { rank: number; name: string; other_names: string; kind: number; lon: number; lat: number; relation_id: number | null }

/** The file's own text index cannot be read back, so the words are made again from the names. */
async function writeDocuments(db: Kysely<never>, places: readonly PlaceText[], trailTypes: ReadonlyMap<number, string>): Promise<void> {
  const documents = places.map(({ rank, name, other_names: others, kind, lon, lat, relation_id: relationId }) => {
    const { words, marks } = documentOf({ name, otherNames: JSON.parse(others) as string[], kind: PLACE_KINDS[kind], lon, lat }, relationId === null ? null : { type: trailTypes.get(relationId) as 'hiking' | 'bicycle' })
    return { id: rank, words: [...words, ...marks] }
  })
  await sql`insert into place_text select (d ->> 'id')::integer, array_to_tsvector(array(select distinct jsonb_array_elements_text(d -> 'words'))) from jsonb_array_elements(${JSON.stringify(documents)}::jsonb) as d`.execute(db)
}

/** What a person can do about it; the address and its password are never shown. */
function databaseFault(thrown: Error): Error {
  const { code, message } = thrown as Error & { code?: string }
  if (thrown instanceof ServiceError) return thrown
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there', ENOTFOUND: 'there is no such host', '28P01': 'the password is wrong', '28000': 'the role may not log in', '3D000': 'there is no such database',
    '42501': 'the role may not create schemas or extensions', '0A000': 'PostGIS is not installed there',
  }
  return new ServiceError('invalid_input', `The database of DATABASE_URL cannot be used: ${known[code ?? ''] ?? message.split('\n')[0]}.`, { cause: thrown })
}
