// HOT: npm run bench -- planner
// The paths of a matrix use each arc many times; its points are read from the network once.
//
// The points of whole arcs, as LinePoints appends them, without those that no climb depends on. It keeps a bounded
// number of them.

import { STEEPEST } from '../../geo/climb.ts'
import { tellingHeights } from '../../geo/telling-heights.ts'
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
