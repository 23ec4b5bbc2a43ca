// The differences between the two engines, and nothing else: the text and box indexes, lists of numbers as one
// parameter, and how many queries one statement combines. SQLite gets one query after another, PostgreSQL as much as
// possible in one round trip. Both return the same rows; the tests in test/db hold them to one contract.

import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import { splitBox } from '../src/geo/split-box.ts'
import type { PlaceRow } from '../src/places/catalogue-rows.ts'
import { bitsOf } from './rows.ts'
import type { Tables } from './tables.ts'

/** A word of the index; with `prefix` also any word that begins with it. */
export interface Term {
  text: string
  prefix?: boolean
}
/** Documents that contain at least one term of every list. */
export type TermLists = readonly (readonly Term[])[]

export type BoxIndex = 'place_box' | 'poi_box' | 'trail_piece_box' | 'place_piece_box' | 'area_strip_box'

/** The best known places found in one way; null limits nothing. */
export type Pick =
  /** places whose documents match any of the alternatives, and meet both boxes */
  | { alternatives: readonly TermLists[]; box: Box | null; within: Box | null; limit: number }
  /** places with this whole folded name, of the kinds (indexes of PLACE_KINDS) */
  | { form: string; box: Box | null; kinds: readonly number[] | null; limit: number }

export interface Around {
  /** index into the requested points */
  point: number
  rank: number
  id: number
  lon: number
  lat: number
  /** present if the engine has already read it */
  place?: PlaceRow
}

export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  /** `column` is one of the numbers. */
  oneOf(column: string, values: readonly number[]): RawBuilder<boolean>
  /** Whether the number `column` is a word of the vocabulary in one of the deletion neighbourhoods. */
  isNeighbour(column: string, hashes: readonly number[]): RawBuilder<boolean>
  /**
   * Table expression `hit(point, id)`: entries of a box index inside each of the boxes (numbered from 0) that may be
   * of the given kinds, maybe more than once. Boxes do not span the antimeridian.
   */
  inBoxes(
    index: BoxIndex,
    boxes: readonly { point: number; box: Box }[],
    kinds: readonly number[] | null,
  ): RawBuilder<unknown>
  /** The places of all picks, unordered, each once, with their trails. */
  readPicks(db: Kysely<Tables>, picks: readonly Pick[]): Promise<PlaceRow[]>
  /** Places with these numbers (`rank` or `id`), unordered, with their trails. */
  readPlaces(db: Kysely<Tables>, by: 'rank' | 'id', values: readonly number[]): Promise<(PlaceRow & { rank: number })[]>
  /**
   * Places inside the boxes of `points`, each once for each of its boxes; at least the `limit` nearest of each point,
   * maybe more.
   */
  readAround(
    db: Kysely<Tables>,
    points: readonly LonLat[],
    boxes: readonly { point: number; box: Box }[],
    kinds: readonly number[] | null,
    limit: number,
  ): Promise<Around[]>
}

/** Whether a place, or an outdoor place, is of one of the kinds; `column`: its bits, as named in SQL. */
export const isOfKinds = (column: string, kinds: readonly number[]): RawBuilder<boolean> =>
  sql`(${sql.raw(column)} & ${bitsOf(kinds)}) <> 0`

/** Whether a point of the table lies in the box; `table` as named in SQL. */
export function insideOf(table: string, box: Box): RawBuilder<boolean> {
  const [lon, lat] = [sql.raw(`${table}.lon`), sql.raw(`${table}.lat`)]
  const parts = splitBox(box).map(
    ([west, south, east, north]) =>
      sql`(${lon} >= ${west} and ${lon} <= ${east} and ${lat} >= ${south} and ${lat} <= ${north})`,
  )
  return sql`(${sql.join(parts, sql` or `)})`
}

/**
 * Whether a place meets the box: a point of it lies there, or a piece of its line if it is a trail or a named line.
 * `rank`: its number, `table`: its position, as named in SQL.
 */
export function meetsBox(
  dialect: { inBoxes: Dialect['inBoxes'] },
  rank: string,
  table: string,
  box: Box,
): RawBuilder<boolean> {
  const boxes = splitBox(box).map((part) => ({ point: 0, box: part }))
  const lines = sql`select line.rank from place as line where line.relation_id in (select piece.relation_id from ${dialect.inBoxes('trail_piece_box', boxes, null)} as hit join trail_piece as piece on piece.id = hit.id)
    union select line.rank from place as line where line.id in (select piece.place_id from ${dialect.inBoxes('place_piece_box', boxes, null)} as hit join place_piece as piece on piece.id = hit.id)`
  return sql`(${insideOf(table, box)} or ${sql.raw(rank)} in (${lines}))`
}

export interface Engine {
  db: Kysely<Tables>
  dialect: Dialect
}
