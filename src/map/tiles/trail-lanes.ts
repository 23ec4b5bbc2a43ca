// Which side of a way each of several trails has that share it and are drawn alike: trails of one level lie side by
// side, so that each is seen. A route and those that it is made of, and routes with the same sign, are one trail here.

import { float64List } from '../../storage/typed-list.ts'

/** More on one way than this lie over the last of them. */
const MOST_LANES = 4
/** Of ways and of trails, as numbers that one number holds. */
const MOST_TRAILS = 2 ** 21
/** Kinds of trail by how they are drawn. */
const KINDS = 8

export class TrailLanes {
  readonly #parent: number[] = []
  readonly #kind: number[] = []
  readonly #bySign = new Map<string, number>()
  readonly #entries = float64List()
  #sorted: Float64Array | null = null

  /** Of the next trail: 0 is drawn without sides, others are 1 to 7; a sign is how it is called, null if it is not. */
  add(kind: number, sign: string | null): void {
    const trail = this.#parent.length
    this.#parent.push(trail)
    this.#kind.push(kind)
    if (sign === null || kind === 0) return
    const key = `${kind} ${sign}`
    const first = this.#bySign.get(key)
    if (first === undefined) this.#bySign.set(key, trail)
    else this.join(first, trail)
  }

  /** The two are one trail. */
  join(one: number, other: number): void {
    const [a, b] = [this.#rootOf(one), this.#rootOf(other)]
    this.#parent[Math.max(a, b)] = Math.min(a, b)
  }

  /** The trail takes the way; not after `laneOf`. */
  takes(trail: number, way: number): void {
    if (this.#kind[trail] > 0) this.#entries.push(this.#place(trail, way))
  }

  /**
   * Where the trail lies on a way, in halves of the distance between two that are side by side, from the left of the
   * way: 0 alone or in the middle; -1 and 1 of two; -2, 0 and 2 of three.
   */
  laneOf(trail: number, way: number): number {
    if (this.#kind[trail] === 0) return 0
    const sorted = (this.#sorted ??= this.#entries.view().slice().sort())
    const own = this.#place(trail, way)
    const from = lowerBound(sorted, own - (own % MOST_TRAILS))
    const end = lowerBound(sorted, own - (own % MOST_TRAILS) + MOST_TRAILS)
    let [count, at] = [0, 0]
    for (let i = from; i < end; i++) {
      if (i > from && sorted[i] === sorted[i - 1]) continue
      if (sorted[i] === own) at = count
      count++
    }
    const lanes = Math.min(count, MOST_LANES)
    return lanes < 2 ? 0 : 2 * Math.min(at, lanes - 1) - (lanes - 1)
  }

  #place(trail: number, way: number): number {
    return (way * KINDS + this.#kind[trail]) * MOST_TRAILS + this.#rootOf(trail)
  }

  #rootOf(trail: number): number {
    let root = trail
    while (this.#parent[root] !== root) root = this.#parent[root]
    this.#parent[trail] = root
    return root
  }
}

/** The first index whose value is at least this. */
function lowerBound(values: Float64Array, value: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
