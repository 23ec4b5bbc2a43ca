// HOT: npm run bench -- routing
// Facts of the same edges are written for every route, so they are copied as whole words instead of rebuilt.
//
// A cache of wire JSON fragments that are written again and again under a number, such as the facts of an edge: stored
// as words of eight bytes in one block of memory and copied whole. Bounded: a number that hashes to an occupied place
// replaces what is there, and long texts are not stored.

import type { WireBytes } from './wire-bytes.ts'

const BYTES_PER_TEXT = 192
const WORDS_PER_TEXT = BYTES_PER_TEXT / 8

export class TextCache {
  readonly #mask: number
  /** number and length of the text at each place; length 0: empty */
  readonly #numbers: Int32Array
  readonly #lengths: Uint8Array
  readonly #words: Float64Array

  /** `places`: a power of two. */
  constructor(places: number) {
    this.#mask = places - 1
    this.#numbers = new Int32Array(places)
    this.#lengths = new Uint8Array(places)
    this.#words = new Float64Array(places * WORDS_PER_TEXT)
  }

  /** Writes the cached text of a number; returns false if it is not cached. */
  write(number: number, out: WireBytes): boolean {
    const place = number & this.#mask
    const length = this.#lengths[place]
    if (length === 0 || this.#numbers[place] !== number) return false
    out.reserve(BYTES_PER_TEXT)
    const words = this.#words
    const { view, at } = out
    const first = place * WORDS_PER_TEXT
    for (let w = 0; w * 8 < length; w++) view.setFloat64(at + w * 8, words[first + w], true)
    out.at = at + length
    return true
  }

  /** Caches what was written since `from` as the text of a number. */
  keep(number: number, out: WireBytes, from: number): void {
    const length = out.at - from
    if (length > BYTES_PER_TEXT || length === 0) return
    out.reserve(8)
    out.view.setFloat64(out.at, 0, true) // the last word is copied whole: the bytes after the text must not form a NaN
    const place = number & this.#mask
    this.#numbers[place] = number
    this.#lengths[place] = length
    for (let w = 0; w * 8 < length; w++)
      this.#words[place * WORDS_PER_TEXT + w] = out.view.getFloat64(from + w * 8, true)
  }
}
