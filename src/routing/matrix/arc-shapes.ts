// HOT: npm run bench -- planner
// The paths of a matrix use each arc many times; its points are read from the network once.
//
// The points of whole arcs, as LinePoints appends them, without those that no climb depends on. It keeps a bounded
// number of them.

import { STEEPEST, CLIMB_THRESHOLD_M, nextTurn, openExtreme, type TurnScan } from '../../geo/climb.ts'
import { heightOfDm, type RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../storage/typed-list.ts'
import { LinePoints } from '../details/route-line.ts'

/** 4 MB */
const MOST_POINTS = 1 << 18
const FIRST_POINTS = 4096
/** A step steeper than this share of STEEPEST may count for less than it climbs; then every point matters. */
const NEARLY = 0.999

export interface ArcShape {
  /** its points are `[first, end)` of `heightM` and `atMm` */
  first: number
  end: number
  /** the last of them */
  lonE6: number
  latE6: number
  hasVoid: boolean
  /** metres, where points were left out: a line that comes with another height needs them; NaN: none were left out */
  startM: number
}

export class ArcShapes {
  readonly #graph: RoutingGraph
  readonly #points: LinePoints
  readonly #byArc = new Map<number, ArcShape>()
  #kept = new Int32Array(0)
  #count = 0
  /** NaN void */
  heightM = new Float64Array(FIRST_POINTS)
  /** from the start of the arc */
  atMm = new Float64Array(FIRST_POINTS)

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#points = new LinePoints(graph)
  }

  /** Null for an arc without length, and where there is no room for more. */
  find(arc: number, lengthMm: number): ArcShape | null {
    return this.#byArc.get(arc) ?? this.#read(arc, lengthMm)
  }

  clear(): void {
    this.#byArc.clear()
    this.#count = 0
  }

  #read(arc: number, lengthMm: number): ArcShape | null {
    const most = this.#graph.pointCountOf(arc >>> 1)
    if (lengthMm === 0 || this.#count + most > MOST_POINTS) return null
    const points = this.#points
    if (points.atMm.length <= most) points.reserve(most * 2)
    if (this.#kept.length <= most) this.#kept = new Int32Array(most * 2)
    // the point before is the start of the arc, which is not among its points
    points.count = 1
    points.atMm[0] = -1
    points.pushArc(arc, 0, lengthMm, lengthMm, 0)
    points.atMm[0] = 0
    points.heightM[0] = this.#startM(arc)
    const { count, heightM, atMm } = points
    const hasVoid = heightM.subarray(1, count).some(Number.isNaN)
    const isThinned = !hasVoid && isGentle(points)
    const keptCount = isThinned ? tellingHeights(heightM, count, this.#kept) : count
    const first = this.#count
    const end = first + keptCount - 1
    if (end > this.heightM.length) {
      this.heightM = lengthened(this.heightM, Math.max(end, first * 2))
      this.atMm = lengthened(this.atMm, this.heightM.length)
    }
    for (let k = 1; k < keptCount; k++) {
      const p = isThinned ? this.#kept[k] : k
      this.heightM[first + k - 1] = heightM[p]
      this.atMm[first + k - 1] = atMm[p]
    }
    const shape = {
      first,
      end,
      lonE6: points.lonE6[count - 1],
      latE6: points.latE6[count - 1],
      hasVoid,
      startM: isThinned ? heightM[0] : Number.NaN,
    }
    this.#byArc.set(arc, shape)
    this.#count = end
    return shape
  }

  /** The height where an arc begins, NaN void. */
  #startM(arc: number): number {
    const edge = arc >>> 1
    const { firstEdge, shapeStart, shapeHeightDm } = this.#graph.blockOf(edge)
    const start = (arc & 1) === 0 ? shapeStart[edge - firstEdge] : shapeStart[edge - firstEdge + 1] - 1
    return heightOfDm(shapeHeightDm[start])
  }
}

/** Whether no step is about as steep as counts, or void. */
function isGentle({ heightM, atMm, count }: LinePoints): boolean {
  for (let p = 1; p < count; p++) {
    const steepestM = ((atMm[p] - atMm[p - 1]) / 1000) * STEEPEST * NEARLY
    if (!(Math.abs(heightM[p] - heightM[p - 1]) < steepestM)) return false
  }
  return true
}

/**
 * The ascent of a line whose points come one by one: the same turning points, added in the same order, as in
 * src/routing/details/route-legs.ts, so that both give the same decimetre.
 */
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

/**
 * Heights along a part of a line without those that no climb depends on: whatever came before and comes after, a scan
 * for turning points (src/geo/climb.ts) has the same state at the end of the part, and counts the same climbs. Left
 * out are heights between two others of one climb, and ripples below the threshold that lie wholly within a climb, as
 * in rainflow counting (ASTM E1049). * Writes the indexes of what is kept of heightM[0, count) to `kept`, ascending,
 * and returns how many. The first and the last always are. Heights in metres, none void.
 */
export function tellingHeights(heightM: Float64Array, count: number, kept: Int32Array): number {
  let n = 0
  for (let i = 0; i < count; i++) {
    kept[n++] = i
    while (n >= 3) {
      const d = heightM[i]
      const c = heightM[kept[n - 2]]
      const b = heightM[kept[n - 3]]
      if (isBetween(b, c, d) || b === c) kept[n - 2] = kept[--n]
      else if (n >= 4 && isRipple(heightM[kept[n - 4]], b, c, d)) {
        kept[n - 3] = kept[n - 1]
        n -= 2
      } else break
    }
  }
  return n
}

const isBetween = (b: number, c: number, d: number): boolean => (b < c && c < d) || (b > c && c > d)

/** Whether from b to c is a change of less than the threshold back on the way from a to d. */
const isRipple = (a: number, b: number, c: number, d: number): boolean =>
  Math.abs(b - c) < CLIMB_THRESHOLD_M && ((a < c && c < b && b < d) || (a > c && c > b && b > d))
