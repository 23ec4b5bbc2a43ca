// The table that names the live schema of the database, by version; kysely's Migrator keeps its state in the same
// schema.

import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const CONTROL_SCHEMA = 'waypost'

export interface ControlTables {
  catalogue: {
    schemaName: string
    /** artifact version of the catalogue */
    version: string
    releaseId: string
    /** of the tables */
    tableVersion: number
    createdAt: Date
    /** null while it is being loaded */
    promotedAt: Date | null
    retiredAt: Date | null
  }
}

export const CONTROL_MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-control': {
    async up(db: Kysely<never>) {
      await sql
        .raw(`CREATE TABLE ${CONTROL_SCHEMA}.catalogue (
        schema_name TEXT PRIMARY KEY, version TEXT NOT NULL, release_id TEXT NOT NULL, table_version INTEGER NOT NULL,
        created_at TIMESTAMPTZ NOT NULL DEFAULT now(), promoted_at TIMESTAMPTZ, retired_at TIMESTAMPTZ)`)
        .execute(db)
      await sql
        .raw(
          `CREATE UNIQUE INDEX catalogue_live ON ${CONTROL_SCHEMA}.catalogue ((true)) WHERE promoted_at IS NOT NULL AND retired_at IS NULL`,
        )
        .execute(db)
    },
  },
}
