// What a language of the page has: a word for every key of English, and the sentences of the service that it knows.

import type { en } from './en.ts'

export type WordKey = keyof typeof en
export type Dictionary = Record<WordKey, string>

export interface Speech {
  words: Dictionary
  /** a sentence of the service; null if it is not known in the language */
  translate(message: string): string | null
}
