// The named places of a box, best known first, out of a catalogue file: what a program needs to search by name without
// the service.

import { sql } from 'kysely'
import type { Box } from '../src/geo/lon-lat.ts'
import { insideOf } from './dialect.ts'
import { openSqlite } from './open-sqlite.ts'
import { IS_LISTED, placeKindsOf } from './rows.ts'

export interface NamedPlace {
  id: number
  name: string
  /** in other languages and spellings */
  otherNames: string[]
  kinds: readonly string[]
  lon: number
  lat: number
  elevationM: number | null
  region: string | null
  /** of a signed trail */
  relationId: number | null
}

/** At most `most` of them. Throws SQLite's error if the file is not a catalogue. */
export async function listNames(path: string, box: Box, most: number): Promise<NamedPlace[]> {
  const { db } = openSqlite(path, { readOnly: true })
  try {
    const rows = await db
      .selectFrom('place')
      .select(['id', 'name', 'otherNames', 'kind', 'kinds', 'lon', 'lat', 'elevationM', 'region', 'relationId'])
      .where(sql<boolean>`${insideOf('place', box)} and ${sql.raw(IS_LISTED)}`)
      .orderBy('rank')
      .limit(most)
      .execute()
    return rows.map(({ kind, ...row }) => ({
      ...row,
      otherNames: JSON.parse(row.otherNames) as string[],
      kinds: placeKindsOf(kind, row.kinds),
    }))
  } finally {
    await db.destroy()
  }
}
