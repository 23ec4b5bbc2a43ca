// Numbers as people and files write them. The only pattern for them: linear, and no text is longer than the bound
// when it is tried.

/** No number that anybody means is longer. */
export const MAX_NUMBER_CHARACTERS = 64
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/

/**
 * A number in decimal notation, white space around it allowed; NaN for anything else, for what is longer than
 * MAX_NUMBER_CHARACTERS, and for what is beyond the range of numbers.
 */
export function decimalOf(text: string): number {
  if (text.length > MAX_NUMBER_CHARACTERS) return NaN
  const word = text.trim()
  if (!DECIMAL.test(word)) return NaN
  const value = Number(word)
  return Number.isFinite(value) ? value : NaN
}
