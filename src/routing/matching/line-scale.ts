// A piecewise linear function over ascending values, as from places of a supplied line to places on the network.

/** Fastest for ascending queries. */
export class LineScale {
  readonly #from: Float64Array
  readonly #to: Float64Array
  #i = 0

  constructor(from: Float64Array, to: Float64Array) {
    this.#from = from
    this.#to = to
  }

  at(value: number): number {
    const from = this.#from
    const to = this.#to
    const last = from.length - 1
    let i = this.#i
    while (i > 0 && from[i] > value) i--
    while (i + 1 < last && from[i + 1] < value) i++
    this.#i = i
    if (last < 1) return last < 0 ? 0 : to[0]
    const span = from[i + 1] - from[i]
    return span <= 0 ? to[i + 1] : to[i] + (to[i + 1] - to[i]) * Math.max(0, Math.min(1, (value - from[i]) / span))
  }
}
