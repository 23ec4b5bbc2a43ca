// What a text finds of which some words are too many: an article, the kind of place, the town without a comma, anything
// else. First without articles, then without words for kinds, then the longest parts that are a name. A near miss, if
// need be. Everything found is marked as partial and graded lower. Makes a bounded number of store calls.

import type { CandidateQuery, PlaceRow } from '../places/catalogue-rows.ts'
import { letterCount, readingsOf } from '../places/names/normalise-name.ts'
import { allowedTypos } from '../places/names/typo-distance.ts'
import { matchFolded, type NameMatch } from './match-name.ts'
import { type FoldedText, foldText } from './parse-question.ts'
import { isArticle, isKindWord, namesKind, partsOf, withoutArticles } from './spare-words.ts'

/** What a match without some words of the text loses, of the grade 1 of a whole name. */
const LESS = {
  articles: 0.2,
  itsKind: 0.22,
  otherKind: 0.28,
  itsPlace: 0.25,
  words: 0.3,
  letters: 0.2,
  notFirst: 0.22,
} as const
/** A shorter word that is not the last typed is no beginning of a name. */
const BEGINNING_LETTERS = 4

/** Places, or trails as if they were places. */
type Facts = Pick<PlaceRow, 'id' | 'name' | 'otherNames' | 'kinds' | 'region'>
export type PartQuery = Pick<CandidateQuery, 'words' | 'typos' | 'parts' | 'typedWords'>
type Find<P extends Facts> = (query: PartQuery) => Promise<P[]>
interface Found<P> {
  place: P
  match: NameMatch
  matchedName: string
}

/** Without articles, or else without words for kinds, too; empty if it has neither, or nothing else. */
export async function findWithoutSpare<P extends Facts>(find: Find<P>, text: FoldedText): Promise<Found<P>[]> {
  const bare = withoutArticles(text.words)
  const core = bare.filter((word) => !isKindWord(word))
  for (const words of [bare, core]) {
    if (words.length === 0 || words.length === text.words.length) continue
    const asked = foldText(words.join(' '))
    const spare = bare.filter((word) => !words.includes(word))
    const found = gradeAll(await find({ words: asked.keyWords, typos: false }), (place) => {
      const match = matchBare(asked, place, false)
      const isOfKind = spare.every((word) => namesKind(word, place.kinds))
      return lower(match, spare.length === 0 ? LESS.articles : isOfKind ? LESS.itsKind : LESS.otherKind)
    })
    if (found.length > 0) return found
  }
  return []
}

/** The longest parts of the text that are a name, a beginning of one, or else a near miss of one. */
export async function findParts<P extends Facts>(find: Find<P>, text: FoldedText): Promise<Found<P>[]> {
  const bare = withoutArticles(text.words)
  const last = bare.at(-1)
  const parts = partsOf(bare).map((words) => foldText(words.join(' ')))
  if (parts.length === 0) return []
  const isOnlySpare = (part: FoldedText) => part.words.every((word) => isArticle(word) || isKindWord(word))
  const gradeParts = (places: readonly P[], of: readonly FoldedText[], typos: boolean) =>
    gradeAll(places, (place) => {
      let best: Named | null = null
      for (const part of of) {
        const found = matchBare(part, place, typos)
        if (found === null || (isOnlySpare(part) && !found.match.own)) continue
        const end = part.words[part.words.length - 1]
        if (!found.match.whole && !found.match.own && end !== last && letterCount(end) < BEGINNING_LETTERS) continue
        const named = lower(found, lessOf(part, place, bare))
        if (best === null || named!.match.grade > best.match.grade) best = named
      }
      return best
    })
  const found = gradeParts(
    await find({ words: text.keyWords, typos: false, parts: parts.map(({ keyWords }) => keyWords) }),
    parts,
    false,
  )
  if (found.length > 0) return found
  const tried = parts.filter(
    ({ words, letters }) => (words.length === 1 || words.length === bare.length - 1) && allowedTypos(letters) > 0,
  )
  const misses = await Promise.all(
    tried.map((part) => find({ words: part.keyWords, typedWords: part.words, typos: true })),
  )
  const once = [...new Map(misses.flat().map((place) => [place.id, place])).values()]
  return gradeParts(once, tried, true)
}

interface Named {
  match: NameMatch
  name: string
}

function gradeAll<P extends Facts>(places: readonly P[], matchOf: (place: P) => Named | null): Found<P>[] {
  const graded: Found<P>[] = []
  for (const place of places) {
    const found = matchOf(place)
    if (found !== null) graded.push({ place, match: found.match, matchedName: found.name })
  }
  return graded
}

/** The text against the names of a place, articles being left out of both. */
function matchBare(text: FoldedText, place: Facts, typos: boolean): Named | null {
  let best: Named | null = null
  for (const name of [place.name, ...place.otherNames])
    for (const reading of readingsOf(name)) {
      const folded = foldText(reading)
      const bare = withoutArticles(folded.words)
      const match = matchFolded(text, bare === folded.words ? folded : foldText(bare.join(' ')), typos)
      if (match !== null && (best === null || match.grade > best.match.grade)) best = { match, name }
    }
  return best
}

function lower(found: Named | null, less: number): Named | null {
  if (found === null) return null
  const { match, name } = found
  return { name, match: { ...match, kind: 'part', grade: match.grade - less, partial: true } }
}

/** A text that names the area of the place beside it says nothing too much. */
function lessOf(part: FoldedText, place: Facts, all: readonly string[]): number {
  const left = [...all]
  for (const word of part.words) left.splice(left.indexOf(word), 1)
  const around = foldText(place.region ?? '').words
  if (left.every((word) => around.includes(word))) return LESS.itsPlace
  const share = letterCount(left.join('')) / Math.max(1, letterCount(all.join('')))
  // what comes first is mostly the name, what follows where it is
  return LESS.words + LESS.letters * share + (part.words[0] === all[0] ? 0 : LESS.notFirst)
}
