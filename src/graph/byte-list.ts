// A growing list of runs of bytes, numbered in the order in which they come: one buffer and the end of each run in it,
// and no object of V8's heap for each run.

import { float64List, lengthened } from './typed-list.ts'

export class ByteList {
  #bytes: Uint8Array = new Uint8Array(1 << 12)
  readonly #ends = float64List()

  get count(): number {
    return this.#ends.length
  }

  /** Of all runs together. */
  get byteLength(): number {
    return this.count === 0 ? 0 : this.#ends.array[this.count - 1]
  }

  /** Returns its number. */
  push(run: Uint8Array): number {
    const start = this.byteLength
    const end = start + run.length
    if (end > this.#bytes.length) this.#bytes = lengthened(this.#bytes, Math.max(end, this.#bytes.length * 2))
    this.#bytes.set(run, start)
    this.#ends.push(end)
    return this.count - 1
  }

  /** The bytes of a run, in place: not to be written to, and valid until the next one is pushed. */
  get(number: number): Uint8Array {
    return this.#bytes.subarray(number === 0 ? 0 : this.#ends.array[number - 1], this.#ends.array[number])
  }
}
