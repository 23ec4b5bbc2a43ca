// Outdoor places of one catalogue: inside a box by kind in the order asked, then by id, so that equal questions get
// equal answers; a place of several kinds is told once, by the first that was asked; or by their ids. One statement
// each.

import { sql } from 'kysely'
import { splitBox } from '../src/geo/split-box.ts'
import { POI_KINDS } from '../src/places/poi-kinds.ts'
import type { PoiStore } from '../src/places/catalogue-stores.ts'
import { isOfKinds, type Engine } from './dialect.ts'
import { indexesOfPoiKinds, toPoiRow } from './rows.ts'
import type { PoiTable } from './tables.ts'

/** `artifactVersion` is that of the catalogue behind `engine`. */
export function createPoiStore({ db, dialect }: Engine, artifactVersion: string): PoiStore {
  return {
    async findInBox({ box, kinds, limit }) {
      const asked = indexesOfPoiKinds(kinds)
      const all = asked.length === POI_KINDS.length
      if (asked.length === 0) return { artifactVersion, pois: [], truncated: false }
      const boxes = splitBox(box).map((part) => ({ point: 0, box: part }))
      const inside = splitBox(box).map(
        ([west, south, east, north]) =>
          sql`(poi.lon >= ${west} and poi.lon <= ${east} and poi.lat >= ${south} and poi.lat <= ${north})`,
      )
      const order = sql.join(
        asked.map((index, place) => sql.raw(`when (poi.kinds & ${2 ** index}) <> 0 then ${place}`)),
        sql` `,
      )
      const { rows } =
        await sql<PoiTable>`select poi.* from poi where poi.id in (select hit.id from ${dialect.inBoxes('poi_box', boxes, all ? null : asked)} as hit)
        and (${sql.join(inside, sql` or `)}) and ${isOfKinds('poi.kinds', asked)} order by case ${order} end, poi.id limit ${limit + 1}`.execute(
          db,
        )
      return { artifactVersion, pois: rows.slice(0, limit).map(toPoiRow), truncated: rows.length > limit }
    },

    async findByIds(ids) {
      const known = [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
      if (known.length === 0) return ids.map(() => null)
      const rows = await db.selectFrom('poi').selectAll().where(dialect.oneOf('poi.id', known)).execute()
      const byId = new Map(rows.map((row) => [row.id, toPoiRow(row)]))
      return ids.map((id) => byId.get(id) ?? null)
    },
  }
}
