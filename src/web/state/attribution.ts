// Whose data the map shows: what the release and the style say, each source once. Pure.

export interface MapSource {
  text: string
  /** http(s) address; null: none */
  url: string | null
}

/**
 * Sources in their order, each once: a text that another one contains is left out, whatever its spaces, capitals and
 * signs. The first address of a text is kept.
 */
export function namedOnce(sources: readonly MapSource[]): MapSource[] {
  const kept: (MapSource & { words: string })[] = []
  for (const source of sources) {
    const words = bareWords(source.text)
    if (words === '') continue
    const same = kept.find((one) => one.words === words || one.words.includes(words))
    if (same !== undefined) {
      if (same.words === words) same.url ??= source.url
      continue
    }
    const shorter = kept.findIndex((one) => words.includes(one.words))
    if (shorter >= 0) kept[shorter] = { ...source, url: source.url ?? kept[shorter].url, words }
    else kept.push({ ...source, words })
  }
  return kept
    .filter((one, i) => kept.findIndex((other) => other.words.includes(one.words)) === i)
    .map(({ text, url }) => ({ text, url }))
}

function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
