// The line of a route as arrays: points (micro-degrees, metres above sea, millimetres along) and the steps it is made
// of (whole or partial arcs, or one straight leg each). Every figure reported about the route comes from here.
// `stepAtDm` are places along the line in whole decimetres: facts are differences of these, so that they add up
// exactly. Never invents a height: void is NaN, and a straight leg has no heights of its own.

import { distanceM } from '../../geo/lon-lat.ts'
import { type RoutingGraph, heightOfDm } from '../../graph/routing-graph.ts'
import type { FoundLeg } from '../legs/leg-path.ts'
import { lengthened } from '../../storage/typed-list.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'

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

export function stepLengthMm({ stepAtMm }: RouteLine, step: number): number {
  return stepAtMm[step + 1] - stepAtMm[step]
}

/**
 * Arrays of a line of up to this many points, in one block of memory: a dozen separate ones cost more than their
 * content.
 */
function emptyLine(pointBound: number, stepCount: number, legCount: number): RouteLine {
  const buffer = new ArrayBuffer(
    (pointBound * 2 + stepCount * 2 + 1) * 8 + (pointBound * 2 + stepCount * 3 + 2 + legCount * 2 + 2) * 4,
  )
  let byte = 0
  const doubles = (length: number) => {
    byte += length * 8
    return new Float64Array(buffer, byte - length * 8, length)
  }
  const integers = (length: number) => {
    byte += length * 4
    return new Int32Array(buffer, byte - length * 4, length)
  }
  // doubles first: they must begin at multiples of 8 bytes
  return {
    heightM: doubles(pointBound),
    atMm: doubles(pointBound),
    stepAlongMm: doubles(stepCount),
    stepAtMm: doubles(stepCount + 1),
    lonE6: integers(pointBound),
    latE6: integers(pointBound),
    stepCount,
    stepArc: integers(stepCount),
    stepAtDm: integers(stepCount + 1),
    stepFirstPoint: integers(stepCount + 1),
    legFirstStep: integers(legCount + 1),
    legFirstPoint: integers(legCount + 1),
  }
}

/** Joins legs to lines, one per thread. */
export class RouteLineBuilder {
  readonly #graph: RoutingGraph
  /** of the line being built */
  readonly #points: LinePoints

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#points = new LinePoints(graph)
  }

  build(legs: readonly FoundLeg[]): RouteLine {
    const { edgeLengthMm } = this.#graph.columns
    const { stepCount, pointBound } = this.#sizeOf(legs)
    const line = emptyLine(pointBound, stepCount, legs.length)
    const { stepArc, stepAlongMm, stepAtMm, stepAtDm, stepFirstPoint, legFirstStep, legFirstPoint } = line
    const points = this.#points
    points.lonE6 = line.lonE6
    points.latE6 = line.latE6
    points.heightM = line.heightM
    points.atMm = line.atMm
    points.count = 0
    let step = 0
    let atMm = 0
    points.pushSnap(legs[0].from, 0)
    for (let l = 0; l < legs.length; l++) {
      const { from, to, path } = legs[l]
      legFirstStep[l] = step
      legFirstPoint[l] = points.count - 1
      if (path === null) {
        stepArc[step] = -1
        stepAtMm[step] = atMm
        stepFirstPoint[step++] = points.count - 1
        atMm += Math.round(distanceM(from.lon, from.lat, to.lon, to.lat) * 1000)
        points.pushSnap(to, atMm)
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
        stepFirstPoint[step++] = points.count - 1
        points.pushArc(arc, fromMm, toMm, lengthMm, atMm)
        atMm += toMm - fromMm
        if (toMm < lengthMm) points.pushSnap(to, atMm)
      }
    }
    legFirstStep[legs.length] = step
    legFirstPoint[legs.length] = points.count - 1
    stepAtMm[step] = atMm
    stepFirstPoint[step] = points.count - 1
    // a line has two points even if nothing is travelled
    if (points.count === 1) points.pushSnap(legs[legs.length - 1].to, atMm)
    for (let i = 0; i <= stepCount; i++) stepAtDm[i] = Math.round(stepAtMm[i] / 100)
    const { count } = points
    line.lonE6 = line.lonE6.subarray(0, count)
    line.latE6 = line.latE6.subarray(0, count)
    line.heightM = line.heightM.subarray(0, count)
    line.atMm = line.atMm.subarray(0, count)
    return line
  }

  /** Steps of the line, and how many points it can have. */
  #sizeOf(legs: readonly FoundLeg[]): { stepCount: number; pointBound: number } {
    let stepCount = 0
    let pointBound = 2
    for (const { path } of legs) {
      stepCount += path === null ? 1 : path.arcs.length
      pointBound += 2
      if (path !== null) for (const arc of path.arcs) pointBound += this.#graph.pointCountOf(arc >>> 1)
    }
    return { stepCount, pointBound }
  }
}

