// SQLite: FTS5 without content, whose row numbers are ranks, so that the first rows read are the best known; R*Trees of
// three dimensions, the third being the kind. Lists travel as JSON text. Statements are cheap, so each pick is one.

import { sql, type Kysely } from 'kysely'
import type { PlaceRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { isOfKinds, meetsBox, type Around, type Dialect, type Term, type TermLists } from './dialect.ts'
import { toPlaceRow, toTrailRow } from './rows.ts'
import type { PlaceTable, Tables } from './tables.ts'

/**
 * Distance between kinds in the box indexes, degrees: so small that boxes are split by place and never by kind, which
 * made queries near a point 180 times slower.
 */
export const KIND_STEP = 1e-4

type AroundRow = Pick<Around, 'point' | 'rank' | 'id' | 'lon' | 'lat'>

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  oneOf: (column, values) => sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
  isNeighbour: (column, hashes) =>
    sql`${sql.ref(column)} in (select token from token_delete where hash in (select value from json_each(${JSON.stringify(hashes)})))`,

  inBoxes(index, boxes, kinds) {
    const requested = JSON.stringify(boxes.map(({ point, box }) => [point, ...box]))
    const kindJoin =
      kinds === null
        ? sql``
        : sql`join json_each(${JSON.stringify(kinds.map((kind) => kind * KIND_STEP))}) as k on r.min_kind <= k.value and r.max_kind >= k.value`
    return sql`(select b.value ->> 0 as point, r.id as id from json_each(${requested}) as b
      cross join ${sql.table(index)} as r on r.min_lon <= b.value ->> 3 and r.max_lon >= b.value ->> 1 and r.min_lat <= b.value ->> 4 and r.max_lat >= b.value ->> 2 ${kindJoin})`
  },

  async readPicks(db, picks) {
    const found = new Map<number, PlaceTable>()
    for (const pick of picks) {
      const inside =
        pick.box === null
          ? sql``
          : sql`and ${meetsBox(sqliteDialect, 'place.rank', 'place', pick.box)}${'within' in pick && pick.within !== null ? sql` and ${meetsBox(sqliteDialect, 'place.rank', 'place', pick.within)}` : sql``}`
      // the index's own order: nothing is sorted
      const order = sql.ref('form' in pick ? 'place_form.rank' : 'found.rank')
      const from =
        'form' in pick
          ? sql`place_form join place on place.rank = place_form.rank where place_form.form = ${pick.form} ${pick.kinds === null ? sql`` : sql`and ${isOfKinds('place.kinds', pick.kinds)}`}`
          : sql`(select rowid as rank from place_text where place_text match ${pick.alternatives.map(toQuery).join(' OR ')}) as found join place on place.rank = found.rank where true`
      const { rows } =
        await sql<PlaceTable>`select place.* from ${from} ${inside} order by ${order} limit ${pick.limit}`.execute(db)
      for (const row of rows) found.set(row.rank, row)
    }
    return withTrails(db, [...found.values()])
  },

  async readPlaces(db, by, values) {
    if (values.length === 0) return []
    const tables = await db
      .selectFrom('place')
      .selectAll()
      .where(sqliteDialect.oneOf(`place.${by}`, values))
      .execute()
    return (await withTrails(db, tables)).map((row, i) => ({ ...row, rank: tables[i].rank }))
  },

  async readAround(db, _points, boxes, kinds) {
    const hit = sql`${sqliteDialect.inBoxes('place_box', boxes, kinds)} as hit join place on place.rank = hit.id`
    const columns = sql.raw('hit.point, place.rank, place.id, place.lon, place.lat')
    // a box extends from a place's first kind to its last: several requested kinds may meet it, even if the place has
    // none of them
    const places =
      kinds === null
        ? sql<AroundRow>`select ${columns} from ${hit}`
        : sql<AroundRow>`select ${sql.raw(kinds.length > 1 ? 'distinct' : '')} ${columns} from ${hit} where ${isOfKinds('place.kinds', kinds)}`
    const { rows } = await places.execute(db)
    return rows
  },
}

/** In the same order; one more statement if there are trails among them. */
async function withTrails(db: Kysely<Tables>, rows: readonly PlaceTable[]): Promise<PlaceRow[]> {
  const ids = rows.map(({ relationId }) => relationId).filter((id) => id !== null)
  const trails = new Map<number, TrailRow>()
  if (ids.length > 0) {
    for (const row of await db
      .selectFrom('trail')
      .selectAll()
      .where(sqliteDialect.oneOf('trail.relation_id', ids))
      .execute())
      trails.set(row.relationId, toTrailRow(row))
  }
  return rows.map((row) => toPlaceRow(row, row.relationId === null ? null : (trails.get(row.relationId) ?? null)))
}

/** FTS5's own language; every term is a quoted string, so nothing in it is read as syntax. */
function toQuery(lists: TermLists): string {
  return `(${lists.map((terms) => `(${terms.map(toTerm).join(' OR ')})`).join(' AND ')})`
}

function toTerm({ text, prefix }: Term): string {
  return `"${text.replaceAll('"', '')}"${prefix === true ? '*' : ''}`
}

/** Tables for text and boxes. A box of a trail's piece or of an area's strip has kind 0. */
export async function createSqliteIndexes(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `CREATE VIRTUAL TABLE place_text USING fts5(document, content='', detail='none', columnsize=0, prefix='2 3 4', tokenize='ascii')`,
    )
    .execute(db)
  for (const index of ['place_box', 'poi_box', 'trail_piece_box', 'place_piece_box', 'area_strip_box']) {
    await sql
      .raw(`CREATE VIRTUAL TABLE ${index} USING rtree(id, min_lon, max_lon, min_lat, max_lat, min_kind, max_kind)`)
      .execute(db)
  }
}
