// HOT: npm run bench -- routing
// An import looks up every reference of every way here, so ids and slots lie in flat typed arrays.
//
// Maps OSM ids to dense indexes in the order they are first added: open addressing over typed arrays, 8 bytes for each
// id and 8 to 16 for its slots. Ids are exact below 2^53. Never removes.

const EMPTY = 0xffffffff

export class IdIndex {
  #ids: Float64Array
  #slots: Uint32Array
  #mask: number
  #count = 0

  constructor(capacity = 1024) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, capacity * 2)))
    this.#slots = new Uint32Array(slots).fill(EMPTY)
    this.#mask = slots - 1
    this.#ids = new Float64Array(slots >>> 1)
  }

  get count(): number {
    return this.#count
  }

  /** Id of an index. */
  idOf(index: number): number {
    return this.#ids[index]
  }

  /** Index of an id, -1 if it was never added. */
  find(id: number): number {
    const slots = this.#slots
    const ids = this.#ids
    for (let at = hashOf(id) & this.#mask; ; at = (at + 1) & this.#mask) {
      const index = slots[at]
      if (index === EMPTY) return -1
      if (ids[index] === id) return index
    }
  }

  /** Index of an id, which is added if it is new. */
  add(id: number): number {
    const ids = this.#ids
    let at = hashOf(id) & this.#mask
    for (; ; at = (at + 1) & this.#mask) {
      const index = this.#slots[at]
      if (index === EMPTY) break
      if (ids[index] === id) return index
    }
    if (this.#count === ids.length) {
      this.#grow()
      return this.add(id)
    }
    this.#slots[at] = this.#count
    ids[this.#count] = id
    return this.#count++
  }

  #grow(): void {
    const ids = new Float64Array(this.#ids.length * 2)
    ids.set(this.#ids)
    const slots = new Uint32Array(this.#slots.length * 2).fill(EMPTY)
    const mask = slots.length - 1
    for (let i = 0; i < this.#count; i++) {
      let at = hashOf(ids[i]) & mask
      while (slots[at] !== EMPTY) at = (at + 1) & mask
      slots[at] = i
    }
    this.#ids = ids
    this.#slots = slots
    this.#mask = mask
  }
}

function hashOf(id: number): number {
  let h = Math.imul((id >>> 0) ^ Math.imul(Math.floor(id / 4294967296), 0x9e3779b1), 0x85ebca6b)
  h ^= h >>> 15
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 13)) >>> 0
}
