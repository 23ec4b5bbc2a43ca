// Which of the languages that are there serves a request for another: RFC 4647, lookup.

/** A tag as BCP 47 has it, or with `_` in place of `-`, as some clients send them. */
export const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,9}$/

/** `de-AT` -> `de`; null where none fits. */
export function lookupLanguage(tag: string, available: readonly string[]): string | null {
  const wanted = tag.toLowerCase().replaceAll('_', '-').split('-')
  for (; wanted.length > 0; wanted.pop()) {
    // an extension is not left without what it introduces
    if (wanted.length > 1 && wanted[wanted.length - 1].length === 1) continue
    const range = wanted.join('-')
    const found = available.find((one) => one.toLowerCase() === range)
    if (found !== undefined) return found
  }
  return null
}
