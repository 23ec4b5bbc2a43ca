// Searches the signed trails: references with any spacing, names, and near misses if nothing else matches. Makes a
// constant number of store calls.

import type { TrailStore } from '../places/catalogue-stores.ts'
import type { TrailRow, TrailTextQuery } from '../places/catalogue-rows.ts'
import { foldText } from './parse-question.ts'
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
  const find = async (query: Pick<TrailTextQuery, 'words' | 'typedWords' | 'typos'>) => {
    const trails = await store.findByText({ ...where, ...query, limit: CANDIDATES })
    truncated ||= trails.length >= CANDIDATES
    return trails
  }
  const spellings = spacings(question.keyWords)
  const found = once((await Promise.all(spellings.map((words) => find({ words, typos: false })))).flat())
  const exact = rankTrails(found, question, false)
  if (exact.some(({ fuzzy }) => !fuzzy)) return { hits: exact, truncated }
  const misses = await find({ words: question.keyWords, typedWords: question.words, typos: true })
  return { hits: rankTrails(once([...found, ...misses]), question, true), truncated }
}

/** `gr11` -> also `gr 11`; `gr 11` -> also `gr11`. */
function spacings(words: readonly string[]): string[][] {
  const apart = words.flatMap((word) => word.match(/\p{L}+|\P{L}+/gu) ?? [])
  const together = [words.join('')]
  const all = [[...words], apart, ...(apart.length === 2 && words.length === 2 ? [together] : [])]
  return [...new Map(all.map((one) => [one.join(' '), one])).values()]
}

function once(trails: readonly TrailRow[]): TrailRow[] {
  return [...new Map(trails.map((trail) => [trail.relationId, trail])).values()]
}
