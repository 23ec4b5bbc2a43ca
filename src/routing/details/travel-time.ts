// Moving time of a route and seconds along it by step, for all profiles, by src/course/moving-time.ts with the paces of
// class-pace.ts. Ferries take the mapped time, reported separately; without one they add nothing, and the answer says
// so. Straight legs have no time.

import {
  secondsAlong,
  type MovingTime,
  type PaceStretch,
  type TimedLine,
  timesAlong,
} from '../../course/moving-time.ts'
import { PACE_MODELS, type Walker } from '../../course/pace-models.ts'
import { say } from '../../language/sentence.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY } from '../../osm/edge-facts.ts'
import { paceOfSlot, type ArcPace, type Travel } from './class-pace.ts'
import type { RouteLine } from './route-line.ts'
import { shareOfEdge, type FerryDurations } from './noted-stretches.ts'

/** Reason for a step that follows no way. */
export const NO_WAY_REASON = say('reason.calibration.straight_leg')

export interface TimedTravel extends Travel {
  walker?: Walker | null | undefined
}

/** The object `time` of a route. */
export function timeOfRoute(graph: RoutingGraph, line: RouteLine, travel: TimedTravel): MovingTime {
  return timesOfRoute(graph, line, travel).time
}

/** The same, and seconds from the start to every point; ferries and straight legs add none. */
export function timesOfRoute(graph: RoutingGraph, line: RouteLine, travel: TimedTravel): ReturnType<typeof timesAlong> {
  const traveller = { profile: travel.profile, walker: travel.walker ?? null }
  return timesAlong(timedLine(line), paceStretches(graph, line, travel), traveller)
}

/** metres along the current line, reused for the next */
let alongM = new Float64Array(1024)

/** Valid until the next call. */
function timedLine({ atMm, heightM }: RouteLine): TimedLine {
  if (alongM.length < atMm.length) alongM = new Float64Array(atMm.length * 2)
  for (let i = 0; i < atMm.length; i++) alongM[i] = atMm[i] / 1000
  return { atM: alongM.subarray(0, atMm.length), heightM }
}

/** Pace facts of every step; equal neighbours are merged. */
export function paceStretches(graph: RoutingGraph, line: RouteLine, travel: Travel): PaceStretch[] {
  const stretches: PaceStretch[] = []
  const own = PACE_MODELS[travel.profile]
  const noWay = { paceFactor: 0, pace: own, outsideReason: NO_WAY_REASON }
  const paceOf = pacesBySlot(graph, travel)
  let last: PaceStretch | null = null
  for (let i = 0; i < line.stepCount; i++) {
    const fromM = line.stepAtMm[i] / 1000
    const toM = line.stepAtMm[i + 1] / 1000
    if (toM === fromM) continue
    const { paceFactor, pace, outsideReason } = line.stepArc[i] >= 0 ? paceOf(line.stepArc[i]) : noWay
    if (
      last !== null &&
      last.paceFactor === paceFactor &&
      last.outsideReason === outsideReason &&
      (last.pace ?? own) === pace
    )
      last.toM = toM
    else stretches.push((last = { fromM, toM, paceFactor, outsideReason, ...(pace === own ? {} : { pace }) }))
  }
  return stretches
}

/** Each class and direction is looked up once. */
function pacesBySlot(graph: RoutingGraph, travel: Travel): (arc: number) => ArcPace {
  const { edgeClass } = graph.columns
  const known = new Map<number, ArcPace>()
  return (arc) => {
    const slot = edgeClass[arc >>> 1] * 2 + (arc & 1)
    let pace = known.get(slot)
    if (pace === undefined) known.set(slot, (pace = paceOfSlot(graph, slot, travel)))
    return pace
  }
}

/**
 * Seconds from the start to the beginning of every step, and to the end: stepCount + 1. Ferries with a known duration
 * included.
 */
export function secondsByStep(
  graph: RoutingGraph,
  line: RouteLine,
  travel: TimedTravel,
  ferryDurations: FerryDurations,
): Float64Array {
  const { edgeClass, classFlags } = graph.columns
  const traveller = { profile: travel.profile, walker: travel.walker ?? null }
  const atS = secondsAlong(timedLine(line), paceStretches(graph, line, travel), traveller)
  const seconds = new Float64Array(line.stepCount + 1)
  for (let i = 0; i < line.stepCount; i++) {
    const arc = line.stepArc[i]
    const isFerry = arc >= 0 && (classFlags[edgeClass[arc >>> 1]] & FLAG_FERRY) !== 0
    seconds[i + 1] =
      seconds[i] +
      (isFerry
        ? (ferryDurations.get(arc >>> 1) ?? 0) * shareOfEdge(graph, line, i)
        : atS[line.stepFirstPoint[i + 1]] - atS[line.stepFirstPoint[i]])
  }
  return seconds
}
