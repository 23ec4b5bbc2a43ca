/** First in, first out, without moving what waits; the last one in can be taken too. */
export class Fifo<T> {
  #items: T[] = []
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  peek(): T | undefined {
    return this.#items[this.#head]
  }

  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined
    const item = this.#items[this.#head]
    this.#items[this.#head++] = undefined as T
    if (this.#head > 256 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  /** The last one in. */
  pop(): T | undefined {
    return this.#head === this.#items.length ? undefined : this.#items.pop()
  }
}
