// How names and questions are folded for comparison; the import and the search use the same two folds.
// `normaliseName` removes what people omit (case, diacritics, punctuation); `foldSpelling` continues to one key for
// every spelling of a letter (src/places/names/spellings.ts), so that Zürich, Zurich and Zuerich match. Scripts other
// than Latin keep their letters; Cyrillic and Greek names also get Latin forms.
// Pure.

import { plainLetters, SPELLED_MARKS } from './spellings.ts'

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

const CYRILLIC = /\p{Script=Cyrillic}/u
const GREEK = /\p{Script=Greek}/u

/** BGN/PCGN romanisation, without its apostrophes for ь and ъ, which people omit. */
const BGN_PCGN = tableOf(
  'а a б b в v г g ґ g д d е e ё e є ye ж zh з z и i і i ї yi й y ј j к k л l м m н n о o п p р r с s т t у u ў w ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya ђ dj љ lj њ nj ћ c џ dz ѓ gj ќ kj ѕ dz ъ - ь -',
)
const UKRAINIAN = new Map([...BGN_PCGN, ...tableOf('г h є ie и y ї i й i ю iu я ia')])
/** At the beginning of a word. */
const UKRAINIAN_INITIALS = tableOf('є ye ї yi й y ю yu я ya')
/** Gaj's alphabet, and that of Macedonian. */
const GAJ = new Map([...BGN_PCGN, ...tableOf('ђ đ ж ž ћ ć х h ц c ч č џ dž ш š щ št й j ю ju я ja ъ a')])
const ELOT_743 = tableOf(
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
)
const GREEK_PAIRS = /γ[γξχ]|ου|[αεη]υ|μπ/g
/** ELOT 743: υ after α, ε, η is v before a vowel or a voiced consonant, f before any other and at the end. */
const VOICED = new Set('αεηιουωβγδζλμνρ')

function tableOf(text: string): ReadonlyMap<string, string> {
  const words = text.split(' ')
  return new Map(
    words.flatMap((letter, i) => (i % 2 === 0 ? [[letter, words[i + 1] === '-' ? '' : words[i + 1]] as const] : [])),
  )
}

/**
 * Latin forms of Cyrillic and Greek names, by published tables: BGN/PCGN for Russian, Ukraine's own of 2010, the Latin
 * alphabet of Serbian, and ELOT 743 for Greek. A Cyrillic name gets all three forms, because a name does not show its
 * language; a table that lacks a letter uses that of the first. The results keep their diacritics and are not folded.
 * Pure; other scripts have no form. The Latin forms of a name, without repeats; none where it has no Cyrillic and no
 * Greek letter.
 */
export function transliterations(name: string): string[] {
  if (!CYRILLIC.test(name) && !GREEK.test(name)) return []
  const letters = name.toLowerCase().normalize('NFC')
  const forms = CYRILLIC.test(name)
    ? [byTable(letters, BGN_PCGN), byTable(letters, GAJ), ukrainian(letters)]
    : [letters]
  return [...new Set(GREEK.test(name) ? forms.map(latinOfGreek) : forms)]
}

function byTable(text: string, table: ReadonlyMap<string, string>): string {
  let latin = ''
  for (const letter of text) latin += table.get(letter) ?? letter
  return latin
}

function ukrainian(text: string): string {
  const begun = text.replace(/(?<!\p{L})[єїйюя]/gu, (letter) => UKRAINIAN_INITIALS.get(letter)!)
  return byTable(begun.replaceAll('зг', 'zgh'), UKRAINIAN)
}

function latinOfGreek(name: string): string {
  // a diaeresis, or an accent on the first, parts the vowels of a pair
  const letters = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/υ(?=\u0301?\u0308)|(?<=[αεηο]\u0301)υ/g, 'y')
    .replace(/\p{M}/gu, '')
  const paired = letters.replace(GREEK_PAIRS, (pair, at: number) => {
    if (pair === 'ου') return 'ou'
    if (pair === 'μπ') return isInside(letters, at, at + 2) ? 'mp' : 'b'
    if (pair[0] === 'γ') return `n${pair === 'γγ' ? 'g' : ELOT_743.get(pair[1])!}`
    return ELOT_743.get(pair[0])! + (VOICED.has(letters[at + 2] ?? '') ? 'v' : 'f')
  })
  return byTable(paired, ELOT_743)
}

function isInside(text: string, from: number, to: number): boolean {
  return GREEK.test(text[from - 1] ?? '') && GREEK.test(text[to] ?? '')
}
