// How well a name answers a question: the whole name, its words in any order, what is typed so far, or a near miss.
// One table holds a grade for each kind of match. Every spelling of a letter (ä, a, ae) is the same word; it is a near
// miss if a letter had to be forgiven: a typo, or a spelling of a letter that neither text has (Zurich for Zuerich).
// Pure; looks only at letters, never at the kind of place.

import { type FoldedText, foldText } from './parse-question.ts'
import { readingsOf } from '../places/names/normalise-name.ts'
import { withOneSaint } from '../places/names/saints.ts'
import { spellingsOf } from '../places/names/spellings.ts'
import { allowedTypos, prefixTypoDistance, typoDistance } from '../places/names/typo-distance.ts'

/**
 * `around`: its name does not answer, it lies near a place whose name does. `part`: its name answers the text without
 * some of its words (partial-names.ts). `kind`: it has no such name, the text is a word for its kind (search-words.ts).
 */
export type MatchKind =
  | 'name'
  | 'words'
  | 'beginning'
  | 'word_beginnings'
  | 'spelling'
  | 'typo'
  | 'around'
  | 'part'
  | 'kind'

export interface NameMatch {
  kind: MatchKind
  /** 0..1, 1 is the name itself */
  grade: number
  /** a near miss: a letter had to be forgiven */
  near: boolean
  /** for clients: a near miss, or the same word spelt with ae, oe, ue, ss and the like */
  fuzzy: boolean
  /** every word of the question is a whole word of the name */
  whole: boolean
  /** the question is the whole name, apart from spelling and typos */
  own: boolean
  /** the name begins with the question */
  begins: boolean
  /** the name answers only a part of the text */
  partial: boolean
  typos: number
}

/** How it was found, in a word. */
export type MatchWord = 'exact' | 'fuzzy' | 'partial'

/** Grades by kind of match. The rest of the name, typos and unusual spellings reduce them slightly. */
const MATCH_GRADES = {
  name: 1,
  words: 0.93,
  beginning: 0.86,
  wordBeginnings: 0.78,
  spelling: 0.14,
  typo: 0.16,
  saint: 0.01,
  mention: 0.32,
  rest: 0.1,
} as const

/** The same match for a place that is only named after what was searched for. */
export const asMention = (match: NameMatch): NameMatch => ({ ...match, grade: match.grade - MATCH_GRADES.mention })

/**
 * The best match of a question with any of a place's names; returns null if none matches. With `typos` false, near
 * misses do not count.
 */
export function matchNames(
  question: FoldedText,
  names: readonly string[],
  typos: boolean,
): { match: NameMatch; name: string } | null {
  let best: { match: NameMatch; name: string } | null = null
  for (const name of names) {
    const match = matchName(question, name, typos)
    if (match !== null && (best === null || match.grade > best.match.grade)) best = { match, name }
  }
  return best
}

/** How `name` answers `question`; returns null if it does not. */
export function matchName(question: FoldedText, name: string, typos: boolean): NameMatch | null {
  if (question.letters === 0) return null
  let best: NameMatch | null = null
  for (const reading of readingsOf(name)) {
    const match = matchFolded(question, foldText(reading), typos)
    if (match !== null && (best === null || match.grade > best.grade)) best = match
    if (best?.grade === 1) break
  }
  return best
}

/** As written, or with all words for saint, and the names of a saint, as one. */
export function matchFolded(question: FoldedText, name: FoldedText, typos: boolean): NameMatch | null {
  const written = matchWritten(question, name, typos)
  if (written?.kind === 'name') return written
  const ofName = withOneSaint(name.markedWords)
  const ofQuestion = ofName === null ? null : withOneSaint(question.markedWords)
  if (ofName === null || ofQuestion === null) return written
  const same = matchWritten(foldText(ofQuestion.join(' ')), foldText(ofName.join(' ')), typos)
  const saint = same === null ? null : { ...same, grade: same.grade - MATCH_GRADES.saint }
  return saint === null || (written !== null && written.grade >= saint.grade) ? written : saint
}

function matchWritten(question: FoldedText, name: FoldedText, typos: boolean): NameMatch | null {
  if (name.letters === 0) return null
  const exact = matchWords(question.plain, question.words, name.plain, name.words)
  if (exact?.own === true || (exact !== null && !isSpelled(question) && !isSpelled(name))) return sure(exact)
  const spelled = matchWords(question.key, question.keyWords, name.key, name.keyWords)
  if (spelled !== null) {
    const words = inSpellingOf(question, name)
    const same = matchWords(question.plain, question.words, words.join(' '), words)
    if (same !== null && (exact === null || same.grade > exact.grade)) return { ...sure(same), fuzzy: true }
    if (exact !== null) return sure(exact)
    const grade = spelled.grade - MATCH_GRADES.spelling
    return { ...spelled, kind: 'spelling', grade, near: true, fuzzy: true, typos: 0, partial: false }
  }
  if (exact !== null) return sure(exact)
  if (!typos) return null
  // a slip may create or destroy an ae, oe, ue or ss: Pales without its l is not a German spelling of Pas
  const [spelling, plain] = [
    matchTypos(question, name),
    question.key === question.plain && name.key === name.plain ? null : matchTypos(asTyped(question), asTyped(name)),
  ]
  return plain === null || (spelling !== null && spelling.grade >= plain.grade) ? spelling : plain
}

