// Signed trails of one catalogue: their rows, and their lines in pieces with a box each. A constant number of
// statements per call, however many trails or points are requested.

import { type RawBuilder, sql } from 'kysely'
import { type Box, nearestOnSegment } from '../src/geo/lon-lat.ts'
import { decodePolyline6 } from '../src/geo/polyline.ts'
import { boxAround, splitBox } from '../src/geo/split-box.ts'
import type { FilteredTrail, TrailFilter, TrailKey, TrailLine, TrailRow } from '../src/places/catalogue-rows.ts'
import type { TrailStore } from '../src/places/catalogue-stores.ts'
import type { Dialect, Engine } from './dialect.ts'
import { findCandidates } from './find-candidates.ts'
import { checkPoints } from './near-points.ts'
import { toTrailRow } from './rows.ts'
import { RANGES } from '../src/search/order-trails.ts'

/** `hasTimes`: whether its trails have columns for times. */
export function createTrailStore(engine: Engine, hasTimes = true): TrailStore {
  const { db, dialect } = engine
  const movingS = sql.raw(hasTimes ? 'moving_s' : 'null')

  const findRows = async (ids: readonly number[]): Promise<Map<number, TrailRow>> => {
    const known = [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
    if (known.length === 0) return new Map()
    const question = db.selectFrom('trail').selectAll().where(dialect.oneOf('trail.relation_id', known))
    return new Map((await question.execute()).map((row) => [row.relationId, toTrailRow(row)]))
  }
  const readKeys = async (which: RawBuilder<unknown>, filter: TrailFilter): Promise<FilteredTrail[]> => {
    const { isMet, maybe } = conditionsOf(filter, movingS)
    const keys = sql<TrailKey & { isUnknown: number }>`
      select relation_id, name, ref, level, length_m, ascent_m, ${movingS} as moving_s,
        case when ${isMet} then 0 else 1 end as is_unknown
      from trail where ${which} and ${maybe}`
    return (await keys.execute(db)).rows.map(({ isUnknown, ...key }) => ({ ...key, isUnknown: isUnknown === 1 }))
  }

  return {
    async findByText({ words, typedWords, parts, typos, type, box, limit }) {
      const places = await findCandidates(
        engine,
        { words, typedWords, typos, box, limit, kinds: ['trail'], ...(parts === undefined ? {} : { parts }) },
        type === undefined || type === null ? [] : [type],
      )
      return places.flatMap(({ trail }) => (trail === null || (type ?? trail.type) !== trail.type ? [] : [trail]))
    },

    async findInBox({ box, limit, ...filter }) {
      const { rows } = await sql<{ relationId: number }>`
        select trail.* from trail where ${isInBox(dialect, box)} and ${conditionsOf(filter, movingS).isMet}
        order by level_rank desc, length_m desc, relation_id limit ${limit + 1}`.execute(db)
      const trails = rows.map((row) => toTrailRow(row as never))
      return { trails: trails.slice(0, limit), truncated: trails.length > limit }
    },

    async findByRelationIds(relationIds) {
      const rows = await findRows(relationIds)
      return relationIds.map((id) => rows.get(id) ?? null)
    },

    findKeysInBox: ({ box, ...filter }) => readKeys(isInBox(dialect, box), filter),

    async findNear(points, { radiusM, ...filter }) {
      checkPoints(points)
      if (points.length === 0) return []
      const boxes = points.flatMap(([lon, lat], point) =>
        splitBox(boxAround(lon, lat, radiusM)).map((box) => ({ point, box })),
      )
      const { rows: hits } = await sql<{ point: number; id: number; points: string }>`
        select hit.point, trail_piece.relation_id as id, trail_piece.points from ${dialect.inBoxes('trail_piece_box', boxes, null)} as hit join trail_piece on trail_piece.id = hit.id`.execute(
        db,
      )
      const nearest = nearestLines(points, radiusM, hits)
      const ids = new Set(nearest.flatMap((found) => [...found.keys()]))
      if (ids.size === 0) return points.map(() => [])
      const keys = new Map(
        (await readKeys(dialect.oneOf('trail.relation_id', [...ids]), filter)).map((key) => [key.relationId, key]),
      )
      return nearest.map((found) =>
        [...found]
          .filter(([id]) => keys.has(id))
          .sort((a, b) => a[1] - b[1] || a[0] - b[0])
          .map(([id, awayM]) => ({ ...keys.get(id)!, distanceM: awayM })),
      )
    },

    async findLines(relationIds) {
      const known = [...new Set(relationIds.filter((id) => Number.isSafeInteger(id)))]
      if (known.length === 0) return relationIds.map(() => null)
      const rows = await db
        .selectFrom('trailPiece')
        .selectAll()
        .where(dialect.oneOf('trail_piece.relation_id', known))
        .orderBy('id')
        .execute()
      const lines = joinPieces(rows)
      return relationIds.map((id) => lines.get(id) ?? null)
    },
  }
}

/** Whether the box of a piece of the trail's line meets the box. */
function isInBox(dialect: Dialect, box: Box): RawBuilder<unknown> {
  const boxes = splitBox(box).map((part) => ({ point: 0, box: part }))
  return sql`relation_id in (select trail_piece.relation_id from ${dialect.inBoxes('trail_piece_box', boxes, null)} as hit join trail_piece on trail_piece.id = hit.id)`
}

/** For each point the lines within reach, by distance in metres. */
export function nearestLines(
  points: readonly (readonly [number, number])[],
  radiusM: number,
  hits: readonly { point: number; id: number; points: string }[],
): Map<number, number>[] {
  const lines = new Map<string, [number, number][]>()
  const nearest: Map<number, number>[] = points.map(() => new Map())
  for (const { point, id, points: text } of hits) {
    let line = lines.get(text)
    if (line === undefined) lines.set(text, (line = decodePolyline6(text)))
    const awayM = distanceToLineM(points[point][0], points[point][1], line)
    if (awayM <= Math.min(radiusM, nearest[point].get(id) ?? Infinity)) nearest[point].set(id, awayM)
  }
  return nearest
}

/** Lines by relation, from their pieces in order. */
function joinPieces(rows: readonly { relationId: number; part: number; points: string }[]): Map<number, TrailLine> {
  const lines = new Map<number, TrailLine>()
  const lastPart = new Map<number, number>()
  for (const { relationId, part, points } of rows) {
    let line = lines.get(relationId)
    if (line === undefined) lines.set(relationId, (line = { relationId, parts: [] }))
    const piece = decodePolyline6(points)
    // a piece begins where the previous one ends
    if (lastPart.get(relationId) === part) line.parts[line.parts.length - 1].push(...piece.slice(1))
    else line.parts.push(piece)
    lastPart.set(relationId, part)
  }
  return lines
}

function distanceToLineM(lon: number, lat: number, line: readonly (readonly [number, number])[]): number {
  let leastM = Infinity
  for (let i = 1; i < line.length; i++)
    leastM = Math.min(
      leastM,
      nearestOnSegment(lon, lat, line[i - 1][0], line[i - 1][1], line[i][0], line[i][1]).distanceM,
    )
  return leastM
}

/**
 * Conditions of a filter: `isMet`, and `maybe`, which holds where a bound is of something that is not known, too. Both
 * are as meetsFilter (order-trails.ts) has them.
 */
function conditionsOf(filter: TrailFilter, movingS: RawBuilder<unknown>) {
  const { types, levels, loop, pavedShareMax } = filter
  const met: RawBuilder<unknown>[] = []
  const maybe: RawBuilder<unknown>[] = []
  const add = (bound: RawBuilder<unknown>, isOpen: RawBuilder<unknown> | null = null) => {
    met.push(bound)
    maybe.push(isOpen === null ? bound : sql`(${bound} or ${isOpen})`)
  }
  if (types !== undefined) add(isOneOf('type', types))
  if (levels !== undefined) add(isOneOf('level', levels), sql`level is null`)
  if (loop !== undefined) add(sql`roundtrip = ${loop ? 1 : 0}`)
  const columns = {
    ...{ lengthM: sql.raw('length_m'), ascentM: sql.raw('ascent_m'), descentM: sql.raw('descent_m') },
    ...{ sac: sql.raw('sac_max'), movingS },
  }
  for (const fact of RANGES) {
    const { min, max } = filter[fact] ?? {}
    const column = columns[fact]
    if (min !== undefined) add(sql`${column} >= ${min}`, sql`${column} is null`)
    if (max !== undefined) add(sql`${column} <= ${max}`, sql`${column} is null`)
  }
  if (pavedShareMax !== undefined) {
    const total = sql`(paved_m + gravel_m + trail_m + unknown_m)`
    add(
      sql`(${total} > 0 and paved_m + unknown_m <= ${total} * ${pavedShareMax})`,
      sql`paved_m <= ${total} * ${pavedShareMax}`,
    )
  }
  const all = (bounds: RawBuilder<unknown>[]) => (bounds.length === 0 ? sql`1 = 1` : sql.join(bounds, sql` and `))
  return { isMet: all(met), maybe: all(maybe) }
}

const isOneOf = (column: string, words: readonly string[]) =>
  words.length === 0 ? sql`1 = 0` : sql`${sql.raw(column)} in (${sql.join(words)})`
