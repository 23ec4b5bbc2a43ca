// HOT: npm run bench -- routing
// Facts of the same edges are written for every route, so they are copied as whole words instead of built anew.
//
// Pieces of wire JSON that are written again and again under a number, such as what is told of an edge: kept as words
// of eight bytes in one block of memory, and laid down whole. Bounded: a number that falls on the place of another
// takes it, a long text is not kept.

import type { WireBytes } from './wire-bytes.ts'

const BYTES_PER_TEXT = 192
const WORDS_PER_TEXT = BYTES_PER_TEXT / 8

export class KeptTexts {
  readonly #mask: number
  /** number and length of the text at each place; length 0: none */
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

  /** Writes the text of a number; false where it is not kept. */
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

  /** Keeps what was written from `from` on as the text of a number. */
  keep(number: number, out: WireBytes, from: number): void {
    const length = out.at - from
    if (length > BYTES_PER_TEXT || length === 0) return
    out.reserve(8)
    out.view.setFloat64(out.at, 0, true) // the last word is read whole, and what stands there must not make a NaN of it
    const place = number & this.#mask
    this.#numbers[place] = number
    this.#lengths[place] = length
    for (let w = 0; w * 8 < length; w++)
      this.#words[place * WORDS_PER_TEXT + w] = out.view.getFloat64(from + w * 8, true)
  }
}
