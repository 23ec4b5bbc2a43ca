// A place's document in the text index: the words of its names, its kinds, its location and, for a trail, its type. The
// same for both engines. Pure.

import type { PlaceRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { isLineKind } from '../src/places/place-kinds.ts'
import { cellTokens, cellTokensOfBox, kindToken, tokensOfNames } from '../src/places/search-tokens.ts'
import { indexesOfPlaceKinds } from './rows.ts'

export interface PlaceDocument {
  forms: Set<string>
  words: Set<string>
  marks: string[]
}

export function documentOf(
  row: Pick<PlaceRow, 'name' | 'otherNames' | 'kinds' | 'lon' | 'lat' | 'bbox'>,
  trail: Pick<TrailRow, 'type' | 'bbox'> | null,
): PlaceDocument {
  const { forms, words } = tokensOfNames([row.name, ...row.otherNames])
  const box = trail?.bbox ?? (row.kinds.some(isLineKind) ? row.bbox : null)
  const cells = box === null ? cellTokens(row.lon, row.lat) : cellTokensOfBox(box)
  const marks = [...indexesOfPlaceKinds(row.kinds).map(kindToken), ...cells]
  if (trail !== null) marks.push(kindToken(trail.type))
  return { forms, words, marks }
}
