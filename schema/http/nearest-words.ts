// Of many allowed words the few that the caller may have meant by another one.

const NEAREST = 3
/** A longer text is nobody's word. */
const MOST_CHARACTERS = 40

/** Those that share most with the word, letter pair by letter pair, case aside; the nearest first. */
export function nearestWords(names: readonly string[], word: string): string[] {
  const wanted = pairsOf(word.slice(0, MOST_CHARACTERS))
  const closeness = (name: string): number => {
    const own = pairsOf(name)
    return [...wanted].filter((pair) => own.has(pair)).length / (own.size + wanted.size)
  }
  return names
    .map((name) => ({ name, shared: closeness(name) }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, NEAREST)
    .map(({ name }) => name)
}

function pairsOf(word: string): Set<string> {
  const letters = ` ${word.toUpperCase()} `
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)))
}
