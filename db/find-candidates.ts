// Places whose names may answer the words of a question: a superset, best known first, found by a constant number of statements. Exact
// looking asks for the whole name, for all words, and for all words with the last cut short; near misses first ask the vocabulary
// for what each word may have meant. Grading is left to src/search. One plan for both engines.

import { sql } from 'kysely'
import type { Box } from '../src/geo/lon-lat.ts'
import { splitBox } from '../src/geo/split-box.ts'
import type { CandidateQuery } from '../src/places/catalogue-rows.ts'
import { PLACE_KINDS, type PlaceKind } from '../src/places/place-kinds.ts'
import { letterCount } from '../src/search/normalise-name.ts'
import { allowedTypos } from '../src/search/typo-distance.ts'
import { cellsOfBox, cut, editsBetween, JOINED, kindToken, neighbourhoodOfQuestion } from '../src/places/search-tokens.ts'
import type { Engine, Term, TermLists } from './dialect.ts'
import type { PlaceTable } from './tables.ts'

const MAX_WORDS = 12
/** Folded words hold none of these; nothing else gets near a query language. */
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/u
/** Words of the vocabulary that one typed word may stand for. */
const MAX_MEANT = 48
const MAX_NEIGHBOURS = 8000
const MOST_TYPOS = 2

/** Rows in no order, each place once. `marks`: further tokens of which a document must hold one (a trail's type). */
export async function findCandidates({ db, dialect }: Engine, query: CandidateQuery, marks: readonly string[] = []): Promise<PlaceTable[]> {
  const words = query.words.flatMap((word) => word.split(NO_WORD)).filter((word) => word !== '').map(cut).slice(0, MAX_WORDS)
  if (words.length === 0 || query.limit < 1) return []
  const narrow: Term[][] = []
  if (query.kinds !== undefined && query.kinds !== null) narrow.push(query.kinds.map((kind) => ({ text: kindToken(PLACE_KINDS.indexOf(kind as PlaceKind)) })))
  if (marks.length > 0) narrow.push(marks.map((mark) => ({ text: kindToken(mark) })))
  if (narrow.some((terms) => terms.length === 0)) return []

  const matching = async (alternatives: readonly TermLists[], box: Box | null | undefined): Promise<PlaceTable[]> => {
    const cells = box === undefined || box === null ? null : cellsOfBox(box)
    const also = cells === null ? narrow : [...narrow, cells.map((text) => ({ text }))]
    const { before, found } = dialect.matching(alternatives.map((lists) => [...lists, ...also]))
    const inside = box === undefined || box === null ? sql`` : sql`where ${insideOf(box)}`
    const { rows } = await sql<PlaceTable>`${before} select place.* from ${found} as found join place on place.rank = found.rank ${inside} order by found.rank limit ${query.limit}`.execute(db)
    return rows
  }
  const everywhere = async (alternatives: readonly TermLists[]): Promise<PlaceTable[][]> => Promise.all([
    matching(alternatives, query.box),
    ...(query.biasBox === undefined || query.biasBox === null ? [] : [matching(alternatives, query.biasBox).then((rows) => (query.box ? rows.filter((row) => holds(query.box!, row)) : rows))]),
  ])

  const found = query.typos
    ? await nearMisses()
    : (await Promise.all([
      wholeName(words.join(' ')),
      everywhere([words.map((text) => [{ text }])]),
      everywhere([words.map((text, i) => [{ text, prefix: i === words.length - 1 }])]),
    ])).flat()
  return [...new Map(found.flat().map((row) => [row.rank, row])).values()]

  /** One typo to a word first; two only where that finds nothing. */
  async function nearMisses(): Promise<PlaceTable[][]> {
    const near = await everywhere(await meantBy({ db, dialect }, words, 1))
    const mayBeFar = [...words, words.join('')].some((word) => allowedTypos(letterCount(word)) > 1)
    return mayBeFar && near.every((rows) => rows.length === 0) ? everywhere(await meantBy({ db, dialect }, words, 2)) : near
  }

  /** The index of whole names, then the joined words for one typed without its spaces. */
  async function wholeName(form: string): Promise<PlaceTable[][]> {
    const inside = query.box === undefined || query.box === null ? sql`` : sql`and ${insideOf(query.box)}`
    const kinds = query.kinds === undefined || query.kinds === null ? sql`` : sql`and ${dialect.oneOf('place.kind', query.kinds.map((kind) => PLACE_KINDS.indexOf(kind as PlaceKind)))}`
    const trails = marks.length > 0 ? sql`and place.kind = ${PLACE_KINDS.indexOf('trail')}` : sql``
    const { rows } = await sql<PlaceTable>`select place.* from place_form join place on place.rank = place_form.rank where place_form.form = ${form} ${inside} ${kinds} ${trails} order by place.rank limit ${query.limit}`.execute(db)
    // types of trails are looked at by the caller, who has the trails
    return [rows, await matching([[[{ text: JOINED + cut(words.join('')) }, { text: cut(words.join('')) }]]], query.box)]
  }
}

/** What the words may have meant, as alternatives for the text index: near words, and near whole names without spaces. */
async function meantBy({ db, dialect }: Engine, words: readonly string[], edits: 1 | 2): Promise<TermLists[]> {
  const joined = cut(words.join(''))
  const hashes = new Set<number>()
  for (const word of new Set([...words, joined])) for (const hash of neighbourhoodOfQuestion(word, edits)) hashes.add(hash)
  const { rows } = await sql<{ text: string; uses: number }>`select distinct token.text, token.uses from token_delete join token on token.id = token_delete.token where ${dialect.oneOf('token_delete.hash', [...hashes])}
    and (token.joined_letters = 0 or token.joined_letters between ${joined.length - MOST_TYPOS} and ${joined.length + MOST_TYPOS}) limit ${MAX_NEIGHBOURS}`.execute(db)
  const near = (asked: string, mayBeCutShort: boolean, isWanted: (text: string) => boolean): Term[] => rows
    .filter(({ text }) => isWanted(text))
    .map(({ text, uses }) => ({ text, uses, edits: editsBetween(asked, text.startsWith(JOINED) ? text.slice(1) : text, mayBeCutShort, edits) }))
    .filter(({ edits }) => edits !== Infinity)
    .sort((a, b) => a.edits - b.edits || b.uses - a.uses || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_MEANT)
  const alternatives: TermLists[] = []
  const byWord = words.map((word, i): Term[] => [{ text: word, prefix: i === words.length - 1 }, ...near(word, i === words.length - 1, (text) => !text.startsWith(JOINED) && text !== word)])
  alternatives.push(byWord)
  const whole = near(joined, words.length === 1, () => true)
  if (whole.length > 0) alternatives.push([whole])
  return alternatives
}

function insideOf(box: Box) {
  const parts = splitBox(box).map(([west, south, east, north]) => sql`(place.lon >= ${west} and place.lon <= ${east} and place.lat >= ${south} and place.lat <= ${north})`)
  return sql`(${sql.join(parts, sql` or `)})`
}

function holds(box: Box, { lon, lat }: { lon: number; lat: number }): boolean {
  return splitBox(box).some(([west, south, east, north]) => lon >= west && lon <= east && lat >= south && lat <= north)
}
