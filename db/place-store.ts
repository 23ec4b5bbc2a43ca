// Places of one catalogue. Statements per call: candidates a constant number, ids at most two, near points at most two
// for each ring (near-points.ts), however many points there are.

import { sql } from 'kysely'
import { type Box, type LonLat, distanceM } from '../src/geo/lon-lat.ts'
import { boxAround, splitBox } from '../src/geo/split-box.ts'
import type { NearKey, NearPlace, NearQuery, PlaceKey, PlaceRow, PlaceOutline } from '../src/places/catalogue-rows.ts'
import type { PlaceStore } from '../src/places/catalogue-stores.ts'
import { LINE_KINDS } from '../src/osm/place-kinds.ts'
import { stripHolds } from '../src/places/area-strips.ts'
import { decodePolyline6 } from '../src/geo/polyline.ts'
import { type Around, insideOf, isOfKinds, type Engine } from './dialect.ts'
import { keysOfBoxes, partsOf } from './boxes.ts'
import { findCandidates } from './find-candidates.ts'
import { checkPoints, findNearest } from './near-points.ts'
import { indexesOfPlaceKinds } from './rows.ts'
import { nearestLines } from './trail-store.ts'

export function createPlaceStore(engine: Engine): PlaceStore {
  const { db, dialect } = engine
  /** Places in a box, as what follows `select ... from`; a box of the index is wider than a place by its rounding. */
  const inBox = (box: Box, kinds: readonly number[] | null) => {
    const boxes = partsOf([box])
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

    findTags: (ids) => findTags(engine, ids),

    countNear: async (point, query) => (await listIdsNear(point, query)).length,

    listIdsNear,

    findAreaIds: (points) => findAreaIds(engine, points),

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

    listKeysInBoxes: (boxes, { kinds }) =>
      listKeysInBoxes(engine, boxes, kinds == null ? null : indexesOfPlaceKinds(kinds)),

    findNear: (points, query) => findNear(engine, points, query),

    findKeysNear: (points, query) => findKeysNear(engine, points, query),

    findOutlines: (ids) => findOutlines(engine, ids),
  }
}

/** Two statements at most, however many boxes there are. */
async function listKeysInBoxes(
  { db, dialect }: Engine,
  boxes: readonly Box[],
  kinds: readonly number[] | null,
): Promise<PlaceKey[][]> {
  if (boxes.length === 0) return []
  const parts = partsOf(boxes)
  const { lines, others } = partKinds(kinds)
  const columns = sql.raw('hit.point, place.id, place.lon, place.lat, place.importance')
  const ofKinds = others === null ? sql`true` : isOfKinds('place.kinds', others)
  const points = sql<Boxed>`select ${columns} from ${dialect.inBoxes('place_box', parts, others)} as hit join place on place.rank = hit.id where ${ofKinds}`
  const onLines = sql<Boxed>`select distinct ${columns} from ${dialect.inBoxes('place_piece_box', parts, null)} as hit
    join place_piece on place_piece.id = hit.id join place on place.id = place_piece.place_id where ${isOfKinds('place.kinds', lines)}`
  const [inside, meeting] = await Promise.all([
    others?.length === 0 ? [] : points.execute(db).then(({ rows }) => rows),
    lines.length === 0 ? [] : onLines.execute(db).then(({ rows }) => rows),
  ])
  const found = keysOfBoxes(boxes, inside)
  for (const { point, ...key } of meeting) found[point].push(key)
  return found
}

type Boxed = PlaceKey & { point: number }

async function findTags({ db, dialect }: Engine, ids: readonly number[]): Promise<(string | null)[]> {
  const known = [...new Set(ids)].filter(Number.isSafeInteger)
  if (known.length === 0) return ids.map(() => null)
  const rows = await db.selectFrom('placeTags').selectAll().where(dialect.oneOf('place_tags.id', known)).execute()
  const byId = new Map(rows.map(({ id, tagsJson }) => [id, tagsJson]))
  return ids.map((id) => byId.get(id) ?? null)
}

type Nearest = NearKey & Pick<Around, 'place'>

const findKeysNear = async (engine: Engine, points: readonly LonLat[], query: NearQuery): Promise<NearKey[][]> =>
  (await findAround(engine, points, query)).map((list) => list.map(({ place: _, ...key }) => key))

