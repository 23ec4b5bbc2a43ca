// HOT: npm run bench -- planner
// Ten thousand paths of thousands of points: no line is built, and what two paths from one source have in common is
// read once.
//
// Length, ascent and moving time of paths, each the same as that of the route along it. Paths from one source that are
// measured in the order of their arcs share what they have in common: the state of the scans is kept after each arc.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY } from '../../osm/edge-facts.ts'
import { LinePoints } from '../details/route-line.ts'
import type { TimedTravel } from '../details/travel-time.ts'
import type { LegPath } from '../legs/leg-path.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { type ArcShape, ArcShapes, CLIMB_STATE, ClimbScan } from './arc-shapes.ts'
import { TIME_STATE, TimeScan } from './time-scan.ts'

export interface Wanted {
  ascent: boolean
  time: boolean
}

export interface Measured {
  distanceM: number
  /** null where no height of it is known, or not wanted */
  ascentM: number | null
  /** null where not wanted */
  movingS: number | null
  /** where ascent or time is wanted: metres without heights, and metres by ferry */
  heightUnknownM: number
  ferryM: number
}

/** After an arc: points and the three sums, and both scans. */
const SUMS = 4
const STATE = SUMS + CLIMB_STATE + TIME_STATE
const FIRST_POINTS = 8192
const FIRST_ARCS = 1024

