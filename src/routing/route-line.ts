// The line of a route as arrays: points (micro-degrees, metres above sea, millimetres along) and the steps it is made of
// (whole or partial arcs, or one straight leg each). Every figure told about the route is read from here.
// `stepAtDm` are places along the line in whole decimetres: facts are differences of these, so that they add up exactly.
// Never invents a height: NaN where void; a straight leg has none of its own.

import { distanceM } from '../geo/lon-lat.ts'
import { NO_HEIGHT_DM, type RoutingGraph } from '../graph/routing-graph.ts'
import type { LegPath } from './find-leg.ts'
import type { SnapPoint } from './snap-waypoints.ts'

export interface RouteLine {
  lonE6: Int32Array
  latE6: Int32Array
  /** NaN void */
  heightM: Float64Array
  /** from the start of the route, ascending */
  atMm: Float64Array
  stepCount: number
  /** arc id (edge * 2 + direction), -1 for a straight leg */
  stepArc: Int32Array
  /** millimetres from the tail of the arc to where the step begins on it */
  stepAlongMm: Float64Array
  /** where each step begins, and the end of the last: stepCount + 1 */
  stepAtMm: Float64Array
  stepAtDm: Int32Array
  stepFirstPoint: Int32Array
  /** first step and first point of each leg, and the end of the last: legCount + 1 */
  legFirstStep: Int32Array
  legFirstPoint: Int32Array
}

/** A leg as it was found; `path` null: drawn straight. */
export interface FoundLeg {
  from: SnapPoint
  to: SnapPoint
  path: LegPath | null
}

/** Joins legs to lines; keeps its scratch arrays, one per thread. */
export class RouteLineBuilder {
  readonly #graph: RoutingGraph
  #lon = new Int32Array(4096)
  #lat = new Int32Array(4096)
  #height = new Float64Array(4096)
  #at = new Float64Array(4096)
  #points = 0

  constructor(graph: RoutingGraph) {
    this.#graph = graph
  }

  build(legs: readonly FoundLeg[]): RouteLine {
    let stepCount = 0
    for (const { path } of legs) stepCount += path === null ? 1 : path.arcs.length
    const stepArc = new Int32Array(stepCount)
    const stepAlongMm = new Float64Array(stepCount)
    const stepAtMm = new Float64Array(stepCount + 1)
    const stepFirstPoint = new Int32Array(stepCount + 1)
    const legFirstStep = new Int32Array(legs.length + 1)
    const legFirstPoint = new Int32Array(legs.length + 1)
    const { edgeLengthMm } = this.#graph.columns
    this.#points = 0
    let step = 0
    let atMm = 0
    this.#pushSnap(legs[0].from, 0)
    for (let l = 0; l < legs.length; l++) {
      const { from, to, path } = legs[l]
      legFirstStep[l] = step
      legFirstPoint[l] = this.#points - 1
      if (path === null) {
        stepArc[step] = -1
        stepAtMm[step] = atMm
        stepFirstPoint[step++] = this.#points - 1
        atMm += Math.round(distanceM(from.lon, from.lat, to.lon, to.lat) * 1000)
        this.#pushSnap(to, atMm)
        continue
      }
      const last = path.arcs.length - 1
      for (let i = 0; i <= last; i++) {
        const arc = path.arcs[i]
        const lengthMm = edgeLengthMm[arc >>> 1]
        const fromMm = i === 0 ? path.startMm : 0
        const toMm = i === last ? path.endMm : lengthMm
        stepArc[step] = arc
        stepAlongMm[step] = fromMm
        stepAtMm[step] = atMm
        stepFirstPoint[step++] = this.#points - 1
        this.#pushArc(arc, fromMm, toMm, lengthMm, atMm)
        atMm += toMm - fromMm
        if (toMm < lengthMm) this.#pushSnap(to, atMm)
      }
    }
    legFirstStep[legs.length] = step
    legFirstPoint[legs.length] = this.#points - 1
    stepAtMm[step] = atMm
    stepFirstPoint[step] = this.#points - 1
    if (this.#points === 1) this.#pushSnap(legs[legs.length - 1].to, atMm) // a line has two points, also where nothing is travelled
    const stepAtDm = new Int32Array(stepCount + 1)
    for (let i = 0; i <= stepCount; i++) stepAtDm[i] = Math.round(stepAtMm[i] / 100)
    const count = this.#points
    return {
      lonE6: this.#lon.slice(0, count), latE6: this.#lat.slice(0, count), heightM: this.#height.slice(0, count), atMm: this.#at.slice(0, count),
      stepCount, stepArc, stepAlongMm, stepAtMm, stepAtDm, stepFirstPoint, legFirstStep, legFirstPoint,
    }
  }

  #pushSnap({ lon, lat, heightM }: SnapPoint, atMm: number): void {
    this.#reserve(1)
    const p = this.#points++
    this.#lon[p] = Math.round(lon * 1e6)
    this.#lat[p] = Math.round(lat * 1e6)
    this.#height[p] = heightM
    this.#at[p] = atMm
  }

  /** The points of an arc after `fromMm`, up to and including `toMm` where that is its end. */
  #pushArc(arc: number, fromMm: number, toMm: number, lengthMm: number, atMm: number): void {
    const { shapeStart, shapeLonE7, shapeLatE7, shapeHeightDm, shapeAtMm } = this.#graph.columns
    const first = shapeStart[arc >>> 1]
    const last = shapeStart[(arc >>> 1) + 1] - 1
    this.#reserve(last - first + 1)
    const lon = this.#lon
    const lat = this.#lat
    const height = this.#height
    const at = this.#at
    let p = this.#points
    const back = (arc & 1) === 1
    const step = back ? -1 : 1
    const end = back ? first : last
    for (let s = back ? last - 1 : first + 1; back ? s >= end : s <= end; s += step) {
      const along = back ? lengthMm - shapeAtMm[s] : shapeAtMm[s]
      if (along <= fromMm && !(s === end && lengthMm === 0)) continue
      if (along > toMm || (along === toMm && toMm < lengthMm)) break
      const placeMm = atMm + along - fromMm
      const lonE6 = Math.round(shapeLonE7[s] / 10)
      const latE6 = Math.round(shapeLatE7[s] / 10)
      if (at[p - 1] === placeMm && lon[p - 1] === lonE6 && lat[p - 1] === latE6) continue
      lon[p] = lonE6
      lat[p] = latE6
      const dm = shapeHeightDm[s]
      height[p] = dm === NO_HEIGHT_DM ? Number.NaN : dm / 10
      at[p++] = placeMm
    }
    this.#points = p
  }

  #reserve(more: number): void {
    const needed = this.#points + more
    if (needed <= this.#lon.length) return
    const size = Math.max(needed, this.#lon.length * 2)
    const grow = <A extends Int32Array | Float64Array>(old: A, larger: A): A => (larger.set(old as never), larger)
    this.#lon = grow(this.#lon, new Int32Array(size))
    this.#lat = grow(this.#lat, new Int32Array(size))
    this.#height = grow(this.#height, new Float64Array(size))
    this.#at = grow(this.#at, new Float64Array(size))
  }
}

/** Whole length in decimetres. */
export function lengthDm(line: RouteLine): number {
  return line.stepAtDm[line.stepCount]
}
