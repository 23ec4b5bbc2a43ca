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

const WHOLE = words(
  'sant santa sants santes sent senta san santo santi sante sankt sanct sankta sancta sanctus saint sainte saints saintes sao santos santas sontg sontga sogn sogns sointga done doni sveti sveta sveto svet szent svaty svata sfantu sfanta hagios agios agia',
)
const SHORT = words('s st sts ste stes sta sto skt sv ss')

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** All of them, folded; `ss` is `s` after folding. */
export const SAINT_WORDS: readonly string[] = [...WHOLE, ...SHORT].filter((word) => word !== 'ss')
/** What stands for all of them when names are compared. */
const SAINT = 'saint'

/**
 * Words for saint in the languages of the Alps, the Pyrenees and their neighbours: all of them are one word in a name
 * of several words. Written short (St., S., Ste, Sv.) they count only before another word: the last word of `High St`
 * is a street. Pure. Whether the word stands for saint; `all` are the folded words of a name or a question.
 */
export function isSaint(all: readonly string[], index: number): boolean {
  if (all.length < 2) return false
  return WHOLE.has(all[index]) || (index < all.length - 1 && SHORT.has(all[index]))
}

/** The words with every saint as one word; null if absent. */
export function withOneSaint(all: readonly string[]): string[] | null {
  return all.some((_, i) => isSaint(all, i)) ? all.map((word, i) => (isSaint(all, i) ? SAINT : word)) : null
}
