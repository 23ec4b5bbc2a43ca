// Words for the weather codes of forecasts, as the page of the service has them.

import { SKY_WORDS } from './generated/sky-words.ts'

/** WMO table 4677 in groups: the last code of each, and its words. */
const GROUPS = [
  [0, 'clear'],
  [2, 'fair'],
  [3, 'overcast'],
  [19, 'haze'],
  [29, 'recent'],
  [39, 'dust'],
  [49, 'fog'],
  [59, 'drizzle'],
  [65, 'rain'],
  [67, 'freezing'],
  [69, 'sleet'],
  [77, 'snow'],
  [82, 'showers'],
  [86, 'snowShowers'],
  [99, 'thunder'],
] as const

/** A language that the service has. */
export type WeatherLanguage = keyof (typeof SKY_WORDS)['clear']

/**
 * What a `weather_code` says, in small letters; null for a number that is no such code. `language`: a BCP 47 tag, such
 * as `navigator.language`; one that the service does not have gives English.
 */
export function weatherWords(code: number, language = 'en'): string | null {
  if (!Number.isInteger(code) || code < 0) return null
  const group = GROUPS.find(([upTo]) => code <= upTo)
  if (group === undefined) return null
  const words: Readonly<Record<string, string>> = SKY_WORDS[group[1]]
  const tag = language.split(/[-_]/, 1)[0].toLowerCase()
  return Object.hasOwn(words, tag) ? words[tag] : words.en
}
