// Every word of the page, in each language, from one typed dictionary: English decides the keys, and a language that
// lacks one does not compile. `{name}` is replaced by a value. English is always loaded, another language once chosen.

import { en } from './en.ts'
import type { Dictionary, Speech, WordKey } from './speech.ts'

const english: Speech = { words: en, translate: () => null }

/** By BCP 47 tag: the name of the language in itself, the tag for its dates, and its file. */
export const LANGUAGES = {
  en: { name: 'English', dates: 'en-GB', load: async () => english },
  de: { name: 'Deutsch', dates: 'de', load: async () => (await import('./german.ts')).german },
} as const satisfies Record<string, { name: string; dates: string; load(): Promise<Speech> }>
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as Language[]

const loaded: { en: Speech } & Partial<Record<Language, Speech>> = { en: english }

/** Rejects if the file cannot be loaded. */
export async function loadLanguage(language: Language): Promise<Dictionary> {
  const speech = (loaded[language] ??= await LANGUAGES[language].load())
  return speech.words
}

/** The language after this one, in the order of the table. */
export const nextLanguage = (language: Language): Language =>
  LANGUAGE_TAGS[(LANGUAGE_TAGS.indexOf(language) + 1) % LANGUAGE_TAGS.length]

/** The first language of a browser that the page has: of its own tag, or of the same language elsewhere. */
export function preferredLanguage(tags: readonly string[]): Language {
  const isOf = (tag: string) => (own: Language) => own === tag || own.split('-')[0] === tag.split('-')[0]
  for (const tag of tags) {
    const own = LANGUAGE_TAGS.find((one) => one === tag) ?? LANGUAGE_TAGS.find(isOf(tag))
    if (own !== undefined) return own
  }
  return 'en'
}

/** A sentence of the service, which is English; null if it is not known in the language. */
export function translated(language: Language, message: string): string | null {
  return loaded[language]?.translate(message) ?? null
}

/**
 * The words with their values put in; `{count:part|parts}` is the first word for one and the second for others. A value
 * that is not given stays visible as `{name}`.
 */
export function say(language: Language, key: WordKey, values: Readonly<Record<string, string | number>> = {}): string {
  return (loaded[language] ?? loaded.en).words[key].replace(
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
