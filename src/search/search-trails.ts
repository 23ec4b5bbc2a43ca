// Searches the signed trails: references with any spacing, names, near misses if nothing else matches, and parts of the
// text after that. Makes a bounded number of store calls.

import type { TrailStore } from '../places/catalogue-stores.ts'
import type { TrailRow, TrailTextQuery } from '../places/catalogue-rows.ts'
import { byLevel } from './order-trails.ts'
import { type FoldedText, foldText } from './parse-question.ts'
import { findParts, findWithoutSpare, type PartQuery } from './partial-names.ts'
import { type TrailHit, rankTrails } from './rank-trails.ts'

export const CANDIDATES = 200

export interface FoundTrails {
  /** best first */
  hits: TrailHit[]
  /** so many names have the words that maybe not all of them were looked at */
  truncated: boolean
}

/** All matching trails of at most about `CANDIDATES` for each spelling. */
export async function searchTrails(
  store: TrailStore,
  text: string,
  where: Pick<TrailTextQuery, 'type' | 'box'>,
): Promise<FoundTrails> {
  const question = foldText(text)
  if (question.letters === 0) return { hits: [], truncated: false }
  let truncated = false
  const find = async (query: PartQuery) => {
    const trails = await store.findByText({ ...where, ...query, limit: CANDIDATES })
    truncated ||= trails.length >= CANDIDATES
    return trails
  }
  const found = await find({ words: question.keyWords, typos: false })
  const exact = rankTrails(found, question, false)
  if (exact.some(({ fuzzy }) => !fuzzy)) return { hits: exact, truncated }
  const misses = await find({ words: question.keyWords, typedWords: question.words, typos: true })
  const hits = rankTrails(once([...found, ...misses]), question, true)
  return { hits: hits.length > 0 ? hits : await findPartial(find, question), truncated }
}

/** Trails that answer the text without some of its words. */
async function findPartial(find: (query: PartQuery) => Promise<TrailRow[]>, question: FoldedText): Promise<TrailHit[]> {
  const asPlaces = async (query: PartQuery) =>
    (await find(query)).map((trail) => ({
      ...{ id: trail.relationId, name: trail.name ?? trail.ref ?? '', kinds: ['trail'], region: null, trail },
      otherNames: [...trail.otherNames, ...(trail.ref?.split(';') ?? [])],
    }))
  const bare = await findWithoutSpare(asPlaces, question)
  const found = bare.length > 0 ? bare : await findParts(asPlaces, question)
  return found
    .sort((a, b) => b.match.grade - a.match.grade || byLevel(a.place.trail, b.place.trail))
    .map(({ place, match }) => ({ trail: place.trail, fuzzy: match.fuzzy, partial: true }))
}

function once(trails: readonly TrailRow[]): TrailRow[] {
  return [...new Map(trails.map((trail) => [trail.relationId, trail])).values()]
}
