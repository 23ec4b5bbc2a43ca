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
  const name = foldText(text)
  return {
    name,
    near:
      parts.length > 1
        ? { name: parts[0], places: parts.slice(1, 1 + MAX_NEAR_PARTS), placeText: written[1].trim() }
        : null,
    stationOf: stationOf(name),
  }
}

function stationOf(name: FoldedText): FoldedText | null {
  for (const word of STATION_WORDS) {
    if (name.plain.endsWith(` ${word}`)) return foldText(name.plain.slice(0, -word.length))
    if (name.plain.startsWith(`${word} `)) return foldText(name.plain.slice(word.length))
  }
  return null
}
