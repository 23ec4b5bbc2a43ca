// The ranges of characters by which glyphs are requested.

export const RANGE_GLYPHS = 256
export const LAST_CHARACTER = 0x10ffff

/** The first character of a range named in a URL (`256-511`); returns null if it is not a range. */
export function findRangeStart(text: string): number | null {
  const match = /^(0|[1-9]\d{0,6})-([1-9]\d{0,6})$/.exec(text)
  if (match === null) return null
  const start = Number(match[1])
  return start % RANGE_GLYPHS === 0 && start <= LAST_CHARACTER && Number(match[2]) === start + RANGE_GLYPHS - 1
    ? start
    : null
}
