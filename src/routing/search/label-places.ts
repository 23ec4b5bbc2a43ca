// HOT: npm run bench -- routing
// It is called for every arc that a search looks at, so keys and places lie side by side in one array.
//
// Finds the place of a label by a number, such as the state of a search: open addressing with linear probing (Knuth,
// The Art of Computer Programming, volume 3, 6.4), a load of at most a half. Its memory grows with the search, not with
// the network: it is as large as the last searches needed, in every thread.

/** A power of two; so few are kept. */
const FIRST_SLOTS = 4096
/** 2^32 divided by the golden ratio: neighbouring keys are spread (Fibonacci hashing, there). */
const SPREAD = 0x9e3779b9

export class LabelPlaces {
  /** by slot: a key plus 1 (0: empty), and its place */
  #pairs = new Int32Array(FIRST_SLOTS * 2)
  #shift = 32 - Math.log2(FIRST_SLOTS)
  #count = 0

  /** Place of a key, 0 where it has none. */
  at(key: number): number {
    const pairs = this.#pairs
    const mask = pairs.length - 1
    let i = (Math.imul(key, SPREAD) >>> this.#shift) << 1
    for (;;) {
      const found = pairs[i]
      if (found === key + 1) return pairs[i + 1]
      if (found === 0) return 0
      i = (i + 2) & mask
    }
  }

  /** Gives a key that has no place one above 0. */
  set(key: number, place: number): void {
    if (++this.#count * 4 > this.#pairs.length) this.#rebuild(this.#pairs.length)
    this.#put(key + 1, place)
  }

  /** No key has a place. */
  clear(): void {
    // far fewer than there is room for: clearing would take longer than searching
    if (this.#count * 32 < this.#pairs.length && this.#pairs.length > FIRST_SLOTS * 2)
      this.#empty(this.#pairs.length / 4)
    else if (this.#count > 0) this.#pairs.fill(0)
    this.#count = 0
  }

  #put(stored: number, place: number): void {
    const pairs = this.#pairs
    const mask = pairs.length - 1
    let i = (Math.imul(stored - 1, SPREAD) >>> this.#shift) << 1
    while (pairs[i] !== 0) i = (i + 2) & mask
    pairs[i] = stored
    pairs[i + 1] = place
  }

  /** With so many slots. */
  #rebuild(slots: number): void {
    const before = this.#pairs
    this.#empty(slots)
    for (let i = 0; i < before.length; i += 2) if (before[i] !== 0) this.#put(before[i], before[i + 1])
  }

  #empty(slots: number): void {
    this.#pairs = new Int32Array(slots * 2)
    this.#shift = 32 - Math.log2(slots)
  }
}
