// Places of one catalogue. Statements per call: candidates a constant number, ids at most two, near points at most two
// for each ring (near-points.ts), however many points there are.

import type { NearPlace, PlaceRow } from '../src/places/catalogue-rows.ts'
import type { PlaceStore } from '../src/places/catalogue-stores.ts'
import type { Engine } from './dialect.ts'
import { findCandidates } from './find-candidates.ts'
import { checkPoints, findNearest } from './near-points.ts'
import { indexesOfPlaceKinds } from './rows.ts'

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
      const read = new Map<number, PlaceRow>()
      const ranked = await findNearest(
        points,
        { radiusM, limit },
        (boxes) => dialect.readAround(db, points, boxes, kindIndexes, limit),
        ({ rank }) => rank,
      )
      for (const list of ranked) for (const { hit } of list) if (hit.place !== undefined) read.set(hit.rank, hit.place)
      const unread = new Set<number>()
      for (const list of ranked) for (const { hit } of list) if (!read.has(hit.rank)) unread.add(hit.rank)
      for (const { rank, ...row } of await dialect.readPlaces(db, 'rank', [...unread])) read.set(rank, row)
      return ranked.map((list) => list.map(({ hit, distanceM }): NearPlace => ({ ...read.get(hit.rank)!, distanceM })))
    },
  }
}
