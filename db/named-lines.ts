// Named lines (paths, streets, rivers) of one catalogue, found by the pieces of their lines, and outlines of places. A
// list around a point or in a box has lines only if their kinds are requested: a town has more streets than places.

import { sql } from 'kysely'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import { decodePolyline6 } from '../src/geo/polyline.ts'
import { boxAround, splitBox } from '../src/geo/split-box.ts'
import type { PlaceOutline } from '../src/places/catalogue-rows.ts'
import { LINE_KINDS } from '../src/places/place-kinds.ts'
import { isOfKinds, type Engine } from './dialect.ts'
import { indexesOfPlaceKinds } from './rows.ts'
import { nearestLines } from './trail-store.ts'

const LINE_INDEXES = indexesOfPlaceKinds(LINE_KINDS)

/** Requested kinds, as indexes of PLACE_KINDS: those of lines, and the others; null: all others. */
export function partKinds(kinds: readonly number[] | null): { lines: number[]; others: number[] | null } {
  if (kinds === null) return { lines: [], others: null }
  return {
    lines: kinds.filter((kind) => LINE_INDEXES.includes(kind)),
    others: kinds.filter((kind) => !LINE_INDEXES.includes(kind)),
  }
}

/** Condition of SQL for lines of these kinds with a piece whose box meets the box. */
export function linesInBox({ dialect }: Engine, box: Box, kinds: readonly number[]) {
  const boxes = splitBox(box).map((part) => ({ point: 0, box: part }))
  return sql<boolean>`(place.id in (select place_piece.place_id from ${dialect.inBoxes('place_piece_box', boxes, null)} as hit join place_piece on place_piece.id = hit.id) and ${isOfKinds('place.kinds', kinds)})`
}

/** For each point the lines of these kinds so near, by their ids, with the metres to the line. */
export async function findLinesNear(
  { db, dialect }: Engine,
  points: readonly LonLat[],
  radiusM: number,
  kinds: readonly number[],
): Promise<Map<number, number>[]> {
  const boxes = points.flatMap(([lon, lat], point) =>
    splitBox(boxAround(lon, lat, radiusM)).map((box) => ({ point, box })),
  )
  const { rows } = await sql<{ point: number; id: number; points: string }>`
    select hit.point, place_piece.place_id as id, place_piece.points from ${dialect.inBoxes('place_piece_box', boxes, null)} as hit
    join place_piece on place_piece.id = hit.id join place on place.id = place_piece.place_id where ${isOfKinds('place.kinds', kinds)}`.execute(
    db,
  )
  return nearestLines(points, radiusM, rows)
}

/** In the given order; null for a point and for ids that do not exist. */
export async function findOutlines({ db, dialect }: Engine, ids: readonly number[]): Promise<(PlaceOutline | null)[]> {
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