async function findNear(engine: Engine, points: readonly LonLat[], query: NearQuery): Promise<NearPlace[][]> {
  const found = await findAround(engine, points, query)
  const read = new Map<number, PlaceRow>()
  for (const { id, place } of found.flat()) if (place !== undefined) read.set(id, place)
  const unread = new Set(found.flatMap((list) => list.map(({ id }) => id)).filter((id) => !read.has(id)))
  for (const { rank: _, ...row } of await engine.dialect.readPlaces(engine.db, 'id', [...unread])) read.set(row.id, row)
  return found.map((list) => list.map(({ id, distanceM }): NearPlace => ({ ...read.get(id)!, distanceM })))
}

/** Named lines by their line, other places by their point. */
async function findAround(engine: Engine, points: readonly LonLat[], query: NearQuery): Promise<Nearest[][]> {
  checkPoints(points)
  const { lines, others } = partKinds(query.kinds == null ? null : indexesOfPlaceKinds(query.kinds))
  const { limit, offset = 0, radiusM } = query
  const upTo = offset + limit
  const [placed, onLines] = await Promise.all([
    findPoints(engine, points, others, { radiusM, limit: upTo }),
    lines.length === 0 ? [] : findLinesNear(engine, points, radiusM, lines),
  ])
  return placed.map((list, i) => {
    const merged =
      onLines.length === 0
        ? list
        : [...list, ...[...onLines[i].values()].sort(byDistance).slice(0, upTo)].sort(
            (a, b) => a.distanceM - b.distanceM,
          )
    return merged.slice(offset, upTo)
  })
}

async function findPoints(
  { db, dialect }: Engine,
  points: readonly LonLat[],
  kinds: readonly number[] | null,
  range: { radiusM: number; limit: number },
): Promise<Nearest[][]> {
  if (points.length === 0 || kinds?.length === 0) return points.map(() => [])
  const nearest = await findNearest(
    points,
    range,
    (boxes) => dialect.readAround(db, points, boxes, kinds, range.limit),
    ({ rank }) => rank,
  )
  return nearest.map((list) =>
    list.map(({ hit: { point: _, rank: __, ...key }, distanceM }) => ({ ...key, distanceM })),
  )
}

const byDistance = (a: NearKey, b: NearKey): number => a.distanceM - b.distanceM || a.id - b.id

interface Hit {
  /** index of the point */
  point: number
  id: number
  areaId: number
  adminLevel: number | null
  sizeM2: number
  fromLatE7: number
  toLatE7: number
}

/**
 * The areas that contain points: the strips at each point by the box index, then the edges of those strips, once each.
 * Two statements, however many points there are. Smallest first; of areas of one size the finer level.
 */
async function findAreaIds({ db, dialect }: Engine, points: readonly LonLat[]): Promise<number[][]> {
  checkPoints(points)
  if (points.length === 0) return []
  const boxes = points.map(([lon, lat], point) => ({ point, box: [lon, lat, lon, lat] as const }))
  const { rows } =
    await sql<Hit>`select hit.point, s.id, s.area_id, s.from_lat_e7, s.to_lat_e7, area.size_m2, place.admin_level
    from ${dialect.inBoxes('area_strip_box', boxes, null)} as hit join area_strip as s on s.id = hit.id join area on area.id = s.area_id join place on place.id = area.id`.execute(
      db,
    )
  // of two strips that meet at a point's latitude, one has it
  const hits = rows.filter(({ point, fromLatE7, toLatE7 }) => {
    const latE7 = points[point][1] * 1e7
    return latE7 >= fromLatE7 && latE7 < toLatE7
  })
  if (hits.length === 0) return points.map(() => [])
  const strips = await db
    .selectFrom('areaStrip')
    .select(['id', 'edges'])
    .where(dialect.oneOf('area_strip.id', [...new Set(hits.map(({ id }) => id))]))
    .execute()
  const edgesOf = new Map(strips.map(({ id, edges }) => [id, edges]))
  const inside = hits.filter(({ point, id }) =>
    stripHolds(edgesOf.get(id)!, points[point][0] * 1e7, points[point][1] * 1e7),
  )
  const found: Hit[][] = points.map(() => [])
  for (const hit of inside) found[hit.point].push(hit)
  const levelOf = ({ adminLevel }: Hit): number => adminLevel ?? Infinity
  return found.map((list) =>
    list
      .sort((a, b) => a.sizeM2 - b.sizeM2 || levelOf(b) - levelOf(a) || a.areaId - b.areaId)
      .map(({ areaId }) => areaId),
  )
}

