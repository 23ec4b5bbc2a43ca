// A queue in which callers take turns: each turn serves one item of one caller, whose next item then waits until every
// other caller who waits has had a turn. So a caller with thousands of items delays one with a single item by one turn
// at most (decision: fairness). Bounds nothing by itself; `evictFor` says whose item goes if a bound is met.

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

interface Line<T> {
  caller: string
  /** in the order of their arrival */
  places: LinkedList<Place<T>>
  turn: Link<Line<T>>
}

/** Where an item waits; what `remove` wants. */
export interface Place<T> {
  readonly item: T
  readonly caller: string
  arrival: Link<Place<T>> | null
  inLine: Link<Place<T>> | null
}

export class FairQueue<T> {
  readonly #arrivals = new LinkedList<Place<T>>()
  readonly #lines = new Map<string, Line<T>>()
  /** callers who wait, the next one first */
  readonly #turns = new LinkedList<Line<T>>()

  get size(): number {
    return this.#arrivals.size
  }

  push(caller: string, item: T): Place<T> {
    let line = this.#lines.get(caller)
    if (line === undefined) {
      line = { caller, places: new LinkedList(), turn: null as never }
      line.turn = this.#turns.append(line)
      this.#lines.set(caller, line)
    }
    const place: Place<T> = { item, caller, arrival: null, inLine: null }
    place.arrival = this.#arrivals.append(place)
    place.inLine = line.places.append(place)
    return place
  }

  /** Takes the oldest item of the caller whose turn it is. */
  shift(): T | undefined {
    const line = this.#turns.first?.item
    return line === undefined ? undefined : this.#serve(line, line.places.first!.item)
  }

  /** Takes the newest item of the caller whose turn it is. */
  shiftNewest(): T | undefined {
    const line = this.#turns.first?.item
    return line === undefined ? undefined : this.#serve(line, line.places.last!.item)
  }

  /** What has waited longest of all; it stays. */
  get oldest(): Place<T> | undefined {
    return this.#arrivals.first?.item
  }

  /** Takes an item out without using a turn; false where it is not in the queue any more. */
  remove(place: Place<T>): boolean {
    if (place.arrival === null) return false
    this.#arrivals.remove(place.arrival)
    const line = this.#lines.get(place.caller)!
    line.places.remove(place.inLine!)
    place.arrival = place.inLine = null
    if (line.places.size === 0) {
      this.#turns.remove(line.turn)
      this.#lines.delete(place.caller)
    }
    return true
  }

  /**
   * Takes the newest item of the caller with the most, so that one of `caller` finds room; undefined where nobody has
   * more than `caller` would have.
   */
  evictFor(caller: string): T | undefined {
    let longest: Line<T> | null = null
    for (let turn = this.#turns.first; turn !== null; turn = turn.after)
      if (longest === null || turn.item.places.size > longest.places.size) longest = turn.item
    const own = this.#lines.get(caller)?.places.size ?? 0
    if (longest === null || longest.places.size <= own + 1) return undefined
    const place = longest.places.last!.item
    this.remove(place)
    return place.item
  }

  #serve(line: Line<T>, place: Place<T>): T {
    this.remove(place)
    if (line.places.size > 0) {
      this.#turns.remove(line.turn)
      line.turn = this.#turns.append(line)
    }
    return place.item
  }
}
