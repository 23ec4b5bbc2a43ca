// Places of one catalogue. Statements per call: candidates a constant number, ids at most two, near points at most two
// for each ring (near-points.ts), however many points there are.

import { sql } from 'kysely'
import { type Box, type LonLat, distanceM } from '../src/geo/lon-lat.ts'
import { boxAround, splitBox } from '../src/geo/split-box.ts'
import type { NearPlace, NearQuery, PlaceKey, PlaceRow } from '../src/places/catalogue-rows.ts'
import type { PlaceStore } from '../src/places/catalogue-stores.ts'
import { PLACE_KINDS } from '../src/places/place-kinds.ts'
import { insideOf, isOfKinds, type Engine } from './dialect.ts'
import { cutAreasReader, findAreas } from './find-areas.ts'
import { findCandidates } from './find-candidates.ts'
import { findLinesNear, findOutlines, linesInBox, partKinds } from './named-lines.ts'
import { checkPoints, findNearest } from './near-points.ts'
import { indexesOfPlaceKinds } from './rows.ts'

export function createPlaceStore(engine: Engine): PlaceStore {
  const { db, dialect } = engine
  /** Places in a box, as what follows `select ... from`; a box of the index is wider than a place by its rounding. */
  const inBox = (box: Box, kinds: readonly number[] | null) => {
    const boxes = splitBox(box).map((part) => ({ point: 0, box: part }))
    const { lines, others } = partKinds(kinds)
    const ofKinds = others === null ? sql`` : sql`and ${isOfKinds('place.kinds', others)}`
    const points = sql`(place.rank in (select hit.id from ${dialect.inBoxes('place_box', boxes, others)} as hit) and ${insideOf('place', box)} ${ofKinds})`
    return lines.length === 0
      ? sql`place where ${points}`
      : sql`place where (${points} or ${linesInBox(engine, box, lines)})`
  }
  const listIdsNear: PlaceStore['listIdsNear'] = async ([lon, lat], { radiusM, kinds }) => {
    checkPoints([[lon, lat]])
    const { lines, others } = partKinds(kinds == null ? null : indexesOfPlaceKinds(kinds))
    const [onLines] = lines.length === 0 ? [new Map()] : await findLinesNear(engine, [[lon, lat]], radiusM, lines)
    if (others?.length === 0) return [...onLines.keys()]
    const { rows } = await sql<{
      id: number
      lon: number
      lat: number
    }>`select place.id, place.lon, place.lat from ${inBox(boxAround(lon, lat, radiusM), others)}`.execute(db)
    return [
      ...rows.filter((at) => distanceM(lon, lat, at.lon, at.lat) <= radiusM).map(({ id }) => id),
      ...onLines.keys(),
    ]
  }
  return {
    findCandidates: (query) => findCandidates(engine, query),

    async findByIds(ids) {
      const rows = await dialect.readPlaces(db, 'id', [...new Set(ids)].filter(Number.isSafeInteger))
      const byId = new Map(rows.map(({ rank: _, ...row }) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    },

    async findTags(ids) {
      const known = [...new Set(ids)].filter(Number.isSafeInteger)
      if (known.length === 0) return ids.map(() => null)
      const rows = await db.selectFrom('placeTags').selectAll().where(dialect.oneOf('place_tags.id', known)).execute()
      const byId = new Map(rows.map(({ id, tagsJson }) => [id, tagsJson]))
      return ids.map((id) => byId.get(id) ?? null)
    },

    countNear: async (point, query) => (await listIdsNear(point, query)).length,

    listIdsNear,

    findAreas: (points) => findAreas(engine, points),

    listCutAreas: cutAreasReader(engine),

    async findInBox({ box, kinds, limit, offset = 0 }) {
      const indexes = kinds == null ? null : indexesOfPlaceKinds(kinds)
      if (indexes?.length === 0) return []
      const { rows } = await sql<{
        rank: number
      }>`select place.rank from ${inBox(box, indexes)} order by place.rank limit ${limit} offset ${offset}`.execute(db)
      const places = await dialect.readPlaces(
        db,
        'rank',
        rows.map(({ rank }) => rank),
      )
      return places.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...row }) => row)
    },

    async countInBox({ box, kinds }) {
      const indexes = kinds == null ? null : indexesOfPlaceKinds(kinds)
      if (indexes?.length === 0) return 0
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${inBox(box, indexes)}`.execute(db)
      return Number(rows[0].count)
    },

    async listKeysInBox({ box, kinds }) {
      const indexes = kinds == null ? null : indexesOfPlaceKinds(kinds)
      if (indexes?.length === 0) return []
      return (await sql<PlaceKey>`select place.id, place.importance from ${inBox(box, indexes)}`.execute(db)).rows
    },

    findNear: (points, query) => findNearWithLines(engine, points, query),

    findOutlines: (ids) => findOutlines(engine, ids),
  }
}

/** Named lines by their line, other places by their point. */
async function findNearWithLines(engine: Engine, points: readonly LonLat[], query: NearQuery): Promise<NearPlace[][]> {
  const { lines, others } = partKinds(query.kinds == null ? null : indexesOfPlaceKinds(query.kinds))
  if (lines.length === 0) return findNear(engine, points, query)
  checkPoints(points)
  const { limit, offset = 0, radiusM } = query
  const upTo = offset + limit
  const [placed, onLines] = await Promise.all([
    others!.length === 0
      ? points.map(() => [])
      : findNear(engine, points, { radiusM, limit: upTo, kinds: others!.map((kind) => PLACE_KINDS[kind]) }),
    findLinesNear(engine, points, radiusM, lines),
  ])
  const nearest = onLines.map((found) => [...found].sort((a, b) => a[1] - b[1] || a[0] - b[0]).slice(0, upTo))
  const ids = new Set(nearest.flat().map(([id]) => id))
  const rows = new Map((await engine.dialect.readPlaces(engine.db, 'id', [...ids])).map((row) => [row.id, row]))
  return nearest.map((list, point) => {
    const named = list.map(([id, awayM]): NearPlace => {
      const { rank: _, ...row } = rows.get(id)!
      return { ...row, distanceM: awayM }
    })
    return [...placed[point], ...named].sort((a, b) => a.distanceM - b.distanceM).slice(offset, upTo)
  })
}

async function findNear(
  { db, dialect }: Engine,
  points: readonly LonLat[],
  { radiusM, kinds, limit, offset = 0 }: NearQuery,
): Promise<NearPlace[][]> {
  checkPoints(points)
  const kindIndexes = kinds == null ? null : indexesOfPlaceKinds(kinds)
  if (points.length === 0 || kindIndexes?.length === 0) return points.map(() => [])
  const read = new Map<number, PlaceRow>()
  const upTo = offset + limit
  const nearest = await findNearest(
    points,
    { radiusM, limit: upTo },
    (boxes) => dialect.readAround(db, points, boxes, kindIndexes, upTo),
    ({ rank }) => rank,
  )
  const ranked = offset === 0 ? nearest : nearest.map((list) => list.slice(offset))
  for (const list of ranked) for (const { hit } of list) if (hit.place !== undefined) read.set(hit.rank, hit.place)
  const unread = new Set<number>()
  for (const list of ranked) for (const { hit } of list) if (!read.has(hit.rank)) unread.add(hit.rank)
  for (const { rank, ...row } of await dialect.readPlaces(db, 'rank', [...unread])) read.set(rank, row)
  return ranked.map((list) => list.map(({ hit, distanceM }): NearPlace => ({ ...read.get(hit.rank)!, distanceM })))
}
