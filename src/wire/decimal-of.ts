// Numbers as people and files write them. The only pattern for them: linear, and only tried on text within the length
// limit.

/** No plausible number is longer. */
export const MAX_NUMBER_CHARACTERS = 64
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
