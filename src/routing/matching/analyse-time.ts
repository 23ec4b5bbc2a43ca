// Moving time of an analysed line. The distance travelled is that on the network where the line is matched, and that of
// the line simplified to 5 m elsewhere (so that GPS wander adds nothing); heights are those of the answer. Off the
// network the pace is that of an untagged path and outside the calibration. Stretches are in metres of the supplied
// line.

import type { HeightSeries } from '../../course/course-heights.ts'
import { movingTime, type MovingTime, type PaceStretch } from '../../course/moving-time.ts'
import { steadyLengths } from '../../course/steady-lengths.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { AnalyseJob } from './analyse-types.ts'
import { LineScale } from './line-scale.ts'
import type { MatchedTrace } from './match-types.ts'
import type { RouteLine } from '../details/route-line.ts'
import { NO_WAY_REASON, paceStretches } from '../details/travel-time.ts'
import { tenths } from '../../wire/round-to.ts'

export const OFF_NETWORK_REASON = 'on no mapped way, timed as an untagged path'

/** Null if no heights are known: a time on level ground would be a guess. */
export function analysedTime(
  graph: RoutingGraph,
  job: AnalyseJob,
  matched: MatchedTrace,
  line: RouteLine,
  heights: HeightSeries | null,
): MovingTime | null {
  if (heights === null) return null
  const { lineMm, walkedMm } = walkedAlong(job, matched)
  const toWalked = new LineScale(lineMm, walkedMm)
  const { atM, climbM, partStart } = heights
  const points: { atM: number[]; heightM: number[] } = { atM: [], heightM: [] }
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      points.atM.push(toWalked.at(atM[i] * 1000) / 1000)
      points.heightM.push(climbM[i])
    }
    // there is no climb between parts
    if (p + 2 < partStart.length) {
      points.atM.push(points.atM[points.atM.length - 1])
      points.heightM.push(Number.NaN)
    }
  }
  const walkedOf = new LineScale(lineMm, walkedMm)
  const stretches: PaceStretch[] = paceStretches(graph, line, { profile: job.profile }).map((stretch) => {
    const fromM = walkedOf.at(stretch.fromM * 1000) / 1000
    const toM = walkedOf.at(stretch.toM * 1000) / 1000
    return stretch.outsideReason === NO_WAY_REASON
      ? { fromM, toM, paceFactor: 1, outsideReason: OFF_NETWORK_REASON }
      : { ...stretch, fromM, toM }
  })
  const time = movingTime(
    { atM: Float64Array.from(points.atM), heightM: Float64Array.from(points.heightM) },
    stretches.filter(({ fromM, toM }) => toM > fromM),
    { profile: job.profile, walker: job.walker ?? null },
  )
  const toLine = new LineScale(walkedMm, lineMm)
  const outsideCalibration = time.outsideCalibration.map(({ fromM, toM, reason }) => ({
    fromM: tenths(toLine.at(fromM * 1000) / 1000),
    toM: tenths(toLine.at(toM * 1000) / 1000),
    reason,
  }))
  return {
    ...time,
    outsideCalibration,
    outsideCalibrationM: tenths(outsideCalibration.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0)),
  }
}

/** Millimetres travelled at every point of the line, and where segments begin and end between points. */
function walkedAlong(
  { lon, lat, partStart }: AnalyseJob,
  { atMm, placeMm, segmentOf, segments }: MatchedTrace,
): {
  lineMm: Float64Array
  walkedMm: Float64Array
} {
  const steadyMm = new Float64Array(atMm.length)
  for (let p = 0; p + 1 < partStart.length; p++) {
    const [from, to] = [partStart[p], partStart[p + 1] - 1]
    if (to < from) continue
    const startMm = from === 0 ? 0 : steadyMm[from - 1]
    const alongM = to > from ? steadyLengths(lon, lat, from, to) : [0]
    for (let i = from; i <= to; i++) steadyMm[i] = startMm + alongM[i - from] * 1000
  }
  const toSteady = new LineScale(atMm, steadyMm)
  const lineMm: number[] = []
  const walkedMm: number[] = []
  let walked = 0
  let lastMm = 0
  const push = (mm: number, lengthMm: number) => {
    walked += lengthMm
    lastMm = mm
    lineMm.push(mm)
    walkedMm.push(walked)
  }
  const pushOff = (mm: number) => push(mm, Math.max(0, toSteady.at(mm) - toSteady.at(lastMm)))
  let next = 0
  for (let i = 0; i < atMm.length; i++) {
    const s = segmentOf[i]
    if (i > 0 && s >= 0 && s === segmentOf[i - 1]) {
      push(atMm[i], placeMm[i] - placeMm[i - 1])
      continue
    }
    const before = i === 0 ? undefined : segments[segmentOf[i - 1]]
    if (before !== undefined) {
      if (before.toMm > lastMm) push(before.toMm, before.lengthMm - placeMm[i - 1])
      next = segmentOf[i - 1] + 1
    }
    for (; next < segments.length && segments[next].isBetween && segments[next].toIndex === i; next++) {
      pushOff(segments[next].fromMm)
      push(segments[next].toMm, segments[next].lengthMm)
    }
    if (s >= 0 && segments[s].fromMm < atMm[i]) {
      pushOff(segments[s].fromMm)
      push(atMm[i], placeMm[i])
    } else pushOff(atMm[i])
  }
  return { lineMm: Float64Array.from(lineMm), walkedMm: Float64Array.from(walkedMm) }
}
