// What a typed text may mean: a name, `Name, Place` (near that place), `Place station` (its railway stations). Every
// reading is returned, the literal one first, because names can contain commas and the word station too.
// Pure; decides nothing about what exists.

import { foldSpelling, letterCount, markSpellings, wordsOf } from '../places/names/normalise-name.ts'
import { plainLetters } from '../places/names/spellings.ts'

/** A text folded for comparison. */
export interface FoldedText {
  /** the text after `normaliseName` */
  plain: string
  /** `foldSpelling` of `plain` */
  key: string
  words: readonly string[]
  keyWords: readonly string[]
  /** `words` with letters of several spellings kept; the same list if there are none */
  markedWords: readonly string[]
  letters: number
}

export interface Question {
  /** the whole text as one name */
  name: FoldedText
  /** for `Name, Place`: the name, and the places it may be near, most important first; null without a comma */
  near: { name: FoldedText; places: FoldedText[]; placeText: string } | null
  /** for `Place station`: the place; null if the text does not begin or end with such a word */
  stationOf: FoldedText | null
}

/** `station` in the languages people search in, folded; longest first. */
const STATION_WORDS = [
  'railway station',
  'train station',
  'estacion de tren',
  'estacio de tren',
  'stazione ferroviaria',
  'gare sncf',
  'gare de',
  'gare d',
  'bahnhof',
  'station',
  'hauptbahnhof',
  'hbf',
  'bhf',
  'gare',
  'estacion',
  'estacio',
  'estacao',
  'stazione',
  'stasjon',
  'dworzec',
  'nadrazi',
].sort((a, b) => b.length - a.length)
/** Parts after a comma beyond these are ignored. */
const MAX_NEAR_PARTS = 3

export function foldText(text: string): FoldedText {
  const marked = markSpellings(text)
  const plain = plainLetters(marked)
  const key = foldSpelling(plain)
  const words = wordsOf(plain)
  return {
    plain,
    key,
    words,
    keyWords: key === plain ? words : wordsOf(key),
    markedWords: marked === plain ? words : wordsOf(marked),
    letters: letterCount(plain),
  }
}

/** Reads the text; `name.letters` is 0 if it contains no letter at all. */
export function parseQuestion(text: string): Question {
  const written = text.split(/[,،、，;]/u).filter((part) => foldText(part).letters > 0)
  const parts = written.map(foldText)
  const name = withJoinedLetters(foldText(text))
  return {
    name,
    near:
      parts.length > 1
        ? { name: parts[0], places: parts.slice(1, 1 + MAX_NEAR_PARTS), placeText: written[1].trim() }
        : null,
    stationOf: stationOf(name),
  }
}

/** `G R 7` is `GR 7`, `H R P` is `HRP`: single letters, and numbers, are a reference. */
function withJoinedLetters(text: FoldedText): FoldedText {
  const isReference = text.words.every((word) => /^(?:\p{L}|\p{N}{1,6})$/u.test(word))
  const joined = text.plain.replace(/(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu, '')
  return isReference && joined !== text.plain ? foldText(joined) : text
}

function stationOf(name: FoldedText): FoldedText | null {
  for (const word of STATION_WORDS) {
    if (name.plain.endsWith(` ${word}`)) return foldText(name.plain.slice(0, -word.length))
    if (name.plain.startsWith(`${word} `)) return foldText(name.plain.slice(word.length))
  }
  return null
}

/** Longest distance in characters from `select` to the end of `from`. */
const MOST_SELECTED = 110
/** Applied to texts in which all white space has become single spaces. */
const SYNTAX: readonly RegExp[] = [
  // SQL statements
  /\b(?:drop|alter|create|truncate) (?:table|database|schema|index|view|trigger)\b/iu,
  /\bunion (?:all )?select\b|\binsert into\b|\bdelete from\b|\bupdate \w+ set\b/iu,
  // SQL conditions: OR 1=1, ' AND 'a'='a, name = 'x', x <> y
  /(?<!\p{L})(?:or|and)[ ('"]+\w*['"]? ?(?:=|<>|!=|<=|>=)|\w ?(?:=|<>|!=|<=|>=) ?['"]/iu,
  // SQL comments
  /\/\*|\*\/|(?:^|[;'")]) ?--/u,
  // full text: prefix of a word, first word of a column
  /\p{L}\*(?![*\p{L}])|:\*|(?:^| )\^ ?["\p{L}]/u,
  // full text: proximity, column filter, operators of tsquery
  /\bNEAR ?[(/]|\{[^{}]*\} ?:|<->|<\d>|[&|] ?!|(?:^| )!\(/u,
]

/**
 * Detects text written in a query language instead of a name: SQL, SQLite's FTS5 and PostgreSQL's tsquery. It could do
 * no harm (texts are bound, and only letters reach the index), but its sender expects a meaning that it does not have
 * here, so it is refused with an error. Characters that occur in names (quotes, brackets, commas, hyphens, `&`, `:`,
 * `;` between two references, the stars of a hotel) and the words AND, OR and NOT are allowed. The first part of the
 * text that is query syntax; returns null if the text can be a name.
 */
export function querySyntaxIn(text: string): string | null {
  const spaced = text.replace(/\s+/gu, ' ')
  for (const pattern of SYNTAX) {
    const found = pattern.exec(spaced)
    if (found !== null) return found[0].trim()
  }
  return selectIn(spaced)
}

/** Finds `select ... from`, not far apart. */
function selectIn(text: string): string | null {
  const select = /\bselect\b/iu.exec(text)
  if (select === null) return null
  const near = text.slice(select.index, select.index + MOST_SELECTED)
  const from = /\bfrom\b/iu.exec(near)
  return from === null ? null : near.slice(0, from.index + 'from'.length)
}