/** Whole length in decimetres. */
export function lengthDm(line: RouteLine): number {
  return line.stepAtDm[line.stepCount]
}

/**
 * The points of a line as they are appended: those of whole and partial arcs, and the places where it begins and ends.
 * What holds them must have room.
 */
export class LinePoints {
  readonly #graph: RoutingGraph
  lonE6: Int32Array = new Int32Array(0)
  latE6: Int32Array = new Int32Array(0)
  /** NaN void */
  heightM: Float64Array = new Float64Array(0)
  /** from the start of the line */
  atMm: Float64Array = new Float64Array(0)
  count = 0

  constructor(graph: RoutingGraph) {
    this.#graph = graph
  }

  /** Makes room for this many points and keeps those already there. */
  reserve(count: number): void {
    this.lonE6 = lengthened(this.lonE6, count)
    this.latE6 = lengthened(this.latE6, count)
    this.heightM = lengthened(this.heightM, count)
    this.atMm = lengthened(this.atMm, count)
  }

  pushSnap({ lon, lat, heightM }: SnapPoint, atMm: number): void {
    const p = this.count++
    this.lonE6[p] = Math.round(lon * 1e6)
    this.latE6[p] = Math.round(lat * 1e6)
    this.heightM[p] = heightM
    this.atMm[p] = atMm
  }

  /** The points of an arc after `fromMm`, up to `toMm`, which is included if it is the end of the arc. */
  pushArc(arc: number, fromMm: number, toMm: number, lengthMm: number, atMm: number): void {
    const edge = arc >>> 1
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeHeightDm, shapeAtMm } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const last = shapeStart[edge - firstEdge + 1] - 1
    const lon = this.lonE6
    const lat = this.latE6
    const height = this.heightM
    const at = this.atMm
    let p = this.count
    const back = (arc & 1) === 1
    const step = back ? -1 : 1
    const end = back ? first : last
    for (let s = back ? last - 1 : first + 1; back ? s >= end : s <= end; s += step) {
      const along = back ? lengthMm - shapeAtMm[s] : shapeAtMm[s]
      if (along <= fromMm && !(s === end && lengthMm === 0)) continue
      if (along > toMm || (along === toMm && toMm < lengthMm)) break
      const placeMm = atMm + along - fromMm
      const lonE6 = microOf(shapeLonE7[s])
      const latE6 = microOf(shapeLatE7[s])
      if (at[p - 1] === placeMm && lon[p - 1] === lonE6 && lat[p - 1] === latE6) continue
      lon[p] = lonE6
      lat[p] = latE6
      height[p] = heightOfDm(shapeHeightDm[s])
      at[p++] = placeMm
    }
    this.count = p
  }
}

/** Math.round(e7 / 10) in whole numbers. */
function microOf(e7: number): number {
  const more = (e7 + 5) | 0
  return ((more < 0 ? more - 9 : more) / 10) | 0
}
