// Answers about the schema, kept as the JSON of their data: tools ask for all of it again and again, and it never
// changes while the server runs. By the text of the document, the longest unused out first, bounded by their length.

const MAX_CHARACTERS = 4 * 1_048_576
/** Smaller answers are made as quickly as they are found. */
export const KEPT_FROM_VALUES = 1000

export class KeptIntrospection {
  readonly #kept = new Map<string, string>()
  #characters = 0

  /** JSON of the data; undefined where it was not kept. */
  find(document: string): string | undefined {
    const data = this.#kept.get(document)
    if (data === undefined) return undefined
    this.#kept.delete(document)
    this.#kept.set(document, data)
    return data
  }

  keep(document: string, values: number, data: unknown): void {
    if (values < KEPT_FROM_VALUES || this.#kept.has(document)) return
    const json = JSON.stringify(data)
    if (document.length + json.length > MAX_CHARACTERS) return
    this.#kept.set(document, json)
    this.#characters += document.length + json.length
    for (const [oldest, oldData] of this.#kept) {
      if (this.#characters <= MAX_CHARACTERS) break
      this.#kept.delete(oldest)
      this.#characters -= oldest.length + oldData.length
    }
  }
}
