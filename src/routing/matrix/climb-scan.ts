// HOT: npm run bench -- planner
// It looks at every point of every path, so its state is a few numbers, which are saved and loaded at forks.
//
// The ascent of a line whose points come one by one: the same turning points, added in the same order, as in
// src/routing/details/route-legs.ts, so that both give the same decimetre.

import { CLIMB_THRESHOLD_M, nextTurn, openExtreme, type TurnScan } from '../../geo/climb.ts'

export class ClimbScan {
  readonly #turn: TurnScan = { pivot: 0, low: 0, high: 0, direction: 0 }
  /** metres, of climbs that have ended */
  #upM = 0
  /** whether the last point belongs to a run of known heights */
  #inRun = false
  /** whether the heights at both ends of any segment are known */
  #isKnown = false

  /** Takes in points `from` to `to - 1`. */
  take(heightM: Float64Array, from: number, to: number): void {
    const turn = this.#turn
    for (let p = from; p < to; p++) {
      if (Number.isNaN(heightM[p])) {
        if (this.#inRun) this.#upM = this.#upTo(heightM, p - 1)
        this.#inRun = false
      } else if (!this.#inRun) {
        this.#inRun = true
        turn.pivot = turn.low = turn.high = p
        turn.direction = 0
      } else {
        this.#isKnown = true
        const before = turn.pivot
        const next = nextTurn(turn, heightM, p, CLIMB_THRESHOLD_M)
        if (next >= 0 && heightM[next] > heightM[before]) this.#upM += heightM[next] - heightM[before]
      }
    }
  }

  /** Ascent up to the last point, metres; null where no height is known. */
  ascentM(heightM: Float64Array, count: number): number | null {
    const isKnown = count === 1 ? this.#inRun : this.#isKnown
    if (!isKnown) return null
    return Math.round((this.#inRun ? this.#upTo(heightM, count - 1) : this.#upM) * 10) / 10
  }

  #upTo(heightM: Float64Array, last: number): number {
    const extreme = openExtreme(this.#turn)
    const changeM = heightM[extreme] - heightM[this.#turn.pivot]
    const lastM = heightM[last] - heightM[extreme]
    const upM = changeM > 0 ? this.#upM + changeM : this.#upM
    return lastM > 0 ? upM + lastM : upM
  }

  begin(): void {
    this.#upM = 0
    this.#inRun = false
    this.#isKnown = false
  }

  save(state: Float64Array, at: number): void {
    const { pivot, low, high, direction } = this.#turn
    state[at] = pivot
    state[at + 1] = low
    state[at + 2] = high
    state[at + 3] = direction
    state[at + 4] = this.#upM
    state[at + 5] = this.#inRun ? 1 : 0
    state[at + 6] = this.#isKnown ? 1 : 0
  }

  load(state: Float64Array, at: number): void {
    this.#turn.pivot = state[at]
    this.#turn.low = state[at + 1]
    this.#turn.high = state[at + 2]
    this.#turn.direction = state[at + 3]
    this.#upM = state[at + 4]
    this.#inRun = state[at + 5] === 1
    this.#isKnown = state[at + 6] === 1
  }
}
/** Numbers that `save` writes. */
export const CLIMB_STATE = 7
