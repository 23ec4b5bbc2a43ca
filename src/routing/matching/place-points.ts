// The place of every point of a line on the segment that it was matched to.

import type { Observations } from './match-observations.ts'
import { nearestOnLine } from './nearest-on-line.ts'
import type { MatchedSegment, MatchedTrace, TracePoints } from './match-types.ts'
import type { Chain } from './match-viterbi.ts'

/** Places every point of the chain's observations on the segment, in order. */
export function placePoints(
  trace: TracePoints,
  { firstPoint, point }: Observations,
  chain: Chain,
  { line, lengthMm }: MatchedSegment,
  placeMm: Float64Array,
  matched: MatchedTrace,
): void {
  const index = matched.segments.length
  let lastMm = 0
  for (let o = chain.from; o <= chain.to; o++) {
    const k = o - chain.from
    // the point that was looked up is the first of its group, or in the middle of an averaged one
    const isFirst = point[o] === firstPoint[o]
    const fromMm = k === 0 ? 0 : isFirst ? placeMm[k] : (placeMm[k - 1] + placeMm[k]) / 2
    const toMm = o === chain.to ? lengthMm : isFirst ? placeMm[k + 1] : (placeMm[k] + placeMm[k + 1]) / 2
    for (let i = firstPoint[o]; i < firstPoint[o + 1]; i++) {
      lastMm = Math.max(lastMm, Math.min(fromMm, lengthMm))
      const near = nearestOnLine(line, lastMm, Math.max(lastMm, toMm), trace.lon[i], trace.lat[i])
      lastMm = near.atMm
      matched.segmentOf[i] = index
      matched.placeMm[i] = near.atMm
      matched.lon[i] = near.lon
      matched.lat[i] = near.lat
      matched.awayM[i] = near.awayM
      if (i === point[o]) matched.isLookedUp[i] = 1
    }
  }
}
