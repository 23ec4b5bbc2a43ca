// A place's document in the text index: the words of its names, its kinds, its location and, for a trail, its type. The
// same for both engines. Pure.

import type { PlaceRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { cellTokens, kindToken, tokensOfNames } from '../src/places/search-tokens.ts'
import { indexesOfPlaceKinds } from './rows.ts'

export interface PlaceDocument {
  forms: Set<string>
  words: Set<string>
  marks: string[]
}

export function documentOf(
  row: Pick<PlaceRow, 'name' | 'otherNames' | 'kinds' | 'lon' | 'lat'>,
  trail: Pick<TrailRow, 'type'> | null,
): PlaceDocument {
  const { forms, words } = tokensOfNames([row.name, ...row.otherNames])
  const marks = [...indexesOfPlaceKinds(row.kinds).map(kindToken), ...cellTokens(row.lon, row.lat)]
  if (trail !== null) marks.push(kindToken(trail.type))
  return { forms, words, marks }
}
