// Cached results of junctions: a turn from one whole arc onto another is the same on every route of one kind of travel.
// Bounded: on a collision the newer entry wins. One per network, thread and kind of travel; holds no data of requests.

import { keepByTravel } from './keep-by-travel.ts'

/** Entries in the cache: 1 MB. */
const PLACES = 65_536
/** Numbers per entry: arc in, arc out, result. */
const STRIDE = 4
const NO_ARC = -1

export class TurnMemory {
  readonly #places = new Int32Array(PLACES * STRIDE).fill(NO_ARC)

  static readonly of = keepByTravel(() => new TurnMemory())

  /** The result for a turn, -1 if it is not cached. */
  find(arcIn: number, arcOut: number): number {
    const places = this.#places
    const at = placeOf(arcIn, arcOut)
    return places[at] === arcIn && places[at + 1] === arcOut ? places[at + 2] : -1
  }

  /** `found` is not negative. */
  keep(arcIn: number, arcOut: number, found: number): void {
    const places = this.#places
    const at = placeOf(arcIn, arcOut)
    places[at] = arcIn
    places[at + 1] = arcOut
    places[at + 2] = found
  }
}

function placeOf(arcIn: number, arcOut: number): number {
  return ((Math.imul(arcIn, 0x9e3779b1) + Math.imul(arcOut, 0x85ebca6b)) >>> 16) * STRIDE
}
