// Every word that the page says, in each language, from one typed dictionary: English decides the keys, and a language
// that lacks one does not compile. `{name}` is replaced by a value. English is always there; another language is before
// the page speaks it.

import { en } from './en.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export type WordKey = keyof typeof en
export type Dictionary = Record<WordKey, string>

interface Speech {
  words: Dictionary
  /** a sentence of the service; null where it is not known */
  translate(message: string): string | null
}

const spoken: { en: Speech } & Partial<Record<Language, Speech>> = { en: { words: en, translate: () => null } }

/** Rejects where the file does not come. */
export async function loadLanguage(language: Language): Promise<void> {
  if (spoken[language] !== undefined) return
  const { de, toGerman } = await import('./german.ts')
  const words: Dictionary = de
  spoken.de = { words, translate: toGerman }
}

/** A sentence of the service, which speaks English; null where it is not known in the language. */
export function translated(language: Language, message: string): string | null {
  return spoken[language]?.translate(message) ?? null
}

/**
 * The words with their values put in; `{count:part|parts}` is the first word for one and the second for others. A value
 * that is not given stays visible as `{name}`.
 */
export function say(language: Language, key: WordKey, values: Readonly<Record<string, string | number>> = {}): string {
  return (spoken[language] ?? spoken.en).words[key].replace(
    /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g,
    (whole, name: string, one: string | undefined, more: string | undefined) => {
      if (!(name in values)) return whole
      if (one === undefined || more === undefined) return String(values[name])
      return String(values[name]) === '1' ? one : more
    },
  )
}

/** Whether there are words for a key that a program made, such as a code of the service. */
export function hasWords(key: string): key is WordKey {
  return key in en
}
