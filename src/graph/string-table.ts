// The strings of a network, each stored once; index 0 is the empty string and means "none".

import { LargeMap } from './large-map.ts'

export class StringTable {
  readonly #index = new LargeMap<string, number>([['', 0]])

  /** Index of a text, 0 for null. */
  add(text: string | null): number {
    if (text === null) return 0
    let index = this.#index.get(text)
    if (index === undefined) {
      index = this.#index.size
      this.#index.set(text, index)
    }
    return index
  }

  /** UTF-8 of all strings one after another, and the start of each. */
  toColumns(): { stringStart: Uint32Array; stringBytes: Uint8Array } {
    const stringStart = new Uint32Array(this.#index.size + 1)
    const texts = [...this.#index.keys()]
    let at = 0
    texts.forEach((text, i) => {
      stringStart[i + 1] = at += Buffer.byteLength(text)
    })
    const stringBytes = new Uint8Array(at)
    const encoder = new TextEncoder()
    texts.forEach((text, i) => encoder.encodeInto(text, stringBytes.subarray(stringStart[i])))
    return { stringStart, stringBytes }
  }
}
