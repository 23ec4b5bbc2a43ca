// HOT: npm run bench -- planner
// It looks at every point of every path, so its state is a few numbers, which are saved and loaded at forks.
//
// The moving time of a line whose points come one by one, by the same model as src/course/moving-time.ts: level seconds
// by length, and the seconds of each climb or descent once its turning point is certain. A line that forks goes on from
// a saved state; what has been read of the points before it is still there.

import {
  beyondSteepestM,
  readPieces,
  CLIMB_THRESHOLD_M,
  nextTurn,
  openExtreme,
  type TurnScan,
} from '../../geo/climb.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../storage/typed-list.ts'
import { paceOfSlot, type TimedTravel } from '../details/travel-time.ts'
import type { LinePoints } from '../details/route-line.ts'

export class TimeScan {
  readonly #graph: RoutingGraph
  #travel: TimedTravel | null = null
  // by class * 2 + direction: seconds per metre along, up and down; NaN until requested, 0 where not travelled
  #levelOfSlot: Float64Array
  #upOfSlot: Float64Array
  #downOfSlot: Float64Array
  // by point: its height as counted, and seconds per metre up and down from it to the next
  #heightM = new Float64Array(0)
  #up = new Float64Array(0)
  #down = new Float64Array(0)
  /** by point: how much of the climb timed last falls between it and the next point */
  #pieces = new Float64Array(0)
  readonly #turn: TurnScan = { pivot: 0, low: 0, high: 0, direction: 0 }
  #inRun = false
  /** of this run, what steps climb beyond the steepest that counts */
  #tooMuchM = 0
  #levelS = 0
  /** of climbs and descents that have ended */
  #climbS = 0

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#levelOfSlot = new Float64Array(graph.classCount * 2)
    this.#upOfSlot = new Float64Array(graph.classCount * 2)
    this.#downOfSlot = new Float64Array(graph.classCount * 2)
  }

  /** For the paths of one request. */
  setTravel(travel: TimedTravel): void {
    this.#travel = travel
    this.#levelOfSlot.fill(Number.NaN)
  }

  /** Makes room for this many points and keeps those already there. */
  reserve(count: number): void {
    this.#heightM = lengthened(this.#heightM, count)
    this.#up = lengthened(this.#up, count)
    this.#down = lengthened(this.#down, count)
    if (this.#pieces.length < count) this.#pieces = new Float64Array(this.#down.length)
  }

  /** Takes in points `from` to `to - 1`, from at least 1, over an arc of a class and direction. */
  take({ heightM, atMm }: LinePoints, from: number, to: number, slot: number): void {
    if (Number.isNaN(this.#levelOfSlot[slot])) this.#readPace(slot)
    const level = this.#levelOfSlot[slot]
    const up = this.#upOfSlot[slot]
    const down = this.#downOfSlot[slot]
    const counted = this.#heightM
    const turn = this.#turn
    let levelS = this.#levelS
    let lastM = atMm[from - 1] / 1000
    for (let p = from; p < to; p++) {
      const atM = atMm[p] / 1000
      const lengthM = atM - lastM
      lastM = atM
      levelS += lengthM * level
      if (level === 0 || Number.isNaN(heightM[p]) || Number.isNaN(heightM[p - 1])) {
        if (this.#inRun) this.#climbS += this.#openS(p - 1)
        this.#inRun = false
        continue
      }
      if (!this.#inRun) {
        this.#inRun = true
        this.#tooMuchM = 0
        counted[p - 1] = heightM[p - 1]
        turn.pivot = turn.low = turn.high = p - 1
        turn.direction = 0
      }
      this.#tooMuchM += beyondSteepestM(heightM[p] - heightM[p - 1], lengthM)
      counted[p] = heightM[p] - this.#tooMuchM
      this.#up[p - 1] = up
      this.#down[p - 1] = down
      const before = turn.pivot
      const next = nextTurn(turn, counted, p, CLIMB_THRESHOLD_M)
      if (next > before) this.#climbS += this.#secondsBetween(before, next)
    }
    this.#levelS = levelS
  }

  /** Whole seconds up to the last point. */
  movingS(count: number): number {
    return Math.round(this.#levelS + this.#climbS + (this.#inRun ? this.#openS(count - 1) : 0))
  }

  /** Seconds of what is climbed since the last certain turning point. */
  #openS(last: number): number {
    const extreme = openExtreme(this.#turn)
    return this.#secondsBetween(this.#turn.pivot, extreme) + this.#secondsBetween(extreme, last)
  }

  #secondsBetween(from: number, to: number): number {
    const perM = this.#heightM[to] > this.#heightM[from] ? this.#up : this.#down
    const pieces = this.#pieces
    readPieces(this.#heightM, from, to, pieces)
    let seconds = 0
    for (let i = from; i < to; i++) seconds += pieces[i] * perM[i]
    return seconds
  }

  #readPace(slot: number): void {
    const { paceFactor, pace } = paceOfSlot(this.#graph, slot, this.#travel!)
    const factor = (this.#travel!.walker?.factor ?? 1) * paceFactor
    this.#levelOfSlot[slot] = factor * pace.levelSPerM
    this.#upOfSlot[slot] = factor * pace.upSPerM
    this.#downOfSlot[slot] = factor * pace.downSPerM
  }

  begin(): void {
    this.#inRun = false
    this.#levelS = 0
    this.#climbS = 0
  }

  save(state: Float64Array, at: number): void {
    const { pivot, low, high, direction } = this.#turn
    state[at] = pivot
    state[at + 1] = low
    state[at + 2] = high
    state[at + 3] = direction
    state[at + 4] = this.#inRun ? 1 : 0
    state[at + 5] = this.#levelS
    state[at + 6] = this.#climbS
    state[at + 7] = this.#tooMuchM
  }

  load(state: Float64Array, at: number): void {
    this.#turn.pivot = state[at]
    this.#turn.low = state[at + 1]
    this.#turn.high = state[at + 2]
    this.#turn.direction = state[at + 3]
    this.#inRun = state[at + 4] === 1
    this.#levelS = state[at + 5]
    this.#climbS = state[at + 6]
    this.#tooMuchM = state[at + 7]
  }
}
/** Numbers that `save` writes. */
export const TIME_STATE = 8