type WordMatch = Omit<NameMatch, 'near' | 'fuzzy' | 'typos' | 'partial'>
const sure = (match: WordMatch): NameMatch => ({
  ...match,
  near: false,
  fuzzy: false,
  typos: 0,
  partial: false,
})
const isSpelled = ({ words, markedWords }: FoldedText): boolean => words !== markedWords

/** The words of the name, spelt like the matching words of the question, the last of which may be a beginning. */
function inSpellingOf(question: FoldedText, name: FoldedText): string[] {
  const requested = question.markedWords.map(spellingsOf)
  const last = requested.length - 1
  return name.markedWords.map((word, i) => {
    const spellings = spellingsOf(word)
    const whole = requested.findIndex((typed) => typed.some((one) => spellings.includes(one)))
    if (whole >= 0) return question.words[whole]
    for (const spelling of spellings)
      for (const typed of requested[last])
        if (spelling.startsWith(typed)) return question.words[last] + spelling.slice(typed.length)
    return name.words[i]
  })
}

const asTyped = (text: FoldedText): FoldedText => ({ ...text, key: text.plain, keyWords: text.words })

/** Share of the name that the question omits, 0..1. */
function restShare(typed: string, name: string): number {
  return name.length === 0 ? 0 : Math.max(0, name.length - typed.length) / name.length
}

function matchWords(
  typed: string,
  words: readonly string[],
  name: string,
  nameWords: readonly string[],
): WordMatch | null {
  if (typed === name) return { kind: 'name', grade: MATCH_GRADES.name, whole: true, own: true, begins: true }
  const rest = MATCH_GRADES.rest * restShare(typed, name)
  // the name begins with what was typed; while typing, the last word is usually incomplete
  if (name.startsWith(typed))
    return name[typed.length] === ' '
      ? { kind: 'words', grade: MATCH_GRADES.words - rest, whole: true, own: false, begins: true }
      : { kind: 'beginning', grade: MATCH_GRADES.beginning - rest, whole: false, own: false, begins: true }
  const covered = coverWords(words, nameWords)
  if (covered === null) return null
  return covered === 'whole'
    ? { kind: 'words', grade: MATCH_GRADES.words - 0.02 - rest, whole: true, own: false, begins: false }
    : { kind: 'word_beginnings', grade: MATCH_GRADES.wordBeginnings - rest, whole: false, own: false, begins: false }
}

/** Whether each typed word has its own word in the name, in any order; only the last one may be incomplete. */
function coverWords(words: readonly string[], nameWords: readonly string[]): 'whole' | 'cut' | null {
  if (words.length > nameWords.length) return null
  const left = [...nameWords]
  for (let i = 0; i < words.length - 1; i++) {
    const at = left.indexOf(words[i])
    if (at < 0) return null
    left.splice(at, 1)
  }
  const last = words[words.length - 1]
  if (left.includes(last)) return 'whole'
  return left.some((word) => word.startsWith(last)) ? 'cut' : null
}

function matchTypos(question: FoldedText, name: FoldedText): NameMatch | null {
  const allowed = allowedTypos(question.letters)
  if (allowed === 0) return null
  const whole = typoDistance(question.key, name.key, allowed)
  if (whole <= allowed) return { ...near(whole, MATCH_GRADES.name, 0), own: true }
  // compared without spaces: one typed too few or too many
  const beginning = question.letters >= 5 ? prefixTypoDistance(question.key, name.key, allowed) : allowed + 1
  const words = typosOfWords(question.keyWords, name.keyWords, allowed)
  const rest = MATCH_GRADES.rest * restShare(question.key, name.key)
  if (words <= allowed && words <= beginning) return near(words, MATCH_GRADES.words, rest)
  return beginning <= allowed ? near(beginning, MATCH_GRADES.beginning, rest) : null
}

function near(typos: number, grade: number, rest: number): NameMatch {
  return {
    kind: 'typo',
    grade: grade - MATCH_GRADES.typo * typos - rest,
    near: true,
    fuzzy: true,
    whole: false,
    own: false,
    begins: false,
    typos,
    partial: false,
  }
}

/** Edits that turn every typed word into its own word of the name, each within the allowance for its length. */
function typosOfWords(words: readonly string[], nameWords: readonly string[], allowed: number): number {
  if (words.length > nameWords.length) return allowed + 1
  const left = [...nameWords]
  let sum = 0
  for (let i = 0; i < words.length; i++) {
    const within = Math.min(allowed - sum, allowedTypos(words[i].length))
    let best = within + 1
    let bestAt = -1
    for (let at = 0; at < left.length; at++) {
      const edits = typoDistance(words[i], left[at], within)
      if (edits < best) {
        best = edits
        bestAt = at
      }
    }
    if (bestAt < 0) return allowed + 1
    sum += best
    left.splice(bestAt, 1)
  }
  return sum
}
