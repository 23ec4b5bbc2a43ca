// Searches the signed trails: references with any spacing, names, near misses if nothing else matches, and parts of the
// text after that. Makes a bounded number of store calls.

import type { TrailStore } from '../places/catalogue-stores.ts'
import type { TrailRow, TrailTextQuery } from '../places/catalogue-rows.ts'
import { byLevel } from './order-trails.ts'
import { type FoldedText, foldText, parseQuestion } from './parse-question.ts'
import { findParts, findWithoutSpare, type PartQuery } from './partial-names.ts'
import { matchNames } from './match-name.ts'

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
  const question = parseQuestion(text).name
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
      ...{ id: trail.relationId, name: trail.name ?? trail.ref ?? '', kinds: ['trail'] as const, region: null, trail },
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

export interface TrailHit {
  trail: TrailRow
  fuzzy: boolean
  /** it answers only a part of the text (partial-names.ts) */
  partial: boolean
}

const TIER = { ref: 0, name: 1, beginning: 2, words: 3, fuzzy: 4 } as const

/**
 * The order of trails that match a text (decision: trails): exact reference, exact name, beginning, the rest; within
 * each by level of the network, then the longer one, then by id. References are compared without spaces: GR11 is GR 11.
 * Pure; a trail that does not match the text is left out. Matching trails, best first. `typos` allows near misses; they
 * come last.
 */
function rankTrails(trails: readonly TrailRow[], question: FoldedText, typos: boolean): TrailHit[] {
  const ranked: { trail: TrailRow; tier: number; typoCount: number }[] = []
  const joined = question.plain.replaceAll(' ', '')
  for (const trail of trails) {
    const ref = trail.ref === null ? null : refsOf(trail.ref)
    if (ref?.includes(joined) === true) ranked.push({ trail, tier: TIER.ref, typoCount: 0 })
    else {
      const names = [trail.name, ...trail.otherNames, trail.ref].filter((name) => name !== null)
      const found = matchNames(question, names, typos)
      if (found !== null) {
        const { kind, near, begins } = found.match
        ranked.push({
          trail,
          tier: near ? TIER.fuzzy : kind === 'name' ? TIER.name : begins ? TIER.beginning : TIER.words,
          typoCount: found.match.typos,
        })
      } else if (ref?.some((one) => joined.length > 1 && one.startsWith(joined)) === true)
        ranked.push({ trail, tier: TIER.beginning, typoCount: 0 })
    }
  }
  ranked.sort((a, b) => a.tier - b.tier || a.typoCount - b.typoCount || byLevel(a.trail, b.trail))
  return ranked.map(({ trail, tier }) => ({ trail, fuzzy: tier === TIER.fuzzy, partial: false }))
}

function refsOf(ref: string): string[] {
  return ref.split(';').map((one) => foldText(one).plain.replaceAll(' ', ''))
}
