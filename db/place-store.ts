// Places of one catalogue. Statements per call: candidates a constant number, ids at most two, near points at most two
// for each of RINGS, however many points there are: looking begins near and goes on farther only for points that have
// not enough yet.

import { ServiceError } from '../src/errors.ts'
import { distanceM, type LonLat } from '../src/geo/lon-lat.ts'
import { boxAround, splitBox } from '../src/geo/split-box.ts'
import type { NearPlace, PlaceRow } from '../src/places/catalogue-rows.ts'
import type { PlaceStore } from '../src/places/catalogue-stores.ts'
import type { Engine } from './dialect.ts'
import { findCandidates } from './find-candidates.ts'
import { indexesOfPlaceKinds } from './rows.ts'

/** Shares of the radius at which is looked, in turn. */
const RINGS = [1 / 64, 1 / 8, 1]
const LEAST_RING_M = 500

export function createPlaceStore(engine: Engine): PlaceStore {
  const { db, dialect } = engine
  return {
    findCandidates: (query) => findCandidates(engine, query),

    async findByIds(ids) {
      const known = ids.filter((id) => Number.isSafeInteger(id))
      const rows = await dialect.readPlaces(db, 'id', [...new Set(known)])
      const byId = new Map(rows.map(({ rank: _, ...row }) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    },

    async findTags(ids) {
      const known = [...new Set(ids)].filter((id) => Number.isSafeInteger(id))
      if (known.length === 0) return ids.map(() => null)
      const rows = await db.selectFrom('placeTags').selectAll().where(dialect.oneOf('place_tags.id', known)).execute()
      const byId = new Map(rows.map(({ id, tagsJson }) => [id, tagsJson]))
      return ids.map((id) => byId.get(id) ?? null)
    },

    async findNear(points, { radiusM, kinds, limit }) {
      checkPoints(points)
      const kindIndexes = kinds == null ? null : indexesOfPlaceKinds(kinds)
      if (points.length === 0 || kindIndexes?.length === 0) return points.map(() => [])
      const ranked: { rank: number; distanceM: number }[][] = points.map(() => [])
      const read = new Map<number, PlaceRow>()
      let open = points.map((_, i) => i)
      let reachedM = 0
      for (const share of RINGS) {
        const ringM = share === 1 ? radiusM : Math.max(LEAST_RING_M, radiusM * share)
        if (open.length === 0 || ringM <= reachedM || (share < 1 && ringM >= radiusM)) continue
        reachedM = ringM
        const boxes = open.flatMap((point) =>
          splitBox(boxAround(points[point][0], points[point][1], ringM)).map((box) => ({ point, box })),
        )
        for (const point of open) ranked[point] = []
        for (const { point, rank, lon, lat, place } of await dialect.readAround(
          db,
          points,
          boxes,
          kindIndexes,
          limit,
        )) {
          const awayM = distanceM(points[point][0], points[point][1], lon, lat)
          if (awayM > ringM) continue
          ranked[point].push({ rank, distanceM: awayM })
          if (place !== undefined) read.set(rank, place)
        }
        open = open.filter((point) => ranked[point].length < limit)
      }
      for (const list of ranked) {
        list.sort((a, b) => a.distanceM - b.distanceM || a.rank - b.rank)
        if (list.length > limit) list.length = limit
      }
      const unread = new Set<number>()
      for (const list of ranked) for (const { rank } of list) if (!read.has(rank)) unread.add(rank)
      for (const { rank, ...row } of await dialect.readPlaces(db, 'rank', [...unread])) read.set(rank, row)
      return ranked.map((list) =>
        list.map(({ rank, distanceM: awayM }): NearPlace => ({ ...read.get(rank)!, distanceM: awayM })),
      )
    },
  }
}

/** Points must be numbers on earth: everything below trusts them. */
export function checkPoints(points: readonly LonLat[]): void {
  for (const [lon, lat] of points) {
    if (!(lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90))
      throw new ServiceError('invalid_input', 'A point must be [lon, lat] in degrees.')
  }
}
