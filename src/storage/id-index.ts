// HOT: npm run bench -- routing
// An import looks up every reference of every way here, so ids and slots lie in flat typed arrays.
//
// Maps OSM ids to dense indexes in the order they are first added: open addressing over typed arrays, 8 bytes for each
// id and 8 to 16 for its slots. Ids are exact below 2^53. Never removes. Slots are unsigned: their bits are turned back
// with `>>> 0`, since `&` of 2^31 and more is negative. Holds up to 2^31 ids.

import { ServiceError } from '../errors.ts'
import { freeAtOnce, lengthened } from './typed-list.ts'

const EMPTY = 0xffffffff
/** As many as a hash has bits for. */
const MAX_SLOTS = 2 ** 32

/** The arrays of an index; a test gives ones that take no memory. */
export interface IdArrays {
  /** begins with the elements of the one before, which is not used any more */
  ids(length: number, before?: Float64Array): Float64Array
  /** the array is not used any more */
  free(slots: Uint32Array): void
  /** every element EMPTY (0xffffffff) */
  slots(length: number): Uint32Array
}

const IN_MEMORY: IdArrays = {
  ids: (length, before = new Float64Array(0)) => lengthened(before, length),
  free: freeAtOnce,
  slots: (length) => new Uint32Array(length).fill(EMPTY),
}

export class IdIndex {
  readonly #arrays: IdArrays
  #ids: Float64Array
  #slots: Uint32Array
  #mask: number
  #count = 0

  constructor(capacity = 1024, arrays = IN_MEMORY) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, capacity * 2)))
    this.#arrays = arrays
    this.#slots = arrays.slots(slots)
    this.#mask = slots - 1
    this.#ids = arrays.ids(slots / 2)
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
    for (let at = (hashOf(id) & this.#mask) >>> 0; ; at = ((at + 1) & this.#mask) >>> 0) {
      const index = slots[at]
      if (index === EMPTY) return -1
      if (ids[index] === id) return index
    }
  }

  /** Index of an id, which is added if it is new. Throws ServiceError `invalid_input` beyond 2^31 ids. */
  add(id: number): number {
    const ids = this.#ids
    let at = (hashOf(id) & this.#mask) >>> 0
    for (; ; at = ((at + 1) & this.#mask) >>> 0) {
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
    const slotCount = this.#slots.length * 2
    if (slotCount > MAX_SLOTS)
      throw new ServiceError(
        'invalid_input',
        `The map files hold more than ${this.#count} nodes or ways for one network: import smaller extracts.`,
      )
    const ids = this.#arrays.ids(slotCount / 2, this.#ids)
    this.#arrays.free(this.#slots)
    const slots = this.#arrays.slots(slotCount)
    const mask = slotCount - 1
    for (let i = 0; i < this.#count; i++) {
      let at = (hashOf(ids[i]) & mask) >>> 0
      while (slots[at] !== EMPTY) at = ((at + 1) & mask) >>> 0
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
