// From the least to the greatest of what is known, in words. Pure.

import { type Language, say } from './words.ts'

/** Says where it is only a part of the line that something is known of. */
export function rangeText(
  language: Language,
  values: readonly (number | null)[],
  write: (value: number) => string,
): string {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return say(language, 'unknown')
  const [low, high] = [write(Math.min(...known)), write(Math.max(...known))]
  const range = low === high ? low : `${low} – ${high}`
  return known.length < values.length ? `${range} (${say(language, 'snow.partly')})` : range
}
