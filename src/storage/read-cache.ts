// What was read, in memory up to a number of bytes (the least recently used is dropped first). Callers that want the
// same at once share one read. One that fails is not kept.
// Not lru-cache's `fetch`: an eviction there aborts a read that callers wait for.

import { LRUCache } from 'lru-cache'

/** Overhead of an entry besides its bytes. */
const ENTRY_BYTES = 300

export class ReadCache<Key extends string | number, Value> {
  readonly #kept: LRUCache<Key, { value: Value }>
  readonly #reading = new Map<Key, Promise<Value>>()

  /** `maxBytes` 0: nothing is kept; reads are still shared. */
  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.#kept = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ value }) => ENTRY_BYTES + bytesOf(value),
    })
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** undefined if it is not in memory. */
  find(key: Key): Value | undefined {
    return this.#kept.get(key)?.value
  }

  /** reads under way */
  get readCount(): number {
    return this.#reading.size
  }

  /** The read of it that is under way. */
  reading(key: Key): Promise<Value> | undefined {
    return this.#reading.get(key)
  }

  /** From memory, from a read that is under way, or from `read`. `isKept` false: what is read passes through. */
  async get(key: Key, read: () => Promise<Value>, isKept = true): Promise<Value> {
    const found = this.find(key)
    return found === undefined ? (this.#reading.get(key) ?? this.#read(key, read, isKept)) : found
  }

  clear(): void {
    this.#kept.clear()
  }

  #read(key: Key, read: () => Promise<Value>, isKept: boolean): Promise<Value> {
    const reading = read()
      .then((value) => {
        if (isKept) this.#kept.set(key, { value })
        return value
      })
      .finally(() => this.#reading.delete(key))
    this.#reading.set(key, reading)
    return reading
  }
}
