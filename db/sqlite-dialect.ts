// SQLite: FTS5 without content, whose row numbers are ranks, so that the first rows read are the best known; R*Trees of three
// dimensions, the third being the kind. Lists travel as JSON text.

import { sql, type Kysely } from 'kysely'
import type { Dialect, Term, TermLists } from './dialect.ts'

/** Kinds lie this far apart in the box indexes, degrees: so little that boxes are split by place and never by kind, which made looking near a point 180 times slower. */
export const KIND_STEP = 1e-4

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  matching: (alternatives) => ({
    before: sql``,
    found: sql`(select rowid as rank from place_text where place_text match ${alternatives.map(toQuery).join(' OR ')})`,
  }),
  oneOf: (column, values) => sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
  inBoxes(index, boxes, kinds) {
    const asked = JSON.stringify(boxes.map(({ point, box }) => [point, ...box]))
    const kindJoin = kinds === null ? sql`` : sql`join json_each(${JSON.stringify(kinds)}) as k on r.min_kind <= k.value * ${KIND_STEP} and r.max_kind >= k.value * ${KIND_STEP}`
    return sql`(select b.value ->> 0 as point, r.id as id from json_each(${asked}) as b
      cross join ${sql.table(index)} as r on r.min_lon <= b.value ->> 3 and r.max_lon >= b.value ->> 1 and r.min_lat <= b.value ->> 4 and r.max_lat >= b.value ->> 2 ${kindJoin})`
  },
}

/** FTS5's own language; every term is a quoted string, so nothing in it is read as syntax. */
function toQuery(lists: TermLists): string {
  return `(${lists.map((terms) => `(${terms.map(toTerm).join(' OR ')})`).join(' AND ')})`
}

function toTerm({ text, prefix }: Term): string {
  return `"${text.replaceAll('"', '')}"${prefix === true ? '*' : ''}`
}

/** Tables for text and boxes. A box of a trail's piece has kind 0. */
export async function createSqliteIndexes(db: Kysely<never>): Promise<void> {
  await sql.raw(`CREATE VIRTUAL TABLE place_text USING fts5(document, content='', detail='none', columnsize=0, prefix='2 3 4', tokenize='ascii')`).execute(db)
  for (const index of ['place_box', 'poi_box', 'trail_piece_box']) {
    await sql.raw(`CREATE VIRTUAL TABLE ${index} USING rtree(id, min_lon, max_lon, min_lat, max_lat, min_kind, max_kind)`).execute(db)
  }
}
