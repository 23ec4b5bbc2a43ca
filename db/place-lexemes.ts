// Additions to PostgreSQL's text index: each word's first two, three and four letters with a marker, so that short
// prefixes are looked up like words. And, for every word and prefix that very many places share, the best known of
// those places: otherwise their whole lists would be read for a handful. Pure.

import { JOINED } from '../src/places/search-tokens.ts'

export const PREFIX_LEXEME_LETTERS: readonly number[] = [2, 3, 4]
/** Number of best known places kept for a word or prefix that more places share. */
export const TOP_PLACES = 200

/** A prefix of words; no folded word contains the marker. */
export const prefixTerm = (text: string): string => `${text}*`

/** The words and their short prefixes, each once. */
export function lexemesOf(words: Iterable<string>): Set<string> {
  const lexemes = new Set(words)
  for (const word of [...lexemes]) {
    if (word.startsWith(JOINED)) continue
    for (const letters of PREFIX_LEXEME_LETTERS)
      if (word.length >= letters) lexemes.add(prefixTerm(word.slice(0, letters)))
  }
  return lexemes
}

/**
 * Collects the first places of every word and prefix that more than TOP_PLACES places share. Words come first, in
 * alphabetical order, then the places in order of rank.
 */
export class TopPlaces {
  readonly #lists = new Map<string, number[]>()
  /**
   * prefixes of the latest word, longest last, and the places counted for each; a place with two such words counts
   * twice
   */
  #counts: number[] = []
  #last = ''
  #longest = 0

  addToken(text: string, uses: number): void {
    if (text.startsWith(JOINED)) return
    let shared = 0
    while (shared < text.length && shared < this.#last.length && text[shared] === this.#last[shared]) shared++
    this.#close(shared)
    this.#last = text
    while (this.#counts.length < text.length) this.#counts.push(0)
    for (let i = 0; i < text.length; i++) this.#counts[i] += uses
    if (uses > TOP_PLACES) this.#open(text, text.length)
  }

  /** After the last token. */
  endTokens(): void {
    this.#close(0)
  }

  #close(from: number): void {
    for (let length = this.#counts.length; length > from; length--)
      if (this.#counts[length - 1] > TOP_PLACES) this.#open(prefixTerm(this.#last.slice(0, length)), length)
    this.#counts.length = Math.min(this.#counts.length, from)
  }

  #open(term: string, length: number): void {
    this.#lists.set(term, [])
    this.#longest = Math.max(this.#longest, length)
  }

  addPlace(rank: number, words: Iterable<string>): void {
    for (const word of words) {
      if (word.startsWith(JOINED)) continue
      this.#add(word, rank)
      for (let length = Math.min(word.length, this.#longest); length > 0; length--)
        this.#add(prefixTerm(word.slice(0, length)), rank)
    }
  }

  #add(term: string, rank: number): void {
    const list = this.#lists.get(term)
    if (list !== undefined && list.length < TOP_PLACES && list.at(-1) !== rank) list.push(rank)
  }

  *[Symbol.iterator](): IterableIterator<[term: string, ranks: number[]]> {
    yield* this.#lists
  }
}
