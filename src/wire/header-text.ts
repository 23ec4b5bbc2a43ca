// Values of request headers as far as they are read: no pattern and no list is tried on a longer one. A head may be
// 96 KB long, most of it in one value.

/** No header that means something here is longer. */
export const MAX_HEADER_CHARACTERS = 1024

/** The value; null where it is absent or longer than MAX_HEADER_CHARACTERS. */
export function shortHeader(value: string | string[] | undefined): string | null {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : value.join(', ')
  return text.length > MAX_HEADER_CHARACTERS ? null : text
}