/** Reads the names once: a catalogue never changes. */
function cutAreasReader({ db }: Engine): () => Promise<readonly string[]> {
  let names: Promise<readonly string[]> | null = null
  const read = async (): Promise<readonly string[]> => {
    const fact = db.selectFrom('catalogueFact').select('value').where('name', '=', 'cutAreas')
    return JSON.parse((await fact.executeTakeFirstOrThrow()).value) as string[]
  }
  return () =>
    (names ??= read().catch((thrown: unknown) => {
      names = null
      throw thrown
    }))
}

const LINE_INDEXES = indexesOfPlaceKinds(LINE_KINDS)

/** Requested kinds, as indexes of PLACE_KINDS: those of lines, and the others; null: all others. */
function partKinds(kinds: readonly number[] | null): { lines: number[]; others: number[] | null } {
  if (kinds === null) return { lines: [], others: null }
  return {
    lines: kinds.filter((kind) => LINE_INDEXES.includes(kind)),
    others: kinds.filter((kind) => !LINE_INDEXES.includes(kind)),
  }
}

/**
 * Named lines (paths, streets, rivers) of one catalogue, found by the pieces of their lines, and outlines of places. A
 * list around a point or in a box has lines only if their kinds are requested: a town has more streets than places.
 * Condition of SQL for lines of these kinds with a piece whose box meets the box.
 */
function linesInBox({ dialect }: Engine, box: Box, kinds: readonly number[]) {
  const boxes = partsOf([box])
  return sql<boolean>`(place.id in (select place_piece.place_id from ${dialect.inBoxes('place_piece_box', boxes, null)} as hit join place_piece on place_piece.id = hit.id) and ${isOfKinds('place.kinds', kinds)})`
}

/** For each point the lines of these kinds so near, by their ids. */
async function findLinesNear(
  { db, dialect }: Engine,
  points: readonly LonLat[],
  radiusM: number,
  kinds: readonly number[],
): Promise<Map<number, NearKey>[]> {
  const boxes = points.flatMap(([lon, lat], point) =>
    splitBox(boxAround(lon, lat, radiusM)).map((box) => ({ point, box })),
  )
  const { rows } = await sql<{ point: number; id: number; lon: number; lat: number; points: string }>`
    select hit.point, place.id, place.lon, place.lat, place_piece.points from ${dialect.inBoxes('place_piece_box', boxes, null)} as hit
    join place_piece on place_piece.id = hit.id join place on place.id = place_piece.place_id where ${isOfKinds('place.kinds', kinds)}`.execute(
    db,
  )
  const lines = new Map(rows.map(({ id, lon, lat }) => [id, { id, lon, lat }]))
  return nearestLines(points, radiusM, rows).map(
    (found) => new Map([...found].map(([id, awayM]) => [id, { ...lines.get(id)!, distanceM: awayM }])),
  )
}

/** In the given order; null for a point and for ids that do not exist. */
async function findOutlines({ db, dialect }: Engine, ids: readonly number[]): Promise<(PlaceOutline | null)[]> {
  const known = [...new Set(ids)].filter(Number.isSafeInteger)
  if (known.length === 0) return ids.map(() => null)
  const rows = await db
    .selectFrom('placePiece')
    .selectAll()
    .where(dialect.oneOf('place_piece.place_id', known))
    .orderBy('id')
    .execute()
  const outlines = new Map<number, { isArea: boolean; parts: Map<number, LonLat[]> }>()
  for (const { placeId, part, isArea, points } of rows) {
    let outline = outlines.get(placeId)
    if (outline === undefined) outlines.set(placeId, (outline = { isArea: isArea === 1, parts: new Map() }))
    const before = outline.parts.get(part)
    const piece = decodePolyline6(points)
    // a piece begins where the previous one ends
    if (before === undefined) outline.parts.set(part, piece)
    else before.push(...piece.slice(1))
  }
  return ids.map((id) => {
    const outline = outlines.get(id)
    return outline === undefined ? null : { isArea: outline.isArea, parts: [...outline.parts.values()] }
  })
}
