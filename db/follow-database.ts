// The live catalogue of a PostgreSQL database: looks at the row that says which schema is live, at most every second,
// and opens it.

import { ServiceError } from '../src/errors.ts'
import { sql } from 'kysely'
import { CONTROL_SCHEMA, type ControlTables } from './migrations/control.ts'
import { storesOf, type CatalogueSource, type OpenedCatalogue } from './open-catalogue.ts'
import { openPostgres } from './open-postgres.ts'
import { withPlaceCells } from './place-cells.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Tables } from './tables.ts'
import { CATALOGUE_SCHEMA } from './write-catalogue.ts'

const LOOK_EVERY_MS = 1000

export interface DatabaseSource extends CatalogueSource {
  close(): Promise<void>
}

/** Follows the database behind `url`. While it cannot be reached, what was live is taken to be live. */
export function followDatabase(url: string, lookEveryMs = LOOK_EVERY_MS): DatabaseSource {
  const control = openPostgres<ControlTables>(url, CONTROL_SCHEMA)
  let last: Awaited<ReturnType<CatalogueSource['findLive']>> = null
  let lookedAtMs = -Infinity
  return {
    async findLive() {
      if (performance.now() - lookedAtMs < lookEveryMs) return last
      lookedAtMs = performance.now()
      try {
        const exists = await sql<{
          there: boolean
        }>`select to_regclass(${`${CONTROL_SCHEMA}.catalogue`}) is not null as there`.execute(control)
        if (exists.rows[0]?.there !== true) return (last = null)
        const row = await control
          .selectFrom('catalogue')
          .select(['schemaName', 'version', 'tableVersion'])
          .where('promotedAt', 'is not', null)
          .where('retiredAt', 'is', null)
          .executeTakeFirst()
        last =
          row === undefined
            ? null
            : {
                version: row.version,
                key: row.schemaName,
                mark: row.schemaName,
                open: () => openSchema(url, row.schemaName, row.version, row.tableVersion),
              }
      } catch (cause) {
        if (last === null)
          throw new ServiceError('artifacts_missing', 'The database of places cannot be reached.', {
            cause,
            retryAfterS: 5,
          })
      }
      return last
    },
    close: () => control.destroy(),
  }
}

/** Opens one schema. Throws RangeError where its tables are of another version. */
export async function openSchema(
  url: string,
  schemaName: string,
  version: string,
  tableVersion: number,
): Promise<OpenedCatalogue> {
  if (!/^waypost_[a-z0-9_]+$/.test(schemaName)) throw new RangeError('the schema has a name that no import gives')
  if (tableVersion !== CATALOGUE_SCHEMA)
    throw new RangeError(`the catalogue has schema ${tableVersion}, this build reads ${CATALOGUE_SCHEMA}`)
  const db = openPostgres<Tables>(url, schemaName)
  return { ...storesOf({ db, dialect: withPlaceCells(postgresDialect) }, version), close: () => db.destroy() }
}
