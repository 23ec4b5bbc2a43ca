// Outdoor places whose names contain the words of a query: a superset, found by one statement. If there are too many,
// those in the preferred box are kept. src/search grades them. Both engines use the same plan.

import { type RawBuilder, sql } from 'kysely'
import type { Box } from '../src/geo/lon-lat.ts'
import type { PoiRow, PoiTextQuery } from '../src/places/catalogue-rows.ts'
import { letterCount } from '../src/places/names/normalise-name.ts'
import { isSaint, SAINT_WORDS } from '../src/places/names/saint-words.ts'
import { cut } from '../src/places/search-tokens.ts'
import { insideOf, isOfKinds, type Engine } from './dialect.ts'
import { indexesOfPlaceKinds, indexesOfPoiKinds, toPoiRow } from './rows.ts'
import type { PoiTable } from './tables.ts'

const MAX_WORDS = 12
/** A shorter last word is matched whole, not as a prefix. */
const PREFIX_LETTERS = 3
/** Comes after every letter. */
const LAST_LETTER = String.fromCodePoint(0x10ffff)

/** At most `limit` everywhere and as many in the preferred box, in no order, each once. */
export async function findPoisByText(
  { db }: Pick<Engine, 'db' | 'dialect'>,
  { words: given, kinds, placeKinds, box, biasBox, limit }: PoiTextQuery,
): Promise<PoiRow[]> {
  const words = given
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map(cut)
  const asked = kinds == null ? null : indexesOfPoiKinds(kinds)
  const named = placeKinds == null ? null : indexesOfPlaceKinds(placeKinds)
  if (words.length === 0 || limit < 1 || asked?.length === 0) return []
  const bounds = words.map((word, i) => {
    if (isSaint(words, i))
      return sql<boolean>`poi.id in (select poi_word.poi_id from poi_word where poi_word.word in (${sql.join(SAINT_WORDS)}))`
    const isCut = i === words.length - 1 && letterCount(word) >= PREFIX_LETTERS
    return sql<boolean>`poi.id in (select poi_word.poi_id from poi_word where ${isCut ? sql`poi_word.word >= ${word} and poi_word.word < ${word + LAST_LETTER}` : sql`poi_word.word = ${word}`})`
  })
  if (asked !== null) bounds.push(isOfKinds('poi.kinds', asked))
  if (named === null || named.length > 0)
    bounds.push(
      sql<boolean>`not exists (select 1 from place where place.id = poi.id ${named === null ? sql`` : sql`and ${isOfKinds('place.kinds', named)}`})`,
    )
  const select = (inside: readonly Box[]): RawBuilder<unknown> =>
    sql`select id from (select poi.id from poi where ${sql.join([...bounds, ...inside.map((one) => insideOf('poi', one))], sql` and `)} order by poi.id limit ${limit}) as picked${sql.raw(String(inside.length))}`
  const hard = box == null ? [] : [box]
  const picks = [select(hard), ...(biasBox == null ? [] : [select([...hard, biasBox])])]
  const { rows } =
    await sql<PoiTable>`select poi.* from poi where poi.id in (${sql.join(picks, sql` union `)})`.execute(db)
  return rows.map(toPoiRow)
}
