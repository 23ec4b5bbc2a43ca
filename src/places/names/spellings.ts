// Letters with several spellings: with their sign, as the plain letter, or as two letters (ä, a, ae). All spellings are
// one word. A normalised text that keeps such letters (`markSpellings`) has all their spellings; a text without them
// has only one, so that Paes is not a spelling of Pas. Pure.

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
/** In decomposed text: the signs that form such a letter, and no other diacritics. */
export const SPELLED_MARKS = /[aou]\u0308|a\u030a/g
/** A word with more such letters gets only two spellings: all plain and all in two letters. */
const MIXED_LETTERS = 4

/** Replaces every such letter by its plain one: `zürich` -> `zurich`, `straße` -> `strasse`. */
export function plainLetters(marked: string): string {
  return marked.replace(SPELLED, (letter) => SPELLINGS[letter][0])
}

/** The spellings of one word, the plain one first; only itself if it has no such letter. At most 16. */
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
