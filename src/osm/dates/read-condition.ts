// Texts of the map's opening-hours grammar (wiki Key:opening_hours/specification), read by the package `opening_hours`.
// It takes 60 ms and 18 MB: an import loads it if the map has dated tags, a server when opening hours are requested.
// What it cannot say without knowing the place (sunrise, holidays), and what it guesses, is not read.

import type { opening_hours as OpeningHours } from 'opening_hours'

export type Grammar = typeof OpeningHours

export const loadGrammar = async (): Promise<Grammar> => (await import('opening_hours')).default

/** The map's own limit of a value. */
const MAX_LENGTH = 255
/** Holidays add nothing to every day of the week. */
const EVERY_DAY = /\bMo-Su ?, ?PH\b|\bPH ?, ?Mo-Su\b/g
/** Depends on the country, the place or the calendar of schools. */
const NEEDS_PLACE = /\b(?:PH|SH)\b|sunrise|sunset|dawn|dusk/
/** The package leaves out the last day of a span that ends by Easter. */
const ENDS_BY_EASTER = /-\s*easter/
/** The package guesses what is meant. */
const DOUBTFUL = new Set(['ambiguous_word', 'interpreted_as_year', 'nothing_useful'])

export interface ReadCondition {
  hours: OpeningHours
  /** in the package's own words: `Mai`, `daylight` become `May`, `sunrise-sunset` */
  plain: string
}

/** Null if the text cannot be read, or not without knowing more than the time. To be used `inUtc`, as what it gives. */
export function readCondition(grammar: Grammar, text: string): ReadCondition | null {
  if (text.length > MAX_LENGTH) return null
  try {
    const hours = new grammar(text.replace(EVERY_DAY, 'Mo-Su'), null, {
      tag_key: 'opening_hours',
      locale: 'en',
    } as never)
    if (hours.getStructuredWarnings().some(({ type }) => DOUBTFUL.has(type))) return null
    const plain = hours.prettifyValue()
    return NEEDS_PLACE.test(plain) || ENDS_BY_EASTER.test(plain) ? null : { hours, plain }
  } catch {
    return null // the package throws texts for what is not of its grammar
  }
}

/** The package works in the zone of the process: clocks on the spot are read to it as if they were UTC. */
export function inUtc<T>(work: () => T): T {
  const zone = process.env.TZ
  if (zone === 'UTC') return work()
  process.env.TZ = 'UTC'
  try {
    return work()
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
}
