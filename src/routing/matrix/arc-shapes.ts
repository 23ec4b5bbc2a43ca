// HOT: npm run bench -- planner
// The paths of a matrix use each arc many times; its points are read from the network once.
//
// The points of whole arcs, as LinePoints appends them. Only so many are kept.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../graph/typed-list.ts'
import { LinePoints } from '../facts/line-points.ts'

/** 4 MB */
const MOST_POINTS = 1 << 18
const FIRST_POINTS = 4096

export interface ArcShape {
  /** its points are `[first, end)` of `heightM` and `atMm` */
  first: number
  end: number
  /** the last of them */
  lonE6: number
  latE6: number
  hasVoid: boolean
}

export class ArcShapes {
  readonly #graph: RoutingGraph
  readonly #points: LinePoints
  readonly #byArc = new Map<number, ArcShape>()
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
    // the point before is the start of the arc, which is not among its points
    points.count = 1
    points.atMm[0] = -1
    points.pushArc(arc, 0, lengthMm, lengthMm, 0)
    const first = this.#count
    const end = first + points.count - 1
    if (end > this.heightM.length) {
      this.heightM = lengthened(this.heightM, Math.max(end, first * 2))
      this.atMm = lengthened(this.atMm, this.heightM.length)
    }
    const heightM = points.heightM.subarray(1, points.count)
    this.heightM.set(heightM, first)
    this.atMm.set(points.atMm.subarray(1, points.count), first)
    const last = points.count - 1
    const shape = {
      first,
      end,
      lonE6: points.lonE6[last],
      latE6: points.latE6[last],
      hasVoid: heightM.some(Number.isNaN),
    }
    this.#byArc.set(arc, shape)
    this.#count = end
    return shape
  }
}
