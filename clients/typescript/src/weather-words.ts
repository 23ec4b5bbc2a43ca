// Words for the weather codes of forecasts, as the page of the service has them.

import { SKY_WORDS } from './generated/sky-words.ts'
import { weatherGroup } from './weather-groups.ts'

/** A language that the service has. */
export type WeatherLanguage = keyof (typeof SKY_WORDS)['clear']

/**
 * What a `weather_code` says, in small letters; null for a number that is no such code. `language`: a BCP 47 tag, such
 * as `navigator.language`; one that the service does not have gives English.
 */
export function weatherWords(code: number, language = 'en'): string | null {
  const group = weatherGroup(code)
  if (group === null) return null
  const words: Readonly<Record<string, string>> = SKY_WORDS[group]
  const tag = language.split(/[-_]/, 1)[0].toLowerCase()
  return Object.hasOwn(words, tag) ? words[tag] : words.en
}
