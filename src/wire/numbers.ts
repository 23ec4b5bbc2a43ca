// Numbers as people and files write them, and as answers round them. Pure.

/** No plausible number is longer. */
export const MAX_NUMBER_CHARACTERS = 64
/** The only pattern for them: linear, and only tried on text within the length limit. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/

/**
 * A number in decimal notation, white space around it allowed; NaN for anything else, for text longer than
 * MAX_NUMBER_CHARACTERS, and for values beyond the range of numbers.
 */
export function decimalOf(text: string): number {
  if (text.length > MAX_NUMBER_CHARACTERS) return NaN
  const word = text.trim()
  if (!DECIMAL.test(word)) return NaN
  const value = Number(word)
  return Number.isFinite(value) ? value : NaN
}

/** Rounds to 1 / `per`: 10 gives tenths, 1e6 micro-degrees. NaN and infinities are unchanged. */
export const roundTo = (value: number, per: number): number => Math.round(value * per) / per

export const tenths = (value: number): number => roundTo(value, 10)

export const tenthsOrNull = (value: number | null): number | null => (value === null ? null : tenths(value))
