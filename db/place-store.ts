// Places of one catalogue. Statements per call: candidates a constant number, ids two, near points at most two for each of RINGS, however
// many points there are: looking begins near and goes on farther only for points that have not enough yet.

import { sql } from 'kysely'
import { ServiceError } from '../src/errors.ts'
import { distanceM, type LonLat } from '../src/geo/lon-lat.ts'
import { boxAround, splitBox } from '../src/geo/split-box.ts'
import type { NearPlace, PlaceRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { PLACE_KINDS, type PlaceKind } from '../src/places/place-kinds.ts'
import type { PlaceStore } from '../src/services.ts'
import type { Engine } from './dialect.ts'
import { findCandidates } from './find-candidates.ts'
import { toPlaceRow, toTrailRow } from './rows.ts'
import type { PlaceTable } from './tables.ts'

/** Shares of the radius at which is looked, in turn. */
const RINGS = [1 / 64, 1 / 8, 1]
const LEAST_RING_M = 500

export function createPlaceStore(engine: Engine): PlaceStore {
  const { db, dialect } = engine
  return {
    findCandidates: async (query) => withTrails(engine, await findCandidates(engine, query)),

    async findByIds(ids) {
      const known = ids.filter((id) => Number.isSafeInteger(id))
      if (known.length === 0) return ids.map(() => null)
      const rows = await withTrails(engine, await db.selectFrom('place').selectAll().where(dialect.oneOf('place.id', [...new Set(known)])).execute())
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    },

    async findNear(points, { radiusM, kinds, limit }) {
      checkPoints(points)
      const kindIndexes = kinds === undefined || kinds === null ? null : [...new Set(kinds)].map((kind) => PLACE_KINDS.indexOf(kind as PlaceKind)).filter((index) => index >= 0)
      if (points.length === 0 || kindIndexes?.length === 0) return points.map(() => [])
      const ranked: { rank: number; distanceM: number }[][] = points.map(() => [])
      let open = points.map((_, i) => i)
      let reachedM = 0
      for (const share of RINGS) {
        const ringM = share === 1 ? radiusM : Math.max(LEAST_RING_M, radiusM * share)
        if (open.length === 0 || ringM <= reachedM || (share < 1 && ringM >= radiusM)) continue
        reachedM = ringM
        const boxes = open.flatMap((point) => splitBox(boxAround(points[point][0], points[point][1], ringM)).map((box) => ({ point, box })))
        const { rows: hits } = await sql<{ point: number; rank: number; lon: number; lat: number }>`
          select hit.point, place.rank, place.lon, place.lat from ${dialect.inBoxes('place_box', boxes, kindIndexes)} as hit join place on place.rank = hit.id`.execute(db)
        for (const point of open) ranked[point] = []
        for (const { point, rank, lon, lat } of hits) {
          const awayM = distanceM(points[point][0], points[point][1], lon, lat)
          if (awayM <= ringM) ranked[point].push({ rank, distanceM: awayM })
        }
        open = open.filter((point) => ranked[point].length < limit)
      }
      for (const list of ranked) {
        list.sort((a, b) => a.distanceM - b.distanceM || a.rank - b.rank)
        if (list.length > limit) list.length = limit
      }
      const ranks = [...new Set(ranked.flatMap((list) => list.map(({ rank }) => rank)))]
      if (ranks.length === 0) return points.map(() => [])
      const tables = await db.selectFrom('place').selectAll().where(dialect.oneOf('place.rank', ranks)).execute()
      const rows = await withTrails(engine, tables)
      const byRank = new Map(tables.map((table, i) => [table.rank, rows[i]]))
      return ranked.map((list) => list.map(({ rank, distanceM: awayM }): NearPlace => ({ ...byRank.get(rank)!, distanceM: awayM })))
    },
  }
}

/** Points must be numbers on earth: everything below trusts them. */
export function checkPoints(points: readonly LonLat[]): void {
  for (const [lon, lat] of points) {
    if (!(lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90)) throw new ServiceError('invalid_input', 'A point must be [lon, lat] in degrees.')
  }
}

/** In the same order; one statement more where there are trails among them. */
export async function withTrails({ db, dialect }: Engine, rows: readonly PlaceTable[]): Promise<PlaceRow[]> {
  const ids = rows.map(({ relationId }) => relationId).filter((id) => id !== null)
  const trails = new Map<number, TrailRow>()
  if (ids.length > 0) {
    for (const row of await db.selectFrom('trail').selectAll().where(dialect.oneOf('trail.relation_id', ids)).execute()) trails.set(row.relationId, toTrailRow(row))
  }
  return rows.map((row) => toPlaceRow(row, row.relationId === null ? null : trails.get(row.relationId) ?? null))
}
