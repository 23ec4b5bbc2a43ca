// What a language of the page has: its words, and the sentences of the service that it knows.

export type { WordKey } from '../../language/generated/page-words.ts'

/** By their keys; what is missing is said in English. */
export type Dictionary = Readonly<Record<string, string | undefined>>

export interface Speech {
  words: Dictionary
  /** a sentence of the service; null if it is not known in the language */
  translate(message: string): string | null
}
