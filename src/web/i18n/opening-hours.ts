// Opening hours as the map has them (`Mo-Fr 08:00-18:00; PH off`) in the words of a language. Whatever is not wholly
// understood has no other words: null. Pure.

import { type Language, type PlainKey, say } from './words.ts'

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const KEYS = new Map<string, PlainKey>([
  ['PH', 'hours.PH'],
  ['SH', 'hours.SH'],
  ['off', 'hours.closed'],
  ['closed', 'hours.closed'],
  ['open', 'hours.open'],
  ['24/7', 'hours.always'],
  ['sunrise', 'hours.sunrise'],
  ['sunset', 'hours.sunset'],
  ['dawn', 'hours.dawn'],
  ['dusk', 'hours.dusk'],
  ['+', 'hours.later'],
])
/** Longer ones are left as they are. */
const MAX_LENGTH = 200
/** `Sep 15` or `Sep 15-20`, not the hour of a time. */
const DATE = /(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{1,2})(?!\d|:\d)(?:-(\d{1,2})(?!\d|:\d))?/
/** A date, a time, a number, a word or a sign. */
const TOKEN =
  /24\/7|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?!\d|:\d)(?:-\d{1,2}(?!\d|:\d))?|\d{1,2}:\d{2}|\d{1,2}|[A-Za-z]{2,7}|[-,;:+ ]/g

export function openingHoursText(language: Language, raw: string): string | null {
  if (raw.length > MAX_LENGTH) return null
  const tokens = raw.match(TOKEN) ?? []
  if (tokens.join('') !== raw) return null
  const words = tokens.map((token) => wordOf(language, token))
  if (words.includes(null)) return null
  return words
    .join('')
    .replace(/ ?– ?/g, '–')
    .replace(/; ?/g, '; ')
    .replace(/,(?=\S)/g, ', ')
    .trim()
}

function wordOf(language: Language, token: string): string | null {
  if (token === '-') return '–'
  if (/^(\d{1,2}(:\d{2})?|[,;: ])$/.test(token)) return token
  const day = DAYS.indexOf(token)
  if (day >= 0) return named(language, { weekday: 'short' }, Date.UTC(2024, 0, 1 + day)) // 2024 began on a Monday
  if (MONTHS.includes(token)) return monthName(language, token)
  const date = DATE.exec(token)
  if (date !== null) {
    const [, name, from, to] = date
    const month = monthName(language, name)
    return to === undefined
      ? say(language, 'hours.day', { month, from })
      : say(language, 'hours.days', { month, from, to })
  }
  const key = KEYS.get(token)
  return key === undefined ? null : say(language, key)
}

function named(language: Language, what: Intl.DateTimeFormatOptions, atMs: number): string {
  return new Intl.DateTimeFormat(language, { ...what, timeZone: 'UTC' }).format(atMs)
}

function monthName(language: Language, name: string): string {
  return named(language, { month: 'short' }, Date.UTC(2024, MONTHS.indexOf(name), 1))
}
