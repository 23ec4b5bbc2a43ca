// What was made of documents, kept by their text: few and short ones, so that clients cannot fill the memory with them.

import { LRUCache } from 'lru-cache'

const KEPT_DOCUMENTS = 200
const KEPT_CHARACTERS = 10_000

/** Least lately used out first. */
export class ShortDocuments<Made extends object> {
  readonly #kept = new LRUCache<string, Made>({ max: KEPT_DOCUMENTS })

  get(text: string): Made | undefined {
    return this.#kept.get(text)
  }

  set(text: string, made: Made): void {
    if (text.length <= KEPT_CHARACTERS) this.#kept.set(text, made)
  }
}
