// HOT: npm run bench -- large-search
// It is called for each rank above a node that a search sees.
//
// What bounds the remaining costs of a search from below: the metric of its own setting or of a cheaper one, or shares
// of two metrics that are rounded down. Shares are added arc by arc: that bounds better than the sum of two remaining
// costs, and takes one walk over the hierarchy instead of two.

import { FORBIDDEN } from '../costs/arc-cost.ts'
import { COST_OF, NO_WAY, type BoundMetric } from './bound-metric.ts'
import { Metric } from './customise.ts'

/** One or two metrics. */
export interface SharedBounds {
  bounds: readonly BoundMetric[]
  shares: readonly number[]
}

export type Guide = Metric | SharedBounds

/** Costs of travelling upward arcs one way, Infinity if absent. */
export interface UpwardCosts {
  costOf(arc: number): number
  /** The least of `most` and each arc of a range with the cost of its head, by its place. */
  least(begin: number, end: number, heads: Uint32Array, placeOf: Int32Array, cost: Float64Array, most: number): number
}

export function upwardCosts(guide: Guide): { up: UpwardCosts; down: UpwardCosts } {
  if (guide instanceof Metric) return { up: new WholeCosts(guide.up), down: new WholeCosts(guide.down) }
  const { bounds, shares } = guide
  const [up, down] = [bounds.map((bound) => bound.up), bounds.map((bound) => bound.down)]
  return { up: new SharedCosts(up, shares), down: new SharedCosts(down, shares) }
}

class WholeCosts implements UpwardCosts {
  readonly #costs: Int32Array

  constructor(costs: Int32Array) {
    this.#costs = costs
  }

  costOf(arc: number): number {
    return this.#costs[arc] === FORBIDDEN ? Infinity : this.#costs[arc]
  }

  least(begin: number, end: number, heads: Uint32Array, placeOf: Int32Array, cost: Float64Array, most: number): number {
    const costs = this.#costs
    let least = most
    for (let a = begin; a < end; a++) {
      const through = costs[a] + cost[placeOf[heads[a]]]
      if (through < least && costs[a] !== FORBIDDEN) least = through
    }
    return least
  }
}

/** Infinity where either has no way: a way that the searched setting leaves open is open under both. */
class SharedCosts implements UpwardCosts {
  readonly #first: Uint16Array
  readonly #second: Uint16Array
  readonly #ofFirst: number
  readonly #ofSecond: number

  constructor([first, second = first]: readonly Uint16Array[], [ofFirst, ofSecond = 0]: readonly number[]) {
    this.#first = first
    this.#second = second
    this.#ofFirst = ofFirst
    this.#ofSecond = ofSecond
  }

  costOf(arc: number): number {
    if (this.#first[arc] === NO_WAY || this.#second[arc] === NO_WAY) return Infinity
    return this.#ofFirst * COST_OF[this.#first[arc]] + this.#ofSecond * COST_OF[this.#second[arc]]
  }

  least(begin: number, end: number, heads: Uint32Array, placeOf: Int32Array, cost: Float64Array, most: number): number {
    const first = this.#first
    const second = this.#second
    const ofFirst = this.#ofFirst
    const ofSecond = this.#ofSecond
    let least = most
    for (let a = begin; a < end; a++) {
      // not a number where there is no way and its share is 0, which is not less
      const through = ofFirst * COST_OF[first[a]] + ofSecond * COST_OF[second[a]] + cost[placeOf[heads[a]]]
      if (through < least) least = through
    }
    return least
  }
}
