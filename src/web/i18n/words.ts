// Every word of the page, in each language, from the member `page` of its catalogue: English decides the keys, and is
// always there; another language is learnt once it is chosen.

import en from '../../language/catalogues/en.json' with { type: 'json' }
import { lookupLanguage } from '../../language/choose-language.ts'
import type { PageWords, WordKey } from '../../language/generated/page-words.ts'

/** BCP 47 tag of a catalogue. */
export type Language = string

type Dictionary = Readonly<Record<string, string>>

const english: Dictionary = en.page
/** Texts that were said in place of those that another language lacks. */
export const saidInEnglish = new Set<string>()
const dictionaries = new Map<Language, Dictionary>([['en', english]])

export function learn(language: Language, words: Dictionary): void {
  dictionaries.set(language, words)
}

export const isLearnt = (language: Language): boolean => dictionaries.has(language)

/** The first of the wanted languages that is there, or that is without its region: `de` for `de-AT`. Else English. */
export function preferredLanguage(wanted: readonly (string | null)[], available: readonly Language[]): Language {
  for (const tag of wanted) {
    const found = tag === null ? null : lookupLanguage(tag, available)
    if (found !== null) return found
  }
  return 'en'
}

/** Of words without values, as all are that stand for a code. */
export type PlainKey = { [Key in WordKey]: [PageWords[Key]] extends [never] ? Key : never }[WordKey]

/** Values by their names; none where the words have none. */
export type WordValues<Key extends WordKey> = [PageWords[Key]] extends [never]
  ? []
  : [values: Readonly<Record<PageWords[Key], string | number>>]

/** What a language lacks is said in English. */
export function say<Key extends WordKey>(language: Language, key: Key, ...[values]: WordValues<Key>): string {
  const own = dictionaries.get(language)?.[key]
  if (own !== undefined) return fillIn(own, values ?? {}, language)
  const text = fillIn(english[key], values ?? {}, 'en')
  if (language !== 'en') saidInEnglish.add(text)
  return text
}

/** Whether there are words for a key that a program made, such as a code of the service. */
export function hasWords(key: string): key is PlainKey {
  return key in english
}

const VALUE = /\{(\w+)(?:, *plural, *((?:=?\w+ *\{[^{}]*\} *)+))?\}/g
const FORM = /(=?\w{1,20}) ?\{([^{}]*)\}/g

/**
 * Puts values into the words of the page: of ICU MessageFormat `{x}` and plurals that hold no further value, which is
 * all that page words have (src/language/codegen/check-catalogue.ts). A test compares it with the library that says
 * sentences; that one comes with the first answer. Pure. A value that is not given stays visible as `{name}`.
 */
export function fillIn(words: string, values: Readonly<Record<string, string | number>>, language: string): string {
  return words.replace(VALUE, (whole, name: string, plural: string | undefined) => {
    if (!(name in values)) return whole
    const value = values[name]
    if (plural === undefined) return String(value)
    const forms = Object.fromEntries(Array.from(plural.matchAll(FORM), ([, form, text]) => [form, text]))
    const form = forms[`=${value}`] ?? forms[new Intl.PluralRules(language).select(Number(value))] ?? forms.other
    return form.replaceAll('#', typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value)
  })
}
