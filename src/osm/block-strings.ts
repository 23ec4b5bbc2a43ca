// HOT: npm run bench -- routing
// An import compares every tag of the file, so strings are compared by number and decoded only when requested.
//
// The strings of one PBF block, decoded on demand and cut at the length that OSM allows. `find` looks up a string's
// index once per block, so that a scan over many tags compares numbers. A string that the block does not hold has
// index -1, which equals no key.

const decoder = new TextDecoder()
/** Of a key, a value or a role, as OSM's database has them; a file of another program may hold more. */
const MAX_CHARACTERS = 255
const MAX_BYTES = 4 * MAX_CHARACTERS

export class BlockStrings {
  readonly count: number
  readonly #bytes: Uint8Array
  /** start and end of string i at [2 * i] and [2 * i + 1] */
  readonly #spans: Uint32Array
  readonly #known: (string | undefined)[] = []
  #index: Map<string, number> | undefined

  constructor(bytes: Uint8Array, spans: Uint32Array) {
    this.#bytes = bytes
    this.#spans = spans
    this.count = spans.length / 2
  }

  get(index: number): string {
    let text = this.#known[index]
    if (text === undefined) {
      const from = this.#spans[2 * index]
      const to = Math.min(this.#spans[2 * index + 1], from + MAX_BYTES)
      text =
        to - from < 24
          ? (asciiOf(this.#bytes, from, to) ?? decoder.decode(this.#bytes.subarray(from, to)))
          : decoder.decode(this.#bytes.subarray(from, to))
      if (to - from > MAX_CHARACTERS) text = Array.from(text).slice(0, MAX_CHARACTERS).join('')
      this.#known[index] = text
    }
    return text
  }

  /** Index of a string, -1 if the block does not hold it. */
  find(text: string): number {
    if (this.#index === undefined) {
      this.#index = new Map()
      for (let i = this.count - 1; i > 0; i--) this.#index.set(this.get(i), i)
    }
    return this.#index.get(text) ?? -1
  }
}

/** Decodes short ASCII without the cost of a TextDecoder call; returns null if a byte is not ASCII. */
function asciiOf(bytes: Uint8Array, from: number, to: number): string | null {
  let text = ''
  for (let i = from; i < to; i++) {
    if (bytes[i] >= 0x80) return null
    text += String.fromCharCode(bytes[i])
  }
  return text
}
