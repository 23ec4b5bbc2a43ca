// Answers about the schema, kept as the JSON of their data: tools ask for all of it again and again, and it never
// changes while the server runs. By the text of the document, the longest unused out first, bounded by their length.

import { LRUCache } from 'lru-cache'

const MAX_CHARACTERS = 4 * 1_048_576
/** Smaller answers are made as quickly as they are found. */
export const KEPT_FROM_VALUES = 1000

export class KeptIntrospection {
  readonly #kept = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (json, document) => document.length + json.length,
  })

  /** JSON of the data; undefined where it was not kept. */
  find(document: string): string | undefined {
    return this.#kept.get(document)
  }

  keep(document: string, values: number, data: unknown): void {
    if (values < KEPT_FROM_VALUES || this.#kept.has(document)) return
    this.#kept.set(document, JSON.stringify(data))
  }
}
