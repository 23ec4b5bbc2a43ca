// A set of ids up to 2^36 as bits in pages, of which only those with an id take memory: ids of neighbours lie close
// together, so that a country's nodes take a few bits each.

const PAGE_BITS = 12
const PAGE_WORDS = 1 << (PAGE_BITS - 5)
const PAGES_PER_SLAB = 1024
const FIRST_PAGES = 4096
const MAX_ID = 2 ** 36

export class IdSet {
  /** number of a page's slot plus 1; 0: none of its ids is in the set */
  #slotOf = new Uint32Array(FIRST_PAGES)
  readonly #slabs: Uint32Array[] = []
  #slots = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Throws RangeError for what is no id. */
  add(id: number): void {
    if (!(id >= 0 && id < MAX_ID)) throw new RangeError(`${id} is not an id`)
    const page = Math.floor(id / (1 << PAGE_BITS))
    if (page >= this.#slotOf.length) this.#grow(page)
    let slot = this.#slotOf[page]
    if (slot === 0) {
      if (this.#slots % PAGES_PER_SLAB === 0) this.#slabs.push(new Uint32Array(PAGES_PER_SLAB * PAGE_WORDS))
      this.#slotOf[page] = slot = ++this.#slots
    }
    const slab = this.#slabs[Math.floor((slot - 1) / PAGES_PER_SLAB)]
    const bit = id % (1 << PAGE_BITS)
    const word = ((slot - 1) % PAGES_PER_SLAB) * PAGE_WORDS + (bit >>> 5)
    const mask = 1 << (bit & 31)
    if ((slab[word] & mask) === 0) this.#size++
    slab[word] |= mask
  }

  has(id: number): boolean {
    const page = Math.floor(id / (1 << PAGE_BITS))
    const slot = this.#slotOf[page] ?? 0
    if (slot === 0) return false
    const bit = id % (1 << PAGE_BITS)
    const word = ((slot - 1) % PAGES_PER_SLAB) * PAGE_WORDS + (bit >>> 5)
    return (this.#slabs[Math.floor((slot - 1) / PAGES_PER_SLAB)][word] & (1 << (bit & 31))) !== 0
  }

  #grow(page: number): void {
    const grown = new Uint32Array(Math.max(page + 1, this.#slotOf.length * 2))
    grown.set(this.#slotOf)
    this.#slotOf = grown
  }
}
