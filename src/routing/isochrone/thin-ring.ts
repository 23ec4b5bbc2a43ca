// HOT: npm run bench -- planner
// Borders cross a hundred thousand grid edges; each is looked at once or twice.
//
// A ring through gates as a line of few vertices: from a vertex the line goes straight on as far as a straight line
// passes the windows of all gates between, and turns at the last of them. Vertices lie on whole units of their gate and
// all comparisons are of whole numbers, so the line is exactly within the windows.

import { type BorderGates, GATE } from './border-gates.ts'

/** Quotients of whole numbers below 2^20 differ from a whole number by more than this, or not at all. */
const NOTHING = 1e-7

export class RingThinner {
  readonly #gates: BorderGates
  /** the vertices of the last ring: x, y, x, y ..., not closed */
  xy = new Int32Array(8192)
  /** numbers in `xy` */
  length = 0
  // the wedge of directions from a vertex through the gates so far
  #leftX = 0
  #leftY = 0
  #rightX = 0
  #rightY = 0
  #firstX = 0
  #firstY = 0

  constructor(gates: BorderGates) {
    this.#gates = gates
  }

  /** Of the gates as they stand. The first vertex is in the middle of the first window. */
  thin(): void {
    const gates = this.#gates
    const { count } = gates
    const { xy } = gates
    let ax = (this.#firstX = (xy[0] + xy[2]) >> 1)
    let ay = (this.#firstY = (xy[1] + xy[3]) >> 1)
    this.length = 0
    this.#vertex(ax, ay)
    for (let at = 0; at < count; ) {
      let turn = this.#sweep(at, ax, ay, count)
      let bx = this.#firstX
      let by = this.#firstY
      if (turn < count) {
        let place = this.#visible(turn, ax, ay)
        // no whole unit in sight: turn earlier; at the next gate, all of the window is
        while (place < 0) {
          turn = this.#sweep(at, ax, ay, at + ((turn - at) >> 1))
          place = this.#visible(turn, ax, ay)
        }
        if (gates.isUp(turn)) {
          bx = xy[turn * GATE]
          by = place
        } else {
          bx = place
          by = xy[turn * GATE + 1]
        }
        this.#vertex(bx, by)
      }
      gates.pass(at, turn, ax, ay, bx, by)
      at = turn
      ax = bx
      ay = by
    }
  }

  /** The last gate up to `until` that is seen from (ax, ay) through all between; behind the last comes the first. */
  #sweep(at: number, ax: number, ay: number, until: number): number {
    const { count, xy } = this.#gates
    let leftX = 0
    let leftY = 0
    let rightX = 0
    let rightY = 0
    let gate = at
    while (gate < until) {
      const next = gate + 1
      const isLast = next === count
      const place = next * GATE
      const inX = (isLast ? this.#firstX : xy[place]) - ax
      const inY = (isLast ? this.#firstY : xy[place + 1]) - ay
      const outX = (isLast ? this.#firstX : xy[place + 2]) - ax
      const outY = (isLast ? this.#firstY : xy[place + 3]) - ay
      if (gate === at) {
        leftX = inX
        leftY = inY
        rightX = outX
        rightY = outY
      } else {
        if (rightX * inY - rightY * inX < 0 || leftX * outY - leftY * outX > 0) break
        if (leftX * inY - leftY * inX < 0) {
          leftX = inX
          leftY = inY
        }
        if (rightX * outY - rightY * outX > 0) {
          rightX = outX
          rightY = outY
        }
      }
      gate = next
    }
    this.#leftX = leftX
    this.#leftY = leftY
    this.#rightX = rightX
    this.#rightY = rightY
    return gate
  }

  /** The middle of what the wedge of the last sweep leaves of a gate, in whole units along it; -1: it leaves none. */
  #visible(gate: number, ax: number, ay: number): number {
    const isUp = this.#gates.isUp(gate)
    const towardX = this.#gates.xy[gate * GATE] - ax
    const towardY = this.#gates.xy[gate * GATE + 1] - ay
    const left = isUp ? ay + (this.#leftY * towardX) / this.#leftX : ax + (this.#leftX * towardY) / this.#leftY
    const right = isUp ? ay + (this.#rightY * towardX) / this.#rightX : ax + (this.#rightX * towardY) / this.#rightY
    const from = Math.ceil(Math.min(left, right) - NOTHING)
    const to = Math.floor(Math.max(left, right) + NOTHING)
    return from > to ? -1 : (from + to) >> 1
  }

  #vertex(x: number, y: number): void {
    if (this.length === this.xy.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.xy)
      this.xy = larger
    }
    this.xy[this.length++] = x
    this.xy[this.length++] = y
  }
}
