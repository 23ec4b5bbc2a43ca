// What differs between the two engines, and nothing else: the full-text index, the box indexes, and lists of numbers as one
// parameter. Everything above is written once. Both give the same rows; src tests hold them to one contract.

import type { Kysely, RawBuilder } from 'kysely'
import type { Box } from '../src/geo/lon-lat.ts'
import type { Tables } from './tables.ts'

/** A word of the index; `prefix`: or any that begins with it. */
export interface Term {
  text: string
  prefix?: boolean
}
/** Documents that hold, of every list, at least one term. */
export type TermLists = readonly (readonly Term[])[]

export type BoxIndex = 'place_box' | 'poi_box' | 'trail_piece_box'

export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  /** What comes before SELECT and the table expression `found(rank)` of places whose documents match any of the alternatives, best known first. */
  matching(alternatives: readonly TermLists[]): { before: RawBuilder<unknown>; found: RawBuilder<unknown> }
  /** `column` is one of the numbers. */
  oneOf(column: string, values: readonly number[]): RawBuilder<boolean>
  /** Table expression `hit(point, id)`: entries of a box index inside each of the boxes (numbered from 0), of the given kinds. Boxes do not span the antimeridian. */
  inBoxes(index: BoxIndex, boxes: readonly { point: number; box: Box }[], kinds: readonly number[] | null): RawBuilder<unknown>
}

export interface Engine {
  db: Kysely<Tables>
  dialect: Dialect
}
