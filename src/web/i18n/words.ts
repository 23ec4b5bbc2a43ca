// Every word of the page, in each language, from the member `page` of its catalogue: English decides the keys, and is
// always loaded; another language once chosen.

import en from '../../language/catalogues/en.json' with { type: 'json' }
import type { PageWords, WordKey } from '../../language/generated/page-words.ts'
import { fillIn } from './fill-in.ts'
import type { Dictionary, Speech } from './speech.ts'

const english: Speech = { words: en.page, translate: () => null }

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

/** Of words without values, as all are that stand for a code. */
export type PlainKey = { [Key in WordKey]: [PageWords[Key]] extends [never] ? Key : never }[WordKey]

/** Values by their names; none where the words have none. */
export type WordValues<Key extends WordKey> = [PageWords[Key]] extends [never]
  ? []
  : [values: Readonly<Record<PageWords[Key], string | number>>]

/** What a language lacks is said in English. */
export function say<Key extends WordKey>(language: Language, key: Key, ...[values]: WordValues<Key>): string {
  return fillIn((loaded[language] ?? loaded.en).words[key] ?? loaded.en.words[key]!, values ?? {}, language)
}

/** Whether there are words for a key that a program made, such as a code of the service. */
export function hasWords(key: string): key is PlainKey {
  return key in en.page
}
