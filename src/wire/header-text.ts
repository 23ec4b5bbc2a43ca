// Request header values, limited in length: longer ones are never parsed. A head may be 96 KB long, most of it in one
// value.

/** No meaningful header is longer. */
export const MAX_HEADER_CHARACTERS = 1024

/** The value; returns null if it is absent or longer than MAX_HEADER_CHARACTERS. */
export function shortHeader(value: string | string[] | undefined): string | null {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : value.join(', ')
  return text.length > MAX_HEADER_CHARACTERS ? null : text
}
