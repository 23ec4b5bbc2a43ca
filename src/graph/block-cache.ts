// HOT: npm run bench -- routing
// Every answer reads hundreds of blocks, so a thread finds one without locks and without making objects.
//
// One cache of blocks for all threads: a slab of shared memory cut into slots, and a table of which block each slot
// holds. A thread announces the slots that it reads in shared memory, so their blocks stay where they are. To fill a
// slot, a thread first claims it and then checks that nobody reads it. Threads never wait for each other, and one that
// dies leaves nothing locked (`forgetThread`).
//
// Each thread keeps the last `keptBlocks` blocks that it requested. A block that is too long for a slot, or that comes
// while every slot is in use, is read into memory of the thread's own and goes with its turn.

import { BLOCK_BYTES } from './network-file.ts'

/** What the threads share; plain data, so that it can be sent to them. */
export interface SharedBlockCache {
  slab: SharedArrayBuffer
  /** by slot: the key of its block, FREE, or who is filling it */
  owners: Int32Array
  /** by slot: 1 since it was last requested */
  used: Uint8Array
  /** by thread and slot: 1 while it reads what is there */
  reading: Uint8Array
  /** where the search for a slot goes on */
  hand: Int32Array
  /** by thread: COUNTS */
  counts: Float64Array
  keptBlocks: number
}

/** How often a thread found a block in a slot, read one into a slot, or read one for itself alone. */
const BLOCK_COUNTS = ['hit', 'read', 'unshared'] as const
const [HIT, READ, UNSHARED] = [0, 1, 2]

/** Memory of the cache unless configured. */
export const BLOCK_CACHE_BYTES = 32 * 1024 ** 2
const FREE = -1
/** A slot that thread t fills has the owner FILLING - t. */
const FILLING = -2
const LEAST_KEPT = 8
const MOST_KEPT = 256

export function createBlockCache(bytes: number, threads: number): SharedBlockCache {
  const slots = Math.max(1, Math.floor(bytes / BLOCK_BYTES))
  const keptBlocks = Math.max(LEAST_KEPT, Math.min(MOST_KEPT, Math.floor(slots / (2 * threads))))
  const shared = (count: number) => new SharedArrayBuffer(count)
  return {
    slab: shared(slots * BLOCK_BYTES),
    owners: new Int32Array(shared(slots * 4)).fill(FREE),
    used: new Uint8Array(shared(slots)),
    reading: new Uint8Array(shared(threads * slots)),
    hand: new Int32Array(shared(4)),
    counts: new Float64Array(shared(threads * BLOCK_COUNTS.length * 8)),
    keptBlocks,
  }
}

export interface BlockCacheState {
  /** of slots in use */
  bytes: number
  budgetBytes: number
  /** how often a thread requested a block that it did not keep, by result */
  requested: Record<(typeof BLOCK_COUNTS)[number], number>
}

export function stateOfCache({ owners, counts, slab }: SharedBlockCache): BlockCacheState {
  let held = 0
  for (const owner of owners) if (owner >= 0) held++
  const requested = { hit: 0, read: 0, unshared: 0 }
  counts.forEach((count, i) => (requested[BLOCK_COUNTS[i % BLOCK_COUNTS.length]] += count))
  return { bytes: held * BLOCK_BYTES, budgetBytes: slab.byteLength, requested }
}

/** A thread has ended: nobody reads its blocks, and what it was filling is free. */
export function forgetThread({ owners, reading }: SharedBlockCache, thread: number): void {
  for (let slot = 0; slot < owners.length; slot++) {
    Atomics.store(reading, thread * owners.length + slot, 0)
    Atomics.compareExchange(owners, slot, FILLING - thread, FREE)
  }
}

/** Whose block it is, and how it is read. */
export interface BlockHome {
  /** fills the bytes; throws if they cannot be read */
  read(block: number, bytes: Uint8Array): void
  /** the thread no longer keeps the block */
  drop(block: number): void
}

/** Memory that holds a block. `slot` -1: of the thread alone. */
export interface HeldBytes {
  buffer: ArrayBufferLike
  byteOffset: number
  slot: number
}

/** A thread's side of the cache. */
export class BlockCache {
  readonly #shared: SharedBlockCache
  readonly #thread: number
  readonly #slab: Uint8Array
  readonly #homes: (BlockHome | null)[]
  readonly #blocks: Int32Array
  /** slot of each kept block, -1 if it is in the thread's own memory */
  readonly #slots: Int32Array
  #turn = 0

