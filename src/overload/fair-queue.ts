// A queue in which callers take turns: each turn serves one item of one caller, whose next item then waits until every
// other caller who waits has had a turn. So a caller with thousands of items delays one with a single item by one turn
// at most (decision: fairness). Bounds nothing by itself; `evictFor` says whose item goes if a bound is met.
// `CodelQueue` is one under controlled delay.

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

/** Longest wait that is kept to under overload by default. */
export const TARGET_WAIT_MS = 4
/** Something was late all that time: the queue is overloaded. */
export const INTERVAL_MS = 100
/** It is overloaded until it has rejected no more than a few for this long, which refused clients wait. */
export const CALM_MS = 1000
/** As many may wait, or be rejected in CALM_MS, without an overload. */
export const FEW = 32
/** As many stay in an overloaded queue, so that who serves it has always something to do. */
export const FEW_LEFT = 8
/** Rejections at a time, so that a pile of them does not block the main thread. */
const MOST_REJECTED = 32

interface Waiting<T> {
  item: T
  sinceMs: number
}

/**
 * A fair queue under controlled delay (CoDel, Nichols and Jacobson 2012): it is overloaded once its longest wait has
 * been beyond the target for a whole interval, that is, once it holds a standing queue and not a burst. Then it serves
 * the newest of each caller and rejects what is late, so that what is accepted is quick; in the order of arrival all
 * would wait for the target. It ends with a second in which few were rejected. Few entries are no overload: a client
 * that asks over some connections at once waits for itself. Knows no clock.
 */
export class CodelQueue<T> {
  readonly #targetMs: number
  readonly #queue = new FairQueue<Waiting<T>>()
  #isOverloaded = false
  /** since when something has always been late */
  #lateSinceMs = Infinity
  /** since when what is rejected is counted */
  #countSinceMs = 0
  #rejected = 0

  /** `targetMs`: what waits longer is late. */
  constructor(targetMs: number) {
    this.#targetMs = targetMs
  }

  get size(): number {
    return this.#queue.size
  }

  /** As last observed. */
  get isOverloaded(): boolean {
    return this.#isOverloaded
  }

  push(caller: string, item: T, nowMs: number): Place<unknown> {
    return this.#queue.push(caller, { item, sinceMs: nowMs })
  }

  /** Takes the item that is to be served next. */
  shift(nowMs: number): T | undefined {
    this.#observe(nowMs)
    return (this.#isOverloaded ? this.#queue.shiftNewest() : this.#queue.shift())?.item
  }

  /** Takes what is to be rejected now, the oldest first. To be called after `shift`: what is served is never idle. */
  takeLate(nowMs: number): T[] {
    this.#observe(nowMs)
    const late: T[] = []
    while (this.#isOverloaded && this.#isLate(nowMs) && late.length < MOST_REJECTED) {
      const { oldest } = this.#queue
      this.#queue.remove(oldest!)
      late.push(oldest!.item.item)
    }
    this.#rejected += late.length
    return late
  }

  /** Takes an item out; false if it is not in the queue any more. */
  remove(place: Place<unknown>): boolean {
    return this.#queue.remove(place as Place<Waiting<T>>)
  }

  /** As FairQueue.evictFor. */
  evictFor(caller: string): T | undefined {
    return this.#queue.evictFor(caller)?.item
  }

  #isLate(nowMs: number): boolean {
    const { size, oldest } = this.#queue
    const few = this.#isOverloaded ? FEW_LEFT : FEW
    return size > few && nowMs - oldest!.item.sinceMs > this.#targetMs
  }

  #observe(nowMs: number): void {
    if (this.#isOverloaded) {
      if (nowMs - this.#countSinceMs < CALM_MS) return
      this.#isOverloaded = this.#rejected + this.size > FEW
      this.#lateSinceMs = Infinity
    } else if (this.#isLate(nowMs)) {
      this.#lateSinceMs = Math.min(this.#lateSinceMs, nowMs)
      if (nowMs - this.#lateSinceMs < INTERVAL_MS) return
      this.#isOverloaded = true
    } else this.#lateSinceMs = Infinity
    this.#countSinceMs = nowMs
    this.#rejected = 0
  }
}
