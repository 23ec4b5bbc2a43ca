// Searches the signed trails: references with any spacing, names, and near misses if nothing else matches. Makes a
// constant number of store calls.

import type { TrailStore } from '../places/catalogue-stores.ts'
import type { TrailRow, TrailTextQuery } from '../places/catalogue-rows.ts'
import { foldText } from './parse-question.ts'
import { rankTrails } from './rank-trails.ts'
import type { TrailHit } from './rank-trails.ts'

const CANDIDATES = 200

/** All matching trails, best first, at most about `CANDIDATES` for each spelling. */
export async function searchTrails(
  store: TrailStore,
  text: string,
  where: Pick<TrailTextQuery, 'type' | 'box'>,
): Promise<TrailHit[]> {
  const question = foldText(text)
  if (question.letters === 0) return []
  const query = { ...where, limit: CANDIDATES }
  const spellings = spacings(question.keyWords)
  const found = once(
    (await Promise.all(spellings.map((words) => store.findByText({ ...query, words, typos: false })))).flat(),
  )
  const exact = rankTrails(found, question, false)
  if (exact.some(({ fuzzy }) => !fuzzy)) return exact
  const misses = await store.findByText({ ...query, words: question.keyWords, typedWords: question.words, typos: true })
  return rankTrails(once([...found, ...misses]), question, true)
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
