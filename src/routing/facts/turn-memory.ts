// What was found at junctions before: a turn from one whole arc onto another is the same on every route of one kind of
// travel. Bounded: one that falls on the place of another takes it. One per network, thread and kind of travel; holds
// nothing of a request.

import { keepByTravel } from './keep-by-travel.ts'

/** Places of a memory: 1 MB. */
const PLACES = 65_536
/** Numbers of a place: arc in, arc out, what was found. */
const STRIDE = 4
const NO_ARC = -1

export class TurnMemory {
  readonly #places = new Int32Array(PLACES * STRIDE).fill(NO_ARC)

  static readonly of = keepByTravel(() => new TurnMemory())

  /** What was kept of a turn, -1 for nothing. */
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
