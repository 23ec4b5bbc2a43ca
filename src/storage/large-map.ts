// A Map and a Set of any size: those of V8 end at 2^24 entries, which a continent's bridges, barriers and names exceed.
// Entries fill one Map after another; nothing is ever removed. Order is that of insertion.

/** Half of what a Map holds, so that none is rebuilt at its very limit. */
const ENTRIES_PER_MAP = 2 ** 23

export class LargeMap<K, V> {
  readonly #maps: Map<K, V>[] = [new Map()]
  readonly #perMap: number

  constructor(entries: Iterable<readonly [K, V]> = [], perMap = ENTRIES_PER_MAP) {
    this.#perMap = perMap
    for (const [key, value] of entries) this.set(key, value)
  }

  get size(): number {
    return this.#maps.reduce((sum, { size }) => sum + size, 0)
  }

  get(key: K): V | undefined {
    for (const map of this.#maps) {
      const value = map.get(key)
      if (value !== undefined || map.has(key)) return value
    }
    return undefined
  }

  has(key: K): boolean {
    return this.#maps.some((map) => map.has(key))
  }

  set(key: K, value: V): this {
    const known = this.#maps.find((map) => map.has(key))
    if (known !== undefined) known.set(key, value)
    else {
      if (this.#maps[this.#maps.length - 1].size >= this.#perMap) this.#maps.push(new Map())
      this.#maps[this.#maps.length - 1].set(key, value)
    }
    return this
  }

  *keys(): IterableIterator<K> {
    for (const map of this.#maps) yield* map.keys()
  }

  *values(): IterableIterator<V> {
    for (const map of this.#maps) yield* map.values()
  }

  *[Symbol.iterator](): IterableIterator<[K, V]> {
    for (const map of this.#maps) yield* map
  }
}

export class LargeSet<K> {
  readonly #map: LargeMap<K, true>

  constructor(keys: Iterable<K> = [], perMap = ENTRIES_PER_MAP) {
    this.#map = new LargeMap<K, true>([], perMap)
    for (const key of keys) this.add(key)
  }

  get size(): number {
    return this.#map.size
  }

  has(key: K): boolean {
    return this.#map.has(key)
  }

  add(key: K): this {
    this.#map.set(key, true)
    return this
  }

  [Symbol.iterator](): IterableIterator<K> {
    return this.#map.keys()
  }
}
