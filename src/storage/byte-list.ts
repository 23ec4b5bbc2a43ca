// HOT: npm run bench -- basemap
// An import keeps every name and set of attributes here, so nothing is made for a run that is only looked at.
//
// A growing list of byte runs, numbered in order of arrival: one buffer, and where each run ends in it, so that no run
// takes an object of V8's heap.

import { float64List, lengthened } from './typed-list.ts'

export class ByteList {
  #bytes: Uint8Array = new Uint8Array(1 << 12)
  #length = 0
  readonly #ends = float64List()

  get count(): number {
    return this.#ends.length
  }

  /** Of all runs together. */
  get byteLength(): number {
    return this.#length
  }

  /** Returns its number. */
  push(run: Uint8Array): number {
    const end = this.#length + run.length
    if (end > this.#bytes.length) this.#bytes = lengthened(this.#bytes, Math.max(end, this.#bytes.length * 2))
    this.#bytes.set(run, this.#length)
    this.#length = end
    this.#ends.push(end)
    return this.count - 1
  }

  /** A view of the bytes of a run: read only, and valid until the next push. */
  get(number: number): Uint8Array {
    return this.#bytes.subarray(this.startOf(number), this.#ends.array[number])
  }

  /** Where a run begins in all of them. */
  startOf(number: number): number {
    return number === 0 ? 0 : this.#ends.array[number - 1]
  }

  /** A view of all runs, one after another. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  isEqual(number: number, run: Uint8Array): boolean {
    const start = this.startOf(number)
    if (this.#ends.array[number] - start !== run.length) return false
    for (let i = 0; i < run.length; i++) if (this.#bytes[start + i] !== run[i]) return false
    return true
  }

  /** Below 0 if run `a` comes before run `b` by their bytes, the shorter one first where one begins the other. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes
    const [startA, startB] = [this.startOf(a), this.startOf(b)]
    const [lengthA, lengthB] = [this.#ends.array[a] - startA, this.#ends.array[b] - startB]
    for (let i = 0; i < lengthA && i < lengthB; i++) {
      const difference = bytes[startA + i] - bytes[startB + i]
      if (difference !== 0) return difference
    }
    return lengthA - lengthB
  }
}
