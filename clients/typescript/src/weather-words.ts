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

/** What a `weather_code` says, in small letters; null for a number that is no such code. */
export function weatherWords(code: number, language: WeatherLanguage = 'en'): string | null {
  if (!Number.isInteger(code) || code < 0) return null
  const group = GROUPS.find(([upTo]) => code <= upTo)
  return group === undefined ? null : SKY_WORDS[group[1]][language]
}
