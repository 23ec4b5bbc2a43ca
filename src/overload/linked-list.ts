/** A doubly linked list: both ends and anything between are taken out in constant time. */
export interface Link<T> {
  readonly item: T
  before: Link<T> | null
  after: Link<T> | null
}

export class LinkedList<T> {
  #first: Link<T> | null = null
  #last: Link<T> | null = null
  #size = 0

  get size(): number {
    return this.#size
  }

  get first(): Link<T> | null {
    return this.#first
  }

  get last(): Link<T> | null {
    return this.#last
  }

  append(item: T): Link<T> {
    const link: Link<T> = { item, before: this.#last, after: null }
    if (this.#last === null) this.#first = link
    else this.#last.after = link
    this.#last = link
    this.#size++
    return link
  }

  /** The link must be in this list. */
  remove(link: Link<T>): void {
    if (link.before === null) this.#first = link.after
    else link.before.after = link.after
    if (link.after === null) this.#last = link.before
    else link.after.before = link.before
    link.before = link.after = null
    this.#size--
  }
}
