// The supplied line in the form from which route facts are computed: its own points and lengths, and the arcs it
// follows as steps. A stretch off the network is a step without an arc (-1). Places on the network are mapped to the
// line through the matched points, so that every fact is in metres of the supplied line. The points themselves are
// never moved.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { MatchedSegment, MatchedTrace, TracePoints } from './match-types.ts'
import type { RouteLine } from '../details/route-line.ts'
import type { GroundAlong } from '../../course/course-heights.ts'
import { FLAG_BRIDGE, FLAG_FERRY, FLAG_TUNNEL } from '../../osm/edge-facts.ts'

/** Millimetres along the supplied line at ascending places of one segment. */
export function placesOnLine(
  { atMm, placeMm }: MatchedTrace,
  { fromIndex, toIndex, isBetween, fromMm, toMm, lengthMm }: MatchedSegment,
): (mm: number) => number {
  const between = (mm: number, place: number, nextPlace: number, at: number, nextAt: number) => {
    const spanMm = nextPlace - place
    return spanMm <= 0 ? nextAt : at + (nextAt - at) * Math.max(0, Math.min(1, (mm - place) / spanMm))
  }
  let i = fromIndex
  return (mm) => {
    if (mm >= lengthMm) return toMm
    if (isBetween) return between(mm, 0, lengthMm, fromMm, toMm)
    if (mm <= placeMm[fromIndex])
      return fromMm === atMm[fromIndex] ? fromMm : between(mm, 0, placeMm[fromIndex], fromMm, atMm[fromIndex])
    if (mm >= placeMm[toIndex]) return between(mm, placeMm[toIndex], lengthMm, atMm[toIndex], toMm)
    while (i > fromIndex && placeMm[i] > mm) i--
    while (i + 1 < toIndex && placeMm[i + 1] <= mm) i++
    return between(mm, placeMm[i], placeMm[i + 1], atMm[i], atMm[i + 1])
  }
}

export function lineAsSent(_graph: RoutingGraph, { lon, lat }: TracePoints, matched: MatchedTrace): RouteLine {
  const count = lon.length
  const arcs: number[] = []
  const along: number[] = []
  const at: number[] = []
  const push = (arc: number, alongMm: number, fromMm: number) => {
    arcs.push(arc)
    along.push(alongMm)
    at.push(fromMm)
  }
  let endMm = 0
  for (const segment of matched.segments) {
    const { fromMm } = segment
    if (fromMm > endMm) push(-1, 0, endMm)
    const placeOf = placesOnLine(matched, segment)
    const { stepArc, stepAtMm, stepAlongMm, stepCount } = segment.line
    for (let i = 0; i < stepCount; i++) push(stepArc[i], stepAlongMm[i], i === 0 ? fromMm : placeOf(stepAtMm[i]))
    endMm = segment.toMm
  }
  const lastMm = count === 0 ? 0 : matched.atMm[count - 1]
  if (lastMm > endMm || arcs.length === 0) push(-1, 0, endMm)
  at.push(lastMm)
  const stepAtMm = Float64Array.from(at)
  return {
    lonE6: toE6(lon),
    latE6: toE6(lat),
    heightM: new Float64Array(count).fill(Number.NaN),
    atMm: matched.atMm,
    stepCount: arcs.length,
    stepArc: Int32Array.from(arcs),
    stepAlongMm: Float64Array.from(along),
    stepAtMm,
    stepAtDm: Int32Array.from(stepAtMm, (mm) => Math.round(mm / 100)),
    stepFirstPoint: new Int32Array(arcs.length + 1),
    legFirstStep: Int32Array.of(0, arcs.length),
    legFirstPoint: Int32Array.of(0, Math.max(0, count - 1)),
  }
}

function toE6(degrees: Float64Array): Int32Array {
  const e6 = new Int32Array(degrees.length)
  for (let i = 0; i < degrees.length; i++) e6[i] = Math.round(degrees[i] * 1e6)
  return e6
}

const STRUCTURE = FLAG_BRIDGE | FLAG_TUNNEL | FLAG_FERRY

/**
 * The ground along a supplied line where it follows bridges, tunnels and ferries: there it has the heights of the
 * network, not those of the valley below or the mountain above.
 */
export function withStructures(graph: RoutingGraph, ground: GroundAlong, matched: MatchedTrace): GroundAlong {
  const heightM = ground.heightM.slice()
  const { atM } = ground
  let i = 0
  for (const segment of matched.segments) {
    const toPlace = placesOfSegment(matched, segment)
    const heightAt = structureHeightAt(graph, segment.line)
    while (i < atM.length && atM[i] * 1000 < segment.fromMm) i++
    for (; i < atM.length && atM[i] * 1000 <= segment.toMm; i++)
      heightM[i] = heightAt(toPlace.at(atM[i] * 1000)) ?? heightM[i]
  }
  return { ...ground, heightM }
}

/** From millimetres along the supplied line to millimetres along the line of the segment. */
function placesOfSegment({ atMm, placeMm }: MatchedTrace, segment: MatchedSegment): LineScale {
  const { fromIndex, toIndex, isBetween, fromMm, toMm, lengthMm } = segment
  const first = isBetween ? 0 : fromIndex
  const end = isBetween ? 0 : toIndex + 1
  return new LineScale(
    Float64Array.of(fromMm, ...atMm.subarray(first, end), toMm),
    Float64Array.of(0, ...placeMm.subarray(first, end), lengthMm),
  )
}

/** Metres at ascending millimetres along a line where it is a structure (NaN: unknown); null elsewhere. */
function structureHeightAt(graph: RoutingGraph, line: RouteLine): (mm: number) => number | null {
  const { edgeClass, classFlags } = graph.columns
  const { atMm, heightM, stepArc, stepAtMm, stepCount } = line
  let step = 0
  let point = 0
  return (mm) => {
    while (step > 0 && stepAtMm[step] > mm) step--
    while (step + 1 < stepCount && stepAtMm[step + 1] < mm) step++
    const arc = stepArc[step]
    if (arc < 0 || (classFlags[edgeClass[arc >>> 1]] & STRUCTURE) === 0) return null
    while (point > 0 && atMm[point] > mm) point--
    while (point + 2 < atMm.length && atMm[point + 1] < mm) point++
    const spanMm = atMm[point + 1] - atMm[point]
    const share = spanMm > 0 ? Math.max(0, Math.min(1, (mm - atMm[point]) / spanMm)) : 0
    return heightM[point] + (heightM[point + 1] - heightM[point]) * share
  }
}

/**
 * A piecewise linear function over ascending values, as from places of a supplied line to places on the network.
 * Fastest for ascending queries.
 */
export class LineScale {
  readonly #from: Float64Array
  readonly #to: Float64Array
  #i = 0

  constructor(from: Float64Array, to: Float64Array) {
    this.#from = from
    this.#to = to
  }

  at(value: number): number {
    const from = this.#from
    const to = this.#to
    const last = from.length - 1
    let i = this.#i
    while (i > 0 && from[i] > value) i--
    while (i + 1 < last && from[i + 1] < value) i++
    this.#i = i
    if (last < 1) return last < 0 ? 0 : to[0]
    const span = from[i + 1] - from[i]
    return span <= 0 ? to[i + 1] : to[i] + (to[i + 1] - to[i]) * Math.max(0, Math.min(1, (value - from[i]) / span))
  }
}
