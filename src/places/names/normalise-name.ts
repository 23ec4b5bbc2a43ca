// How names and questions are folded for comparison; the import and the search use the same two folds.
// `normaliseName` removes what people omit (case, diacritics, punctuation); `foldSpelling` continues to one key for
// every spelling of a letter (src/places/names/spellings.ts), so that Zürich, Zurich and Zuerich match. Scripts other
// than Latin keep their letters; Cyrillic and Greek names also get Latin forms (src/places/names/transliterate.ts).
// Pure.

import { plainLetters, SPELLED_MARKS } from './spellings.ts'
import { transliterations } from './transliterate.ts'

/** Letters that Unicode does not decompose, as people type them. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŀ: 'l',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ſ: 's',
  ς: 'σ',
}
/** The keys of LETTERS. */
const SPECIAL_LETTERS = /[łþħıŀŋŧĸſς]/g
/** Diacritics of Latin, Greek and Cyrillic; not the voicing marks of kana. */
const DIACRITICS = /[\u0300-\u036f]/g
const APOSTROPHE = /['’‘ʼʻ´`′‛＇]/
const APOSTROPHES = /['’‘ʼʻ´`′‛＇]/g
/** The l·l of Catalan does not split a word. */
const INNER_DOTS = /(?<=\p{L})[·‧•](?=\p{L})/gu
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu
/** Soft hyphens, zero width spaces and joiners, marks of direction, byte order marks: nobody sees or types them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu
/** Between letters and digits, so that GR7, GR 7 and GR-7 are the same two words. */
const LETTER_BESIDE_DIGIT = /(?<=[\p{L}\p{M}])(?=\p{N})|(?<=\p{N})(?=\p{L})/gu
const SIMPLE = /^(?:[a-z]+|[0-9]+)(?: (?:[a-z]+|[0-9]+))*$/
/** Every run of letters that a spelling of one letter may leave; the output of `foldSpelling` contains none. */
const SPELLED = /a[ae]+|([ou])e+|ss+|dj+/g

/**
 * Lower case, without diacritics and invisible characters, ligatures expanded, apostrophes and other punctuation turned
 * into spaces, letters and digits apart (`GR11` -> `gr 11`), single spaces between words. Lone surrogates are dropped.
 * Returns `''` if nothing is left. `Coll d'Ordino` -> `coll d ordino`, `Straße` -> `strasse`, `Zürich` -> `zurich`.
 */
export function normaliseName(text: string): string {
  return plainLetters(markSpellings(text))
}

/**
 * Like `normaliseName`, but keeps letters of several spellings: `Hohe Straße` -> `hohe straße`, `Zürich` -> `zürich`.
 */
export function markSpellings(text: string): string {
  return fold(text)
}

/**
 * One key for all spellings of normalised text: ae, oe, ue, aa -> a, o, u, a; ss -> s; dj -> d, runs of them as one.
 * `zuerich` and `zurich` -> `zurich`. Coarser than what people consider one word (`spellingsOf`): it finds candidates.
 */
export function foldSpelling(normalised: string): string {
  return normalised.replace(SPELLED, (run, vowel: string | undefined) => vowel ?? run[0])
}

/**
 * The texts under which a name can be found: itself; if it has apostrophes, itself without them; if it is Cyrillic or
 * Greek, its Latin transliterations. Not folded.
 */
export function readingsOf(name: string): string[] {
  const readings = [name]
  if (APOSTROPHE.test(name)) readings.push(name.replace(APOSTROPHES, ''))
  return [...readings, ...transliterations(name)]
}

/**
 * The forms of one name that go into the search index, each normalised and spelling-folded, without duplicates. Empty
 * if the name has no letter and no digit.
 */
export function searchForms(name: string): string[] {
  const forms = new Set(readingsOf(name).map((reading) => foldSpelling(normaliseName(reading))))
  forms.delete('')
  return [...forms]
}

/** Words of normalised text. */
export function wordsOf(normalised: string): string[] {
  return normalised === '' ? [] : normalised.split(' ')
}

/** Number of letters and digits of normalised text without spaces, counted as people count them. */
export function letterCount(normalised: string): number {
  let count = 0
  for (const letter of normalised) if (letter !== ' ') count++
  return count
}

function fold(text: string): string {
  if (SIMPLE.test(text)) return text
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(SPELLED_MARKS, (letter) => letter.normalize('NFC'))
    .replace(DIACRITICS, '')
    .replace(SPECIAL_LETTERS, (letter) => LETTERS[letter])
    .replace(APOSTROPHES, ' ')
    .replace(INNER_DOTS, '')
    .normalize('NFC')
    .replace(LETTER_BESIDE_DIGIT, ' ')
    .replace(NO_WORD, ' ')
    .trim()
}
