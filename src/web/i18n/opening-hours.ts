// Opening hours as the map has them (`Mo-Fr 08:00-18:00; PH off`) in the words of a language. Whatever is not wholly
// understood has no other words: null. Pure.

import type { Language } from './words.ts'

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const OTHERS: Record<Language, Record<string, string>> = {
  en: {
    ...{ PH: 'public holidays', SH: 'school holidays', off: 'closed', closed: 'closed', open: 'open' },
    ...{ '24/7': 'always open', sunrise: 'sunrise', sunset: 'sunset', dawn: 'dawn', dusk: 'dusk' },
    '+': ' or later',
  },
  de: {
    ...{ PH: 'Feiertage', SH: 'Schulferien', off: 'geschlossen', closed: 'geschlossen', open: 'geöffnet' },
    ...{
      '24/7': 'immer geöffnet',
      sunrise: 'Sonnenaufgang',
      sunset: 'Sonnenuntergang',
      dawn: 'Morgendämmerung',
      dusk: 'Abenddämmerung',
    },
    '+': ' oder länger',
  },
}
/** Longer ones are left as they are. */
const MAX_LENGTH = 200
const TOKEN = /24\/7|\d{1,2}:\d{2}|\d{1,2}|[A-Za-z]{2,7}|[-,;:+ ]/g

export function openingHoursText(language: Language, raw: string): string | null {
  if (raw.length > MAX_LENGTH) return null
  const tokens = raw.match(TOKEN) ?? []
  if (tokens.join('') !== raw) return null
  const words = tokens.map((token) => wordOf(language, token))
  if (words.includes(null)) return null
  const text = words
    .join('')
    .replace(/ ?– ?/g, '–')
    .replace(/; ?/g, '; ')
    .replace(/,(?=\S)/g, ', ')
    .trim()
  return language === 'de' ? text.replace(DATE, (_, month, from, to) => germanDate(month, from, to)) : text
}

function wordOf(language: Language, token: string): string | null {
  if (token === '-') return '–'
  if (/^(\d{1,2}(:\d{2})?|[,;: ])$/.test(token)) return token
  const day = DAYS.indexOf(token)
  if (day >= 0) return named(language, { weekday: 'short' }, Date.UTC(2024, 0, 1 + day)) // 2024 began on a Monday
  const month = MONTHS.indexOf(token)
  if (month >= 0) return named(language, { month: 'short' }, Date.UTC(2024, month, 1))
  return Object.hasOwn(OTHERS[language], token) ? OTHERS[language][token] : null
}

function named(language: Language, what: Intl.DateTimeFormatOptions, atMs: number): string {
  return new Intl.DateTimeFormat(language, { ...what, timeZone: 'UTC' }).format(atMs)
}

/** `Sept 15` or `Sept 15–20`, not the hour of a time. */
const DATE = /(\p{L}{3,4}) (\d{1,2})(?![\d:])(?:–(\d{1,2})(?![\d:]))?/gu

function germanDate(month: string, from: string, to: string | undefined): string {
  return to === undefined ? `${from}. ${month}` : `${from}.–${to}. ${month}`
}
