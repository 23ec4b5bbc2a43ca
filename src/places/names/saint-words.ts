// Words for saint in the languages of the Alps, the Pyrenees and their neighbours: all of them are one word in a name
// of several words. Written short (St., S., Ste, Sv.) they count only before another word: the last word of `High St`
// is a street. Pure.

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

/** Whether the word stands for saint; `all` are the folded words of a name or a question. */
export function isSaint(all: readonly string[], index: number): boolean {
  if (all.length < 2) return false
  return WHOLE.has(all[index]) || (index < all.length - 1 && SHORT.has(all[index]))
}

/** The words with every saint as one word; null if absent. */
export function withOneSaint(all: readonly string[]): string[] | null {
  return all.some((_, i) => isSaint(all, i)) ? all.map((word, i) => (isSaint(all, i) ? SAINT : word)) : null
}
