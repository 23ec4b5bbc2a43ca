// HOT: npm run bench -- basemap
// An import asks for every name and every set of attributes here, so nothing is made for one that is known.
//
// Distinct byte runs, numbered in the order in which they first come: a list of them, and open addressing over their
// hashes. Takes the bytes of a run and 12 to 24 more, and no object of V8's heap. Never removes.

import { freeAtOnce, uint32List, float64List, lengthened } from './typed-list.ts'

/**
 * A growing list of byte runs, numbered in order of arrival: one buffer, and where each run ends in it, so that no run
 * takes an object of V8's heap.
 */
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

const EMPTY = 0xffffffff

export class ByteTable {
  readonly #runs = new ByteList()
  readonly #hashes = uint32List()
  #slots: Uint32Array = new Uint32Array(1 << 10).fill(EMPTY)

  get count(): number {
    return this.#runs.count
  }

  /** Of all runs together. */
  get byteLength(): number {
    return this.#runs.byteLength
  }

  /** Number of a run, which is added if it is new. */
  add(run: Uint8Array): number {
    const slots = this.#slots
    const mask = slots.length - 1
    const hash = hashOf(run)
    let at = (hash & mask) >>> 0
    for (let known = slots[at]; known !== EMPTY; known = slots[at]) {
      if (this.#hashes.array[known] === hash && this.#runs.isEqual(known, run)) return known
      at = ((at + 1) & mask) >>> 0
    }
    const number = this.#runs.push(run)
    slots[at] = number
    this.#hashes.push(hash)
    if (2 * this.count > slots.length) this.#growSlots()
    return number
  }

  /** A view of the bytes of a run: read only, and valid until the next one is added. */
  get(number: number): Uint8Array {
    return this.#runs.get(number)
  }

  /** Where a run begins in all of them. */
  startOf(number: number): number {
    return this.#runs.startOf(number)
  }

  /** A view of all runs, one after another. */
  view(): Uint8Array {
    return this.#runs.view()
  }

  /** As ByteList.compare. */
  compare(a: number, b: number): number {
    return this.#runs.compare(a, b)
  }

  #growSlots(): void {
    const { length } = this.#slots
    freeAtOnce(this.#slots)
    const slots = new Uint32Array(length * 2).fill(EMPTY)
    const mask = slots.length - 1
    for (let number = 0; number < this.count; number++) {
      let at = (this.#hashes.array[number] & mask) >>> 0
      while (slots[at] !== EMPTY) at = ((at + 1) & mask) >>> 0
      slots[at] = number
    }
    this.#slots = slots
  }
}

/** FNV-1a, its bits mixed once more: runs differ in their last bytes. */
function hashOf(run: Uint8Array): number {
  let h = 0x811c9dc5
  for (let i = 0; i < run.length; i++) h = Math.imul(h ^ run[i], 0x01000193)
  h ^= h >>> 15
  h = Math.imul(h, 0x85ebca6b)
  return (h ^ (h >>> 13)) >>> 0
}