  constructor(shared: SharedBlockCache, thread: number) {
    this.#shared = shared
    this.#thread = thread
    this.#slab = new Uint8Array(shared.slab)
    this.#homes = new Array<BlockHome | null>(shared.keptBlocks).fill(null)
    this.#blocks = new Int32Array(shared.keptBlocks)
    this.#slots = new Int32Array(shared.keptBlocks).fill(-1)
  }

  /**
   * Puts a block in place of the one that this thread has kept for longest. `key` is of this block alone in the whole
   * cache; `hints` say in which slot a block of this home may be. Throws what reading throws.
   */
  hold(home: BlockHome, block: number, key: number, length: number, hints: Int32Array): HeldBytes {
    const turn = this.#turn
    this.#turn = (turn + 1) % this.#homes.length
    this.#release(turn)
    const held = this.#find(block, key, hints) ?? this.#load(home, block, key, length, hints)
    this.#homes[turn] = home
    this.#blocks[turn] = block
    this.#slots[turn] = held.slot
    return held
  }

  /** Nothing of this home is kept any more. */
  leave(home: BlockHome): void {
    for (let turn = 0; turn < this.#homes.length; turn++) if (this.#homes[turn] === home) this.#release(turn)
  }

  #release(turn: number): void {
    this.#homes[turn]?.drop(this.#blocks[turn])
    this.#homes[turn] = null
    if (this.#slots[turn] >= 0) this.#announce(this.#slots[turn], 0)
    this.#slots[turn] = -1
  }

  /** Publishes to all threads whether this one reads a slot: 1 or 0. Returns the value before. */
  #announce(slot: number, reads: number): number {
    return Atomics.exchange(this.#shared.reading, this.#thread * this.#shared.owners.length + slot, reads)
  }

  #find(block: number, key: number, hints: Int32Array): HeldBytes | null {
    const slot = Atomics.load(hints, block) - 1
    if (slot < 0) return null
    // it may hold another block that this thread reads
    const before = this.#announce(slot, 1)
    if (Atomics.load(this.#shared.owners, slot) === key) {
      this.#shared.used[slot] = 1
      this.#count(HIT)
      return { buffer: this.#shared.slab, byteOffset: slot * BLOCK_BYTES, slot }
    }
    this.#announce(slot, before)
    return null
  }

  #load(home: BlockHome, block: number, key: number, length: number, hints: Int32Array): HeldBytes {
    const slot = length > BLOCK_BYTES ? -1 : this.#take()
    if (slot < 0) {
      const own = new Uint8Array(length)
      home.read(block, own)
      this.#count(UNSHARED)
      return { buffer: own.buffer, byteOffset: 0, slot }
    }
    const { owners, used, slab } = this.#shared
    const byteOffset = slot * BLOCK_BYTES
    try {
      home.read(block, this.#slab.subarray(byteOffset, byteOffset + length))
    } catch (error) {
      Atomics.store(owners, slot, FREE)
      throw error
    }
    this.#announce(slot, 1)
    used[slot] = 1
    Atomics.store(owners, slot, key)
    Atomics.store(hints, block, slot + 1)
    this.#count(READ)
    return { buffer: slab, byteOffset, slot }
  }

  /** A slot to fill that nobody reads, one not requested lately; -1 if all are read. */
  #take(): number {
    const { owners, used, hand } = this.#shared
    const mine = FILLING - this.#thread
    for (let tries = owners.length * 2; tries > 0; tries--) {
      const slot = (Atomics.add(hand, 0, 1) >>> 0) % owners.length
      const owner = Atomics.load(owners, slot)
      if (owner <= FILLING) continue
      if (owner !== FREE && used[slot] === 1) {
        used[slot] = 0
        continue
      }
      if (Atomics.compareExchange(owners, slot, owner, mine) !== owner) continue
      if (!this.#isRead(slot)) return slot
      Atomics.store(owners, slot, owner)
    }
    return -1
  }

  #isRead(slot: number): boolean {
    const { reading, owners } = this.#shared
    for (let i = slot; i < reading.length; i += owners.length) if (Atomics.load(reading, i) === 1) return true
    return false
  }

  #count(result: number): void {
    this.#shared.counts[this.#thread * BLOCK_COUNTS.length + result]++
  }
}
