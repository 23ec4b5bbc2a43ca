// Walking time of an analysed line. What was walked is the network where the line is matched (jitter of a recording
// adds no metre) and the line itself where it is not; heights are those of the answer. Off the network the pace is that
// of an untagged path and outside the calibration. Stretches are told in metres of the line as sent.

import { hikeTime, type HikeStretch, type HikeTime } from '../../course/hike-time.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { AnalyseJob } from './analyse-types.ts'
import type { MatchedTrace } from './match-types.ts'
import type { RouteLine } from '../facts/route-line.ts'
import { hikeStretches, NO_WAY_REASON } from '../facts/travel-time.ts'

export const OFF_NETWORK_REASON = 'on no mapped way, timed as an untagged path'

/** Null where no heights are known: a time on the level would be a guess. */
export function analysedTime(
  graph: RoutingGraph,
  job: AnalyseJob,
  matched: MatchedTrace,
  line: RouteLine,
): HikeTime | null {
  if (job.heights === null) return null
  const walkedMm = walkedAlong(matched)
  const toWalked = between(matched.atMm, walkedMm)
  const { atM, heightM, partStart } = job.heights
  const points: { atM: number[]; heightM: number[] } = { atM: [], heightM: [] }
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      points.atM.push(toWalked(atM[i] * 1000) / 1000)
      points.heightM.push(heightM[i])
    }
    // nobody climbs from one part to the next
    if (p + 2 < partStart.length) {
      points.atM.push(points.atM[points.atM.length - 1])
      points.heightM.push(Number.NaN)
    }
  }
  const walkedOf = between(matched.atMm, walkedMm)
  const stretches: HikeStretch[] = hikeStretches(graph, line).map((stretch) => {
    const fromM = walkedOf(stretch.fromM * 1000) / 1000
    const toM = walkedOf(stretch.toM * 1000) / 1000
    return stretch.outsideReason === NO_WAY_REASON
      ? { fromM, toM, paceFactor: 1, outsideReason: OFF_NETWORK_REASON }
      : { ...stretch, fromM, toM }
  })
  const time = hikeTime(
    { atM: Float64Array.from(points.atM), heightM: Float64Array.from(points.heightM) },
    stretches.filter(({ fromM, toM }) => toM > fromM),
  )
  const toLine = between(walkedMm, matched.atMm)
  const tenths = (m: number) => Math.round(m * 10) / 10
  const outsideCalibration = time.outsideCalibration.map(({ fromM, toM, reason }) => ({
    fromM: tenths(toLine(fromM * 1000) / 1000),
    toM: tenths(toLine(toM * 1000) / 1000),
    reason,
  }))
  return {
    ...time,
    outsideCalibration,
    outsideCalibrationM: tenths(outsideCalibration.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0)),
  }
}

/** Millimetres walked at every point of the line. */
function walkedAlong({ atMm, placeMm, segmentOf }: MatchedTrace): Float64Array {
  const walkedMm = new Float64Array(atMm.length)
  for (let i = 1; i < atMm.length; i++) {
    const onNetwork = segmentOf[i] >= 0 && segmentOf[i] === segmentOf[i - 1]
    walkedMm[i] = walkedMm[i - 1] + (onNetwork ? placeMm[i] - placeMm[i - 1] : atMm[i] - atMm[i - 1])
  }
  return walkedMm
}

/** Piecewise linear from one ascending scale to another, for ascending questions (others are answered too). */
function between(from: Float64Array, to: Float64Array): (value: number) => number {
  let i = 0
  const last = from.length - 1
  return (value) => {
    while (i > 0 && from[i] > value) i--
    while (i + 1 < last && from[i + 1] < value) i++
    if (last < 1) return last < 0 ? 0 : to[0]
    const span = from[i + 1] - from[i]
    return span <= 0 ? to[i + 1] : to[i] + (to[i + 1] - to[i]) * Math.max(0, Math.min(1, (value - from[i]) / span))
  }
}
