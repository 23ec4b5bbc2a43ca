// How a name and a question are folded before they are compared; the import and the search use the same two folds.
// `normaliseName` takes away what people leave out (case, diacritics, punctuation); `foldSpelling` goes on to one key
// for ue/oe/ae/ss and their plain letters, so that Zürich, Zurich and Zuerich meet. Scripts other than Latin keep
// their letters. Pure; never guesses a transliteration: a Latin spelling counts where the map has one tagged.

/** What Unicode does not decompose, as people type it. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
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
const SPECIAL_LETTERS = /[ßẞæœøłđðþħıŀŋŧĸſς]/g
/** Diacritics of Latin, Greek and Cyrillic; not the voicing marks of kana. */
const DIACRITICS = /[\u0300-\u036f]/g
const APOSTROPHES = /['’‘ʼʻ´`′‛＇]/g
/** The l·l of Catalan is one word. */
const INNER_DOTS = /(?<=\p{L})[·‧•](?=\p{L})/gu
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu
const SIMPLE = /^[a-z0-9]+(?: [a-z0-9]+)*$/
const SPELLED = /([aou])e|ss/g

/**
 * Lower case, without diacritics, ligatures taken apart, an apostrophe and other punctuation read as a space, one space
 * between words.
 * Lone surrogates are dropped. `''` where nothing is left. `Coll d'Ordino` -> `coll d ordino`, `Straße` -> `strasse`,
 * `Zürich` -> `zurich`.
 */
export function normaliseName(text: string): string {
  return fold(text, ' ')
}

/** As `normaliseName`, an apostrophe joining its two sides: `St John's` -> `st johns`. */
export function normaliseJoined(text: string): string {
  return fold(text, '')
}

/**
 * One key for spellings people take for the same, of normalised text: ae, oe, ue -> a, o, u and ss -> s. `zuerich` and
 * `zurich` -> `zurich`.
 */
export function foldSpelling(normalised: string): string {
  return normalised.replace(SPELLED, (_pair, vowel: string | undefined) => vowel ?? 's')
}

/**
 * The forms of one name that are written into the search index, each normalised and spelling-folded, without repeats:
 * apostrophes as a space and, where there are any, joined. Empty where the name has no letter and no digit.
 */
export function searchForms(name: string): string[] {
  const forms = new Set([foldSpelling(normaliseName(name))])
  if (name.search(APOSTROPHES) >= 0) forms.add(foldSpelling(normaliseJoined(name)))
  forms.delete('')
  return [...forms]
}

/** Words of normalised text. */
export function wordsOf(normalised: string): string[] {
  return normalised === '' ? [] : normalised.split(' ')
}

/** Letters and digits of normalised text, its spaces left out; counted as people count them. */
export function letterCount(normalised: string): number {
  let count = 0
  for (const letter of normalised) if (letter !== ' ') count++
  return count
}

function fold(text: string, apostrophe: string): string {
  if (SIMPLE.test(text)) return text
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(DIACRITICS, '')
    .replace(SPECIAL_LETTERS, (letter) => LETTERS[letter])
    .replace(APOSTROPHES, apostrophe)
    .replace(INNER_DOTS, '')
    .normalize('NFC')
    .replace(NO_WORD, ' ')
    .trim()
}
