// Parsed documents kept by their text: few and short ones, so that clients cannot fill the memory with them.

import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

const KEPT_DOCUMENTS = 200
const KEPT_CHARACTERS = 10_000

/** Least lately used out first. */
export class ShortDocuments {
  readonly #kept = new LRUCache<string, DocumentNode>({ max: KEPT_DOCUMENTS })

  get(text: string): DocumentNode | undefined {
    return this.#kept.get(text)
  }

  set(text: string, document: DocumentNode): void {
    if (text.length <= KEPT_CHARACTERS) this.#kept.set(text, document)
  }
}

export const NOTHING_KEPT = { get: () => undefined, set: () => undefined }
