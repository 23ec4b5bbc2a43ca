// What is kept of a segment that was found: the part of it that the line follows within the search radius. The points
// of the rest are too far from any way.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { RouteLineBuilder } from '../details/route-line.ts'
import type { Reasons } from './match-gaps.ts'
import type { Step } from './match-path.ts'
import { cutSteps, legsOfSteps } from './legs-of-steps.ts'
import type { MatchedSegment, MatchedTrace, TracePoints } from './match-types.ts'
import { findNearStretches } from './near-stretches.ts'

export const LEAST_SEGMENT_MM = 3000

export interface NearParts {
  graph: RoutingGraph
  lines: RouteLineBuilder
  poll: () => void
}

export interface FoundSegment {
  segment: MatchedSegment
  /** what its line is built from */
  steps: readonly Step[]
}

/** Adds the segment, or the part of it within the radius of the line; the rest is too far. */
export function keepNear(
  { graph, lines, poll }: NearParts,
  trace: TracePoints,
  { segment: whole, steps }: FoundSegment,
  radiusM: number,
  matched: MatchedTrace,
  reasons: Reasons,
): void {
  const { atMm, segmentOf, placeMm, isLookedUp, awayM } = matched
  const stretches = findNearStretches(trace, matched, whole, radiusM, poll)
  if (stretches === null) {
    matched.segments.push(whole)
    return
  }
  for (let i = whole.fromIndex; i <= whole.toIndex; i++) {
    segmentOf[i] = -1
    reasons.ofPoint.set(i, 'too_far')
    if (i < whole.toIndex) reasons.tooFar.add(i)
  }
  let point = whole.fromIndex
  for (const { fromMm, toMm, placeFromMm, placeToMm } of stretches) {
    if (placeToMm - placeFromMm < LEAST_SEGMENT_MM) continue
    while (point < whole.toIndex && atMm[point] < fromMm) point++
    const isBetween = atMm[point] > toMm
    let last = point
    while (last < whole.toIndex && atMm[last + 1] <= toMm) last++
    if (!isBetween)
      for (let i = point; i <= last; i++) {
        segmentOf[i] = matched.segments.length
        placeMm[i] = Math.max(0, Math.min(placeMm[i], placeToMm) - placeFromMm)
      }
    matched.segments.push({
      fromIndex: isBetween ? point - 1 : point,
      toIndex: last,
      isBetween,
      fromMm,
      toMm,
      line: lines.build(legsOfSteps(graph, cutSteps(steps, placeFromMm, placeToMm))),
      lengthMm: placeToMm - placeFromMm,
    })
    if (!isBetween) point = last + (last < whole.toIndex ? 1 : 0)
  }
  for (let i = whole.fromIndex; i <= whole.toIndex; i++) {
    if (segmentOf[i] >= 0) continue
    placeMm[i] = isLookedUp[i] = 0
    awayM[i] = Number.NaN
    matched.lon[i] = trace.lon[i]
    matched.lat[i] = trace.lat[i]
  }
}
