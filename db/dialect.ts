// What differs between the two engines, and nothing else: the text and box indexes, lists of numbers as one parameter,
// and how many questions one statement holds. SQLite is asked one thing after another, PostgreSQL as much as possible
// in one round trip. Both give the same rows; the tests of test/db hold them to one contract.

import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import type { PlaceRow } from '../src/places/catalogue-rows.ts'
import { bitsOf } from './rows.ts'
import type { Tables } from './tables.ts'

/** A word of the index; `prefix`: or any that begins with it. */
export interface Term {
  text: string
  prefix?: boolean
}
/** Documents that hold, of every list, at least one term. */
export type TermLists = readonly (readonly Term[])[]

export type BoxIndex = 'place_box' | 'poi_box' | 'trail_piece_box'

/** The best known places that answer one way of looking; null bounds bind nothing. */
export type Pick =
  /** places whose documents match any of the alternatives */
  | { alternatives: readonly TermLists[]; box: Box | null; limit: number }
  /** places with this whole folded name, of the kinds (indexes of PLACE_KINDS) */
  | { form: string; box: Box | null; kinds: readonly number[] | null; limit: number }

export interface Around {
  /** index into the points asked */
  point: number
  rank: number
  lon: number
  lat: number
  /** where the engine read it already */
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
  /** The places of all picks, in no order, each once, with their trails. */
  readPicks(db: Kysely<Tables>, picks: readonly Pick[]): Promise<PlaceRow[]>
  /** Places of those numbers (`rank` or `id`), in no order, with their trails. */
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

export interface Engine {
  db: Kysely<Tables>
  dialect: Dialect
}
