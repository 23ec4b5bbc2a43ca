// Words in the language that is chosen now. Read inside a component, it is drawn again when the language changes.

import { language } from './preferences.ts'
import {
  distanceAloud,
  distanceText,
  durationAloud,
  durationText,
  heightAloud,
  heightText,
  number,
  percentText,
} from './format.ts'
import type { WordKey } from '../../language/generated/page-words.ts'
import { hasWords, say, type WordValues } from './words.ts'

export const t = <Key extends WordKey>(key: Key, ...values: WordValues<Key>): string =>
  say(language.value, key, ...values)
/** Words for a code of the service, or the code itself where there are none. */
export const tCode = (prefix: string, code: string): string => {
  const key = `${prefix}.${code}`
  return hasWords(key) ? say(language.value, key) : code.toLowerCase().replaceAll('_', ' ')
}
export const km = (metres: number | null): string => distanceText(language.value, metres)
export const m = (metres: number | null): string => heightText(language.value, metres)
export const time = (seconds: number | null): string => durationText(language.value, seconds)
/** What is written as `km`, `m` or `time` does it, as it is read out. */
export const aloud = (text: typeof km, value: number): string =>
  (text === km ? distanceAloud : text === m ? heightAloud : durationAloud)(language.value, value)
export const percent = (share: number): string => percentText(language.value, share)
export const num = (value: number, decimals = 0): string => number(language.value, value, decimals)
