// The live catalogue of a PostgreSQL database: reads the row that names the live schema, at most every second, and
// opens it.

import { sql } from 'kysely'
import { CONTROL_SCHEMA, type ControlTables } from './migrations/control.ts'
import { storesOf, type CatalogueSource, type LiveCatalogue, type OpenedCatalogue } from './open-catalogue.ts'
import { openPostgres } from './open-postgres.ts'
import { withPlaceCells } from './place-cells.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Tables } from './tables.ts'
import { isReadable, otherSchema } from './write-catalogue.ts'
import { databaseGone, isDatabaseGone, toDatabaseReason } from './database-fault.ts'

const LOOK_EVERY_MS = 1000
const LOOK_TIMEOUT_MS = 3000

export interface DatabaseSource extends CatalogueSource {
  /** What the last check found missing, as a sentence; null if there is a usable catalogue. */
  findLost(): string | null
  close(): Promise<void>
}

/**
 * Follows the database behind `url`, with or without requests. While it is unreachable, the last live schema is assumed
 * to be live.
 */
export function followDatabase(url: string, lookEveryMs = LOOK_EVERY_MS): DatabaseSource {
  const control = openPostgres<ControlTables>(url, CONTROL_SCHEMA, { statementTimeoutMs: LOOK_TIMEOUT_MS })
  const guard = new DatabaseGuard(() => sql`select 1`.execute(control))
  let last: LiveCatalogue | null = null
  let lookedAtMs = -Infinity
  const look = async (): Promise<LiveCatalogue | null> => {
    const exists = await sql<{
      there: boolean
    }>`select to_regclass(${`${CONTROL_SCHEMA}.catalogue`}) is not null as there`.execute(control)
    if (exists.rows[0]?.there !== true) return null
    const row = await control
      .selectFrom('catalogue')
      .select(['schemaName', 'version', 'tableVersion'])
      .where('promotedAt', 'is not', null)
      .where('retiredAt', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return null
    const { schemaName, version, tableVersion } = row
    return {
      version,
      key: schemaName,
      revision: schemaName,
      open: () => openSchema(url, schemaName, version, tableVersion),
    }
  }
  const findLive = async (): Promise<LiveCatalogue | null> => {
    if (performance.now() - lookedAtMs < lookEveryMs) return last
    lookedAtMs = performance.now()
    return (last = await guard.run(look).catch((thrown: unknown) => {
      if (last === null) {
        lookedAtMs = -Infinity // later requests get the same error, not that nothing is published
        throw thrown
      }
      return last
    }))
  }
  const following = setInterval(() => void findLive().catch(() => {}), lookEveryMs)
  following.unref()
  return {
    findLive,
    guard: (ask) => guard.run(ask),
    findLost() {
      if (guard.lost !== null)
        return `Places and trails: the database of DATABASE_URL cannot be used (${guard.lost.reason}) since ${new Date(guard.lost.sinceMs).toISOString()}.`
      return last === null && lookedAtMs > -Infinity
        ? 'Places and trails: the database of DATABASE_URL holds no catalogue. Run npm run import with DATABASE_URL set.'
        : null
    },
    async close() {
      clearInterval(following)
      guard.close()
      await control.destroy()
    },
  }
}

/** Opens one schema. Throws RangeError if its tables are of another version. */
export async function openSchema(
  url: string,
  schemaName: string,
  version: string,
  tableVersion: number,
): Promise<OpenedCatalogue> {
  if (!/^waypost_[a-z0-9_]+$/.test(schemaName)) throw new RangeError('the schema has a name that no import gives')
  if (!isReadable(tableVersion)) throw otherSchema(tableVersion)
  const db = openPostgres<Tables>(url, schemaName)
  const engine = { db, dialect: withPlaceCells(postgresDialect) }
  return { ...storesOf(engine, version, tableVersion), close: () => db.destroy() }
}

const LOOK_AGAIN_MS = 500

/**
 * Guards a database that may become unavailable: failures caused by it are 503 `busy`; once it is known to be down
 * requests no longer wait for it, and it is probed every half second until it is back. After a single broken connection
 * the query is repeated.
 */
export class DatabaseGuard {
  readonly #probe: () => Promise<unknown>
  #lost: { cause: unknown; sinceMs: number } | null = null
  #probing: Promise<boolean> | null = null
  #timer: NodeJS.Timeout | null = null

  /** `probe` resolves when the database answers, and rejects with its failure. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  /** Why it is unreachable and since when; null while it answers. */
  get lost(): { reason: string; sinceMs: number } | null {
    return this.#lost === null ? null : { reason: toDatabaseReason(this.#lost.cause), sinceMs: this.#lost.sinceMs }
  }

  /** Runs a query; read-only, since it may run twice. Throws ServiceError `busy` if the database is down. */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#lost !== null) throw databaseGone(this.#lost.cause)
    try {
      return await ask()
    } catch (thrown) {
      if (!isDatabaseGone(thrown)) throw thrown
      if (!(await this.#isThere())) throw databaseGone(thrown)
    }
    return ask().catch((thrown: unknown) => {
      throw isDatabaseGone(thrown) ? databaseGone(thrown) : thrown
    })
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** One probe for all concurrent callers. */
  #isThere(): Promise<boolean> {
    return (this.#probing ??= this.#probe()
      .then(
        () => {
          this.#lost = null
          return true
        },
        (cause: unknown) => {
          this.#lost = { cause, sinceMs: this.#lost?.sinceMs ?? Date.now() }
          this.#timer ??= setTimeout(() => {
            this.#timer = null
            void this.#isThere()
          }, LOOK_AGAIN_MS)
          this.#timer.unref()
          return false
        },
      )
      .finally(() => (this.#probing = null)))
  }
}