/** Orders paths so that those with the same beginning are neighbours. */
export function compareArcs({ arcs: a }: LegPath, { arcs: b }: LegPath): number {
  const common = Math.min(a.length, b.length)
  for (let i = 0; i < common; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return a.length - b.length
}

export class PathMeter {
  readonly #graph: RoutingGraph
  readonly #points: LinePoints
  readonly #shapes: ArcShapes
  readonly #climb = new ClimbScan()
  readonly #time: TimeScan
  #wanted: Wanted = { ascent: false, time: false }
  /** by number of arcs travelled */
  #states = new Float64Array(FIRST_ARCS * STATE)
  #sumMm = 0
  #unknownMm = 0
  #ferryMm = 0
  /** the path measured last */
  #last: { from: SnapPoint; path: LegPath } | null = null

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#points = new LinePoints(graph)
    this.#shapes = new ArcShapes(graph)
    this.#time = new TimeScan(graph)
    this.#reserve(FIRST_POINTS)
  }

  /** For the paths of one request. */
  begin(travel: TimedTravel, wanted: Wanted): void {
    this.#wanted = wanted
    this.#shapes.clear()
    this.#time.setTravel(travel)
    this.#last = null
  }

  measure(from: SnapPoint, to: SnapPoint, path: LegPath): Measured {
    const { arcs, startMm, endMm } = path
    const { edgeLengthMm } = this.#graph.columns
    const points = this.#points
    const shared = this.#sharedArcs(from, path)
    if (shared === 0) this.#start(from)
    else this.#goBackTo(shared)
    this.#last = { from, path }
    if ((arcs.length + 1) * STATE > this.#states.length) this.#growStates(arcs.length + 1)
    for (let i = shared; i < arcs.length; i++) {
      const lengthMm = edgeLengthMm[arcs[i] >>> 1]
      const fromMm = i === 0 ? startMm : 0
      const toMm = i === arcs.length - 1 ? endMm : lengthMm
      this.#travel(arcs[i], fromMm, toMm, lengthMm, to)
      this.#saveAfter(i + 1)
    }
    return {
      distanceM: Math.round(this.#sumMm / 100) / 10,
      ascentM: this.#wanted.ascent ? this.#climb.ascentM(points.heightM, points.count) : null,
      movingS: this.#wanted.time ? this.#time.movingS(points.count) : null,
      heightUnknownM: Math.round(this.#unknownMm / 100) / 10,
      ferryM: Math.round(this.#ferryMm / 100) / 10,
    }
  }

  #travel(arc: number, fromMm: number, toMm: number, lengthMm: number, to: SnapPoint): void {
    const { ascent, time } = this.#wanted
    const points = this.#points
    if (ascent || time) {
      const { edgeClass, classFlags } = this.#graph.columns
      const edge = arc >>> 1
      const first = points.count
      const shape = toMm - fromMm === lengthMm ? this.#shapeAfter(points.heightM[first - 1], arc, lengthMm) : null
      if (shape === null) this.#push(arc, fromMm, toMm, lengthMm, to)
      else this.#pushShape(shape)
      if (shape === null || shape.hasVoid || Number.isNaN(points.heightM[first - 1]))
        for (let p = first; p < points.count; p++)
          if (Number.isNaN(points.heightM[p]) || Number.isNaN(points.heightM[p - 1]))
            this.#unknownMm += points.atMm[p] - points.atMm[p - 1]
      if ((classFlags[edgeClass[edge]] & FLAG_FERRY) !== 0) this.#ferryMm += toMm - fromMm
      if (ascent) this.#climb.take(points.heightM, first, points.count)
      if (time) this.#time.take(points, first, points.count, edgeClass[edge] * 2 + (arc & 1))
    }
    this.#sumMm += toMm - fromMm
  }

  /** Of a whole arc, null where all its points must be read. */
  #shapeAfter(beforeM: number, arc: number, lengthMm: number): ArcShape | null {
    const shape = this.#shapes.find(arc, lengthMm)
    return shape === null || Number.isNaN(shape.startM) || shape.startM === beforeM ? shape : null
  }

  #push(arc: number, fromMm: number, toMm: number, lengthMm: number, to: SnapPoint): void {
    const points = this.#points
    this.#makeRoom(this.#graph.pointCountOf(arc >>> 1) + 2)
    points.pushArc(arc, fromMm, toMm, lengthMm, this.#sumMm)
    if (toMm < lengthMm) points.pushSnap(to, this.#sumMm + toMm - fromMm)
  }

  /** As `#push` for a whole arc. Of its points only the last one's place is needed. */
  #pushShape({ first, end, lonE6, latE6 }: ArcShape): void {
    const points = this.#points
    this.#makeRoom(end - first)
    const { heightM, atMm } = points
    const known = this.#shapes
    for (let k = first, p = points.count; k < end; k++, p++) {
      heightM[p] = known.heightM[k]
      atMm[p] = this.#sumMm + known.atMm[k]
    }
    points.count += end - first
    points.lonE6[points.count - 1] = lonE6
    points.latE6[points.count - 1] = latE6
  }

  #start(from: SnapPoint): void {
    const points = this.#points
    points.count = 0
    points.pushSnap(from, 0)
    this.#sumMm = this.#unknownMm = this.#ferryMm = 0
    this.#climb.begin()
    this.#climb.take(points.heightM, 0, 1)
    this.#time.begin()
  }

  /** Whole arcs that this path and the last have in common from their start. */
  #sharedArcs(from: SnapPoint, path: LegPath): number {
    const last = this.#last
    if (last === null || last.from !== from || last.path.startMm !== path.startMm) return 0
    const most = Math.min(this.#wholeArcs(path), this.#wholeArcs(last.path))
    let shared = 0
    while (shared < most && path.arcs[shared] === last.path.arcs[shared]) shared++
    return shared
  }

  /** How many arcs are travelled to their end. */
  #wholeArcs({ arcs, endMm }: LegPath): number {
    const { edgeLengthMm } = this.#graph.columns
    return arcs.length > 0 && endMm < edgeLengthMm[arcs[arcs.length - 1] >>> 1] ? arcs.length - 1 : arcs.length
  }

  #saveAfter(arcCount: number): void {
    const at = arcCount * STATE
    this.#states[at] = this.#points.count
    this.#states[at + 1] = this.#sumMm
    this.#states[at + 2] = this.#unknownMm
    this.#states[at + 3] = this.#ferryMm
    this.#climb.save(this.#states, at + SUMS)
    this.#time.save(this.#states, at + SUMS + CLIMB_STATE)
  }

  #goBackTo(arcCount: number): void {
    const at = arcCount * STATE
    this.#points.count = this.#states[at]
    this.#sumMm = this.#states[at + 1]
    this.#unknownMm = this.#states[at + 2]
    this.#ferryMm = this.#states[at + 3]
    this.#climb.load(this.#states, at + SUMS)
    this.#time.load(this.#states, at + SUMS + CLIMB_STATE)
  }

  #growStates(count: number): void {
    const larger = new Float64Array(count * 2 * STATE)
    larger.set(this.#states)
    this.#states = larger
  }

  #makeRoom(points: number): void {
    const most = this.#points.count + points
    if (most > this.#points.atMm.length) this.#reserve(most * 2)
  }

  #reserve(count: number): void {
    this.#points.reserve(count)
    this.#time.reserve(count)
  }
}
