// Which of the languages that are there serves a request for another: RFC 4647, lookup.

/**
 * The form of a tag of BCP 47, `x-private` and `i-klingon` among them, or with `_` in place of `-`, as some clients
 * send them. Which subtag may follow which is not looked at: lookup leaves out what it does not know.
 */
export const LANGUAGE_TAG = /^(?:[A-Za-z]{2,8}|[IXix][-_][A-Za-z0-9]{1,8})(?:[-_][A-Za-z0-9]{1,8}){0,9}$/

/** `de-AT` -> `de`; null where none fits. */
export function lookupLanguage(tag: string, available: readonly string[]): string | null {
  const wanted = tag.toLowerCase().replaceAll('_', '-').split('-')
  for (; wanted.length > 0; wanted.pop()) {
    // an extension is not left without what it introduces
    if (wanted.length > 1 && wanted[wanted.length - 1].length === 1) continue
    const range = wanted.join('-')
    const found = available.find((one) => one.toLowerCase().replaceAll('_', '-') === range)
    if (found !== undefined) return found
  }
  return null
}
