// Places whose names may match the words of a query: a superset, best known first, found by a constant number of
// statements. The exact search looks for the whole name, for all words, and for all words with the last as a prefix;
// the fuzzy search first looks up in the vocabulary what each word may have meant. Ranking is done in src/search. One
// plan for both engines.

import { sql } from 'kysely'
import type { Box } from '../src/geo/lon-lat.ts'
import type { CandidateQuery, PlaceRow } from '../src/places/catalogue-rows.ts'
import { letterCount } from '../src/places/names/normalise-name.ts'
import { sameOfSaints } from '../src/places/names/saints.ts'
import { allowedTypos } from '../src/places/names/typo-distance.ts'
import {
  cellsOfBox,
  cut,
  editsBetween,
  JOINED,
  kindToken,
  neighbourhoodOfQuestion,
} from '../src/places/search-tokens.ts'
import type { Engine, Pick, Term, TermLists } from './dialect.ts'
import { indexesOfPlaceKinds } from './rows.ts'

const MAX_WORDS = 12
/** Folded words contain none of these; nothing else gets near a query language. */
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/u
/** Limit of vocabulary words that one typed word may match. */
const MAX_MEANT = 48
const MAX_NEIGHBOURS = 8000
const MOST_TYPOS = 2

/** Unordered rows, each place once. `marks`: further tokens of which a document must contain one (a trail's type). */
export async function findCandidates(
  { db, dialect }: Engine,
  query: CandidateQuery,
  marks: readonly string[] = [],
): Promise<PlaceRow[]> {
  const words = wordsOf(query.words)
  if (words.length === 0 || query.limit < 1) return []
  const { limit } = query
  const box = query.box ?? null
  const biasBox = query.biasBox ?? null
  const kinds = query.kinds == null ? null : indexesOfPlaceKinds(query.kinds)
  const narrow: Term[][] = []
  if (kinds !== null) narrow.push(kinds.map((kind) => ({ text: kindToken(kind) })))
  if (marks.length > 0) narrow.push(marks.map((mark) => ({ text: kindToken(mark) })))
  if (narrow.some((terms) => terms.length === 0)) return []

  const matching = (alternatives: readonly TermLists[], inside: Box | null): Pick => {
    const cells = inside === null ? null : cellsOfBox(inside)
    const also = cells === null ? narrow : [...narrow, cells.map((text) => ({ text }))]
    return {
      alternatives: alternatives.map((lists) => [...lists, ...also]),
      box: inside,
      within: inside === box ? null : box,
      limit,
    }
  }
  /** Everywhere, and once more in the preferred area. */
  const everywhere = (alternatives: readonly TermLists[]): Pick[] => [
    matching(alternatives, box),
    ...(biasBox === null ? [] : [matching(alternatives, biasBox)]),
  ]
  const read = (picks: readonly Pick[]): Promise<PlaceRow[]> => dialect.readPicks(db, picks)

  if (query.parts !== undefined)
    return read(
      query.parts
        .map(wordsOf)
        .flatMap((part): Pick[] =>
          part.length === 0 ? [] : [{ form: part.join(' '), box, kinds, limit }, matching([termsOf(part, true)], box)],
        ),
    )
  const typed = wordsOf(query.typedWords ?? query.words)
  if (query.typos) return nearMisses(typed.length === words.length ? typed : words)
  const joined = cut(words.join(''))
  return read([
    { form: words.join(' '), box, kinds, limit },
    // a name typed without its spaces
    matching([[[{ text: JOINED + joined }, { text: joined }]]], box),
    ...(words.length === 1 ? [] : everywhere([termsOf(words, false)])),
    ...(words.length === 1 && biasBox !== null ? [matching([[[{ text: words[0] }]]], biasBox)] : []),
    ...everywhere([termsOf(words, true)]),
  ])

  /** First one typo per word; two if that finds nothing or if requested. */
  async function nearMisses(typed: readonly string[]): Promise<PlaceRow[]> {
    const mayBeFar = [...words, words.join('')].some((word) => allowedTypos(letterCount(word)) > 1)
    const upTo = async (edits: 1 | 2) => read(everywhere(await meantBy({ db, dialect }, words, typed, edits)))
    if (query.farTypos === true) return upTo(mayBeFar ? 2 : 1)
    const near = await upTo(1)
    return mayBeFar && near.length === 0 ? upTo(2) : near
  }
}

/**
 * What the words may have meant, as alternatives for the text index: near words, and near whole names without spaces.
 */
async function meantBy(
  { db, dialect }: Engine,
  words: readonly string[],
  typed: readonly string[],
  edits: 1 | 2,
): Promise<TermLists[]> {
  const joined = cut(words.join(''))
  const typedJoined = cut(typed.join(''))
  const hashes = new Set<number>()
  for (const word of new Set([...words, ...typed, joined, typedJoined]))
    for (const hash of neighbourhoodOfQuestion(word, edits)) hashes.add(hash)
  const { rows } = await sql<{
    text: string
    uses: number
  }>`select token.text, token.uses from token where ${dialect.isNeighbour('token.id', [...hashes])}
    and (token.joined_letters = 0 or token.joined_letters between ${joined.length - MOST_TYPOS} and ${typedJoined.length + MOST_TYPOS}) limit ${MAX_NEIGHBOURS}`.execute(
    db,
  )
  const near = (
    requested: string,
    asTyped: string,
    mayBeCutShort: boolean,
    isWanted: (text: string) => boolean,
  ): Term[] =>
    rows
      .filter(({ text }) => isWanted(text))
      .map(({ text, uses }) => ({
        text,
        uses,
        edits: editsOf(text.startsWith(JOINED) ? text.slice(1) : text, requested, asTyped, mayBeCutShort, edits),
      }))
      .filter(({ edits }) => edits !== Infinity)
      .sort((a, b) => a.edits - b.edits || b.uses - a.uses || (a.text < b.text ? -1 : 1))
      .slice(0, MAX_MEANT)
  const alternatives: TermLists[] = []
  const byWord = termsOf(words, true).map((terms, i): Term[] => [
    ...terms,
    ...near(words[i], typed[i], i === words.length - 1, (text) => !text.startsWith(JOINED) && text !== words[i]),
  ])
  alternatives.push(byWord)
  const whole = near(joined, typedJoined, words.length === 1, () => true)
  if (whole.length > 0) alternatives.push([whole])
  return alternatives
}

/** Each word, with `cutShort` the last also as a beginning, and what is the same word in the name of a saint. */
function termsOf(words: readonly string[], cutShort: boolean): Term[][] {
  return words.map((text, i) => [
    { text, prefix: cutShort && i === words.length - 1 },
    ...sameOfSaints(words, i).map((same) => ({ text: same })),
  ])
}

/** The shorter of the two readings of the input. */
function editsOf(token: string, requested: string, asTyped: string, mayBeCutShort: boolean, edits: 1 | 2): number {
  const spelled = editsBetween(requested, token, mayBeCutShort, edits)
  return asTyped === requested ? spelled : Math.min(spelled, editsBetween(asTyped, token, mayBeCutShort, edits))
}

function wordsOf(words: readonly string[]): string[] {
  return words
    .flatMap((word) => word.split(NO_WORD))
    .filter((word) => word !== '')
    .map(cut)
    .slice(0, MAX_WORDS)
}
