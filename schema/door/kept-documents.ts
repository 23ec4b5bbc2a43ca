// Parsed documents kept by their text: few and short ones, so that clients cannot fill the memory with them.

import type { DocumentNode } from 'graphql'

const KEPT_DOCUMENTS = 200
const KEPT_CHARACTERS = 10_000

/** Least lately used out first. */
export class ShortDocuments {
  readonly #kept = new Map<string, DocumentNode>()

  get(text: string): DocumentNode | undefined {
    const document = this.#kept.get(text)
    if (document === undefined) return undefined
    this.#kept.delete(text)
    this.#kept.set(text, document)
    return document
  }

  set(text: string, document: DocumentNode): void {
    if (text.length > KEPT_CHARACTERS) return
    this.#kept.set(text, document)
    if (this.#kept.size > KEPT_DOCUMENTS) this.#kept.delete(this.#kept.keys().next().value!)
  }
}

export const NOTHING_KEPT = { get: () => undefined, set: () => undefined }
