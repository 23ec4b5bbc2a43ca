// The areas that contain points: the strips at each point by the box index, then the edges of those strips, once each,
// and the places. Three statements (four for SQLite where trails are among the places), however many points there are.

import { sql } from 'kysely'
import type { LonLat } from '../src/geo/lon-lat.ts'
import { stripHolds } from '../src/places/area-strips.ts'
import type { PlaceRow } from '../src/places/catalogue-rows.ts'
import type { Engine } from './dialect.ts'
import { checkPoints } from './near-points.ts'

interface Hit {
  /** index of the point */
  point: number
  id: number
  areaId: number
  sizeM2: number
  fromLatE7: number
  toLatE7: number
}

/** Smallest first; of areas of one size the finer level. */
export async function findAreas({ db, dialect }: Engine, points: readonly LonLat[]): Promise<PlaceRow[][]> {
  checkPoints(points)
  if (points.length === 0) return []
  const boxes = points.map(([lon, lat], point) => ({ point, box: [lon, lat, lon, lat] as const }))
  const { rows } = await sql<Hit>`select hit.point, s.id, s.area_id, s.from_lat_e7, s.to_lat_e7, area.size_m2
    from ${dialect.inBoxes('area_strip_box', boxes, null)} as hit join area_strip as s on s.id = hit.id join area on area.id = s.area_id`.execute(
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
  const places = await dialect.readPlaces(db, 'id', [...new Set(inside.map(({ areaId }) => areaId))])
  const placeOf = new Map(places.map(({ rank: _, ...place }) => [place.id, place]))
  const found: Hit[][] = points.map(() => [])
  for (const hit of inside) found[hit.point].push(hit)
  const levelOf = ({ areaId }: Hit): number => placeOf.get(areaId)!.adminLevel ?? Infinity
  return found.map((list) =>
    list
      .sort((a, b) => a.sizeM2 - b.sizeM2 || levelOf(b) - levelOf(a) || a.areaId - b.areaId)
      .map(({ areaId }) => placeOf.get(areaId)!),
  )
}

/** Reads the names once: a catalogue never changes. */
export function cutAreasReader({ db }: Engine): () => Promise<readonly string[]> {
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
