// Outdoor places of one catalogue: inside a box by kind in the requested order, then by id, so that equal queries get
// equal answers; a place of several kinds is returned once, under the first requested; or by their ids. One statement
// each.

import { type RawBuilder, sql } from 'kysely'
import { splitBox } from '../src/geo/split-box.ts'
import { POI_KINDS } from '../src/places/poi-kinds.ts'
import type { PoiKey, PoiRow } from '../src/places/catalogue-rows.ts'
import type { PoiStore } from '../src/places/catalogue-stores.ts'
import { insideOf, isOfKinds, type Engine } from './dialect.ts'
import { findPoisByText } from './find-pois.ts'
import { checkPoints, findNearest } from './near-points.ts'
import { indexesOfPoiKinds, toPoiRow } from './rows.ts'
import type { PoiTable } from './tables.ts'

/** Position, among the requested kinds, of the first one that an outdoor place has. */
function turnOf(asked: readonly number[]): RawBuilder<number> {
  const cases = asked.map((index, turn) => sql.raw(`when (poi.kinds & ${2 ** index}) <> 0 then ${turn}`))
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** `artifactVersion` is that of the catalogue behind `engine`. */
export function createPoiStore({ db, dialect }: Engine, artifactVersion: string): PoiStore {
  const readRows = async (ids: readonly number[]): Promise<Map<number, PoiRow>> => {
    const known = [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
    if (known.length === 0) return new Map()
    const rows = await db.selectFrom('poi').selectAll().where(dialect.oneOf('poi.id', known)).execute()
    return new Map(rows.map((row) => [row.id, toPoiRow(row)]))
  }

  return {
    async findInBox({ box, kinds, limit, offset = 0 }) {
      const asked = indexesOfPoiKinds(kinds)
      const all = asked.length === POI_KINDS.length
      if (asked.length === 0) return { artifactVersion, pois: [], truncated: false }
      const boxes = splitBox(box).map((part) => ({ point: 0, box: part }))
      const { rows } =
        await sql<PoiTable>`select poi.* from poi where poi.id in (select hit.id from ${dialect.inBoxes('poi_box', boxes, all ? null : asked)} as hit)
        and ${insideOf('poi', box)} and ${isOfKinds('poi.kinds', asked)} order by ${turnOf(asked)}, poi.id limit ${limit + 1} offset ${offset}`.execute(
          db,
        )
      return { artifactVersion, pois: rows.slice(0, limit).map(toPoiRow), truncated: rows.length > limit }
    },

    async countInBox({ box, kinds }) {
      const asked = indexesOfPoiKinds(kinds)
      if (asked.length === 0) return 0
      const boxes = splitBox(box).map((part) => ({ point: 0, box: part }))
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from poi where poi.id in (select hit.id from ${dialect.inBoxes('poi_box', boxes, asked.length === POI_KINDS.length ? null : asked)} as hit)
        and ${insideOf('poi', box)} and ${isOfKinds('poi.kinds', asked)}`.execute(db)
      return Number(rows[0].count)
    },

    async listKeysInBox({ box, kinds }) {
      const asked = indexesOfPoiKinds(kinds)
      if (asked.length === 0) return []
      const boxes = splitBox(box).map((part) => ({ point: 0, box: part }))
      const { rows } =
        await sql<PoiKey>`select poi.id, ${turnOf(asked)} as turn from poi where poi.id in (select hit.id from ${dialect.inBoxes('poi_box', boxes, asked.length === POI_KINDS.length ? null : asked)} as hit)
        and ${insideOf('poi', box)} and ${isOfKinds('poi.kinds', asked)} order by turn, poi.id`.execute(db)
      return rows.map(({ id, turn }) => ({ id, turn: Number(turn) }))
    },

    findByText: (query) => findPoisByText({ db, dialect }, query),

    async findNear(points, { radiusM, kinds, limit, offset = 0 }) {
      checkPoints(points)
      const indexes = kinds == null ? null : indexesOfPoiKinds(kinds)
      if (points.length === 0 || indexes?.length === 0) return points.map(() => [])
      const isAsked = indexes === null ? sql`` : sql`where ${isOfKinds('poi.kinds', indexes)}`
      const nearest = await findNearest(
        points,
        { radiusM, limit: offset + limit },
        async (boxes) =>
          (
            await sql<{
              point: number
              id: number
              lon: number
              lat: number
            }>`select distinct hit.point, poi.id, poi.lon, poi.lat from ${dialect.inBoxes('poi_box', boxes, indexes)} as hit join poi on poi.id = hit.id ${isAsked}`.execute(
              db,
            )
          ).rows,
        ({ id }) => id,
      )
      const found = offset === 0 ? nearest : nearest.map((list) => list.slice(offset))
      const rows = await readRows(found.flatMap((list) => list.map(({ hit }) => hit.id)))
      return found.map((list) => list.map(({ hit, distanceM }) => ({ ...rows.get(hit.id)!, distanceM })))
    },

    async findByIds(ids) {
      const rows = await readRows(ids)
      return ids.map((id) => rows.get(id) ?? null)
    },
  }
}
