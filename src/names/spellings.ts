// Letters that are written in several ways: with their sign, as the plain letter, or as two letters (ä, a, ae). All
// ways are one word. A normalised text in which such letters are kept (`markSpellings`) says which ways it has; a text
// without them has one, so that Paes is no spelling of Pas. Pure.

/** Letter -> its spellings, the plain one first. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  å: ['a', 'aa'],
  ø: ['o', 'oe'],
  æ: ['ae'],
  œ: ['oe'],
  ß: ['ss'],
  đ: ['d', 'dj'],
  ð: ['d'],
}
/** The keys of SPELLINGS. */
const SPELLED = /[äöüåøæœßđð]/g
/** Decomposed text: the signs that make such a letter, not the other diacritics. */
export const SPELLED_MARKS = /[aou]\u0308|a\u030a/g
/** Of a word with more such letters only all plain and all in two letters. */
const MIXED_LETTERS = 4

/** Every such letter as its plain one: `zürich` -> `zurich`, `straße` -> `strasse`. */
export function plainLetters(marked: string): string {
  return marked.replace(SPELLED, (letter) => SPELLINGS[letter][0])
}

/** The ways to write one word, the plain one first; itself where it has no such letter. At most 16. */
export function spellingsOf(marked: string): string[] {
  const letters = marked.match(SPELLED)
  if (letters === null) return [marked]
  if (letters.length > MIXED_LETTERS)
    return [...new Set([plainLetters(marked), marked.replace(SPELLED, (letter) => SPELLINGS[letter].at(-1)!)])]
  let written = ['']
  let from = 0
  for (const { index, 0: letter } of marked.matchAll(SPELLED)) {
    const between = marked.slice(from, index)
    written = SPELLINGS[letter].flatMap((spelling) => written.map((start) => start + between + spelling))
    from = index + 1
  }
  return written.map((start) => start + marked.slice(from))
}
