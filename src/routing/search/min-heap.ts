// HOT: npm run bench -- large-search
// Every search pushes and pops here, so keys and items are in flat arrays and no pair is an object.
//
// A binary min-heap of (key, item) pairs in two flat arrays. No decrease-key: a search pushes an item again with its
// better key and skips the stale pair when it comes up. Grows as needed and keeps its capacity between searches; never
// shrinks.

export class MinHeap {
  size = 0
  #keys = new Float64Array(1024)
  #items = new Int32Array(1024)

  clear(): void {
    this.size = 0
  }

  /** The smallest key; Infinity if the heap is empty. */
  topKey(): number {
    return this.size === 0 ? Infinity : this.#keys[0]
  }

  /** The item at index i in heap order, for iterating over all of them. */
  itemAt(i: number): number {
    return this.#items[i]
  }

  push(key: number, item: number): void {
    if (this.size === this.#keys.length) this.#grow()
    const keys = this.#keys
    const items = this.#items
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >>> 1
      const parentKey = keys[parent]
      if (parentKey <= key) break
      keys[at] = parentKey
      items[at] = items[parent]
      at = parent
    }
    keys[at] = key
    items[at] = item
  }

  /** Removes and returns the item with the smallest key. Never call it on an empty heap. */
  pop(): number {
    const keys = this.#keys
    const items = this.#items
    const top = items[0]
    const size = --this.size
    if (size > 0) {
      const key = keys[size]
      const item = items[size]
      let at = 0
      for (let child = 1; child < size; child = 2 * at + 1) {
        if (child + 1 < size && keys[child + 1] < keys[child]) child++
        const childKey = keys[child]
        if (childKey >= key) break
        keys[at] = childKey
        items[at] = items[child]
        at = child
      }
      keys[at] = key
      items[at] = item
    }
    return top
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2)
    const items = new Int32Array(keys.length)
    keys.set(this.#keys)
    items.set(this.#items)
    this.#keys = keys
    this.#items = items
  }
}
