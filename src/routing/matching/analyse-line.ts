// The supplied line in the form from which route facts are computed: its own points and lengths, and the arcs it
// follows as steps. A stretch off the network is a step without an arc (-1). Places on the network are mapped to the
// line through the matched points, so that every fact is in metres of the supplied line. The points themselves are
// never moved.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { MatchedSegment, MatchedTrace, TracePoints } from './match-types.ts'
import type { RouteLine } from '../details/route-line.ts'

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
