// What <waypost-map> says of its own: the words `embed.` of the page; failures, warnings and unknowns have the words of
// the explorer.

import de from '../../language/catalogues/de.json' with { type: 'json' }
import en from '../../language/catalogues/en.json' with { type: 'json' }
import type { WordKey } from '../../language/generated/page-words.ts'
import { fillIn } from '../i18n/fill-in.ts'

const WORDS: Record<EmbedLanguage, Readonly<Record<string, string>>> = { en: en.page, de: de.page }

export type EmbedLanguage = 'en' | 'de'
export type EmbedWord = WordKey extends infer Key ? (Key extends `embed.${infer Word}` ? Word : never) : never
/** German for every `de...`, else English. */
export const languageOf = (tag: string): EmbedLanguage => (/^de\b/i.test(tag) ? 'de' : 'en')

export function embedWord(
  language: EmbedLanguage,
  key: EmbedWord,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillIn(WORDS[language][`embed.${key}`], values, language)
}

/** The explorer's words for a code such as `error.busy`; null where it has none. */
export const codeWord = (language: EmbedLanguage, key: string): string | null => WORDS[language][key] ?? null

export function numberText(language: EmbedLanguage, value: number, decimals = 0): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value)
}

/** 950 m, 7.04 km, 123 km; unknown is said to be so. The number and its unit stay on one line. */
export function lengthText(language: EmbedLanguage, metres: number | null): string {
  if (metres === null) return embedWord(language, 'unknown')
  if (metres < 999.5) return heightText(language, metres)
  return `${numberText(language, metres / 1000, metres < 9_995 ? 2 : metres < 99_950 ? 1 : 0)}\u00a0km`
}

export function heightText(language: EmbedLanguage, metres: number | null): string {
  return metres === null ? embedWord(language, 'unknown') : `${numberText(language, metres)}\u00a0m`
}

/** 2 h 49 min; 12 min. */
export function timeText(language: EmbedLanguage, seconds: number | null): string {
  if (seconds === null) return embedWord(language, 'unknown')
  const minutes = Math.round(seconds / 60)
  const rest = `${minutes % 60}\u00a0min`
  return minutes < 60 ? rest : `${numberText(language, Math.floor(minutes / 60))}\u00a0h ${rest}`
}
