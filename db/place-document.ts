// What the text index holds of a place: the words of its names, its kind, where it lies and, of a trail, its type. The
// same for both engines. Pure.

import type { PlaceRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { cellTokens, kindToken, tokensOfNames } from '../src/places/search-tokens.ts'
import { PLACE_KINDS, type PlaceKind } from '../src/places/place-kinds.ts'

export interface PlaceDocument {
  forms: Set<string>
  words: Set<string>
  marks: string[]
}

export function documentOf(
  row: Pick<PlaceRow, 'name' | 'otherNames' | 'kind' | 'lon' | 'lat'>,
  trail: Pick<TrailRow, 'type'> | null,
): PlaceDocument {
  const { forms, words } = tokensOfNames([row.name, ...row.otherNames])
  const marks = [kindToken(PLACE_KINDS.indexOf(row.kind as PlaceKind)), ...cellTokens(row.lon, row.lat)]
  if (trail !== null) marks.push(kindToken(trail.type))
  return { forms, words, marks }
}
