// The stretches of a line between its segments, each with its reason. Together with the segments they cover every part
// of the line once, in millimetres; parts are separate.

import type { MatchedSegment, MatchedTrace, TracePoints, UnmatchedReason, UnmatchedStretch } from './match-types.ts'

/** Reasons of unmatched points, and of steps off the network between matched points. */
export interface Reasons {
  ofPoint: Map<number, UnmatchedReason>
  /** steps (by their first point) between the segments into which one chain was split */
  tooFar: Set<number>
}

export function findGaps(
  { partStart }: TracePoints,
  { atMm, segmentOf, segments }: MatchedTrace,
  { ofPoint, tooFar }: Reasons,
): UnmatchedStretch[] {
  const gaps: UnmatchedStretch[] = []
  const add = (step: number, fromMm: number, toMm: number, reason: UnmatchedReason, joins: boolean) => {
    const open = gaps[gaps.length - 1]
    if (joins && open !== undefined && open.reason === reason && open.toMm === fromMm) {
      open.toIndex = step + 1
      open.toMm = toMm
    } else gaps.push({ fromIndex: step, toIndex: step + 1, fromMm, toMm, reason })
  }
  const reasonOf = (i: number): UnmatchedReason => {
    if (tooFar.has(i)) return 'too_far'
    if (segmentOf[i] >= 0 && segmentOf[i + 1] >= 0) return 'no_connection'
    return (
      (segmentOf[i] < 0 ? ofPoint.get(i) : undefined) ??
      (segmentOf[i + 1] < 0 ? ofPoint.get(i + 1) : undefined) ??
      'no_connection'
    )
  }
  let next = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    const last = partStart[p + 1] - 1
    for (let i = partStart[p]; i < last; i++) {
      if (segmentOf[i] >= 0 && segmentOf[i] === segmentOf[i + 1]) continue
      const before: MatchedSegment | undefined = segments[segmentOf[i]]
      let fromMm = before === undefined ? atMm[i] : before.toMm
      const joins = i > partStart[p] && segmentOf[i] < 0
      let isFirst = true
      while (next < segments.length && segments[next].toMm <= fromMm) next++
      for (; next < segments.length && segments[next].isBetween && segments[next].fromIndex === i; next++) {
        if (segments[next].fromMm > fromMm) add(i, fromMm, segments[next].fromMm, reasonOf(i), joins && isFirst)
        fromMm = segments[next].toMm
        isFirst = false
      }
      const toMm = segmentOf[i + 1] < 0 ? atMm[i + 1] : segments[segmentOf[i + 1]].fromMm
      if (toMm > fromMm || isFirst) add(i, fromMm, Math.max(fromMm, toMm), reasonOf(i), joins && isFirst)
    }
    if (last === partStart[p])
      gaps.push({
        fromIndex: last,
        toIndex: last,
        fromMm: atMm[last],
        toMm: atMm[last],
        reason: ofPoint.get(last) ?? 'no_path_nearby',
      })
  }
  return gaps
}
