// What <waypost-map> says of its own: the words `embed.` of the page, and those that it has for failures.

import type { WordKey } from '../../language/generated/page-words.ts'
import { hasWords, isLearnt, type Language, learn, say } from '../i18n/words.ts'

export type EmbedWord = WordKey extends infer Key ? (Key extends `embed.${infer Word}` ? Word : never) : never

/** `languages`: of the server. Where the words do not come, the element speaks English. */
export async function loadWords(
  language: Language,
  languages: Readonly<Record<string, string | null>>,
): Promise<Language> {
  const address = languages[language]
  if (isLearnt(language) || address == null) return language
  try {
    learn(language, ((await import(address)) as { default: Readonly<Record<string, string>> }).default)
    return language
  } catch {
    return 'en'
  }
}

export function embedWord(
  language: Language,
  key: EmbedWord,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return say(language, `embed.${key}`, values as never)
}

/** What to do about a failure; null where there are no words for it. */
export function adviceFor(language: Language, code: string): string | null {
  const key = `error.${code}`
  return hasWords(key) ? say(language, key) : null
}

export function numberText(language: Language, value: number, decimals = 0): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value)
}

/** 950 m, 7.04 km, 123 km; unknown is said to be so. The number and its unit stay on one line. */
export function lengthText(language: Language, metres: number | null): string {
  if (metres === null) return embedWord(language, 'unknown')
  if (metres < 999.5) return heightText(language, metres)
  return `${numberText(language, metres / 1000, metres < 9_995 ? 2 : metres < 99_950 ? 1 : 0)}\u00a0km`
}

export function heightText(language: Language, metres: number | null): string {
  return metres === null ? embedWord(language, 'unknown') : `${numberText(language, metres)}\u00a0m`
}

/** 2 h 49 min; 12 min. */
export function timeText(language: Language, seconds: number | null): string {
  if (seconds === null) return embedWord(language, 'unknown')
  const minutes = Math.round(seconds / 60)
  const rest = `${minutes % 60}\u00a0min`
  return minutes < 60 ? rest : `${numberText(language, Math.floor(minutes / 60))}\u00a0h ${rest}`
}
