// The languages of names on the map, and which of them serves a request.

import { LANGUAGES } from '../../language/catalogue-files.ts'
import { lookupLanguage } from '../../language/choose-language.ts'

/** Beside the names as they are used locally. */
export const NAME_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ca'] as const

/**
 * In which names are looked for and sources named, in one spelling; null where the map has no names in the language of
 * the tag and Waypost no catalogue.
 */
export function mapLanguageOf(tag: string): string | null {
  return lookupLanguage(tag, [...NAME_LANGUAGES, ...LANGUAGES])
}
