// Moving time of a route and seconds along it by step, for all profiles, by src/course/moving-time.ts with the pace of
// each class of way. Ferries take the mapped time, reported separately; without one they add nothing, and the answer
// says so. Straight legs have no time.

import {
  secondsAlong,
  type MovingTime,
  type PaceStretch,
  type TimedLine,
  timesAlong,
} from '../../course/moving-time.ts'
import {
  PACE_MODELS,
  type Walker,
  FIRST_SAC_OUTSIDE,
  PUSHING_PACE_FACTOR,
  SAC_PACE_FACTOR,
  STEPS_PACE_FACTOR,
  SURFACE_PACE_FACTOR,
  type Pace,
} from '../../course/pace-models.ts'
import { say, type Sentence } from '../../language/sentence.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY, FLAG_STEPS, SAC_VIA_FERRATA } from '../../osm/edge-facts.ts'
import type { RouteLine } from './route-line.ts'
import { shareOfEdge, type FerryDurations } from './notes.ts'
import * as bike from '../costs/bike-penalties.ts'
import { PUSHED, ridingByClass } from '../costs/pushing.ts'
import type { BicycleType, Profile } from '../costs/request-types.ts'
import { SURFACE_KINDS } from '../../travel/surfaces.ts'

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

/** The bicycle and ground that represent the mix in the recordings. */
const USUAL_KMH = bike.SURFACE_KMH.hybrid.paved

const FERRY_REASON = say('reason.calibration.ferry')
const PUSHED_REASON = say('reason.calibration.pushed')
/** By index of the grade on foot. */
const GRADE_REASONS = Array.from({ length: SAC_VIA_FERRATA + 1 }, (_, sac) =>
  sac === SAC_VIA_FERRATA
    ? say('reason.calibration.via_ferrata')
    : say('reason.calibration.grade', { grade: `T${sac}` }),
)

export interface Travel {
  profile: Profile
  /** bike only; absent or null: hybrid */
  bicycleType?: BicycleType | null | undefined
}

interface ArcPace {
  /** 0: not travelled under one's own power */
  paceFactor: number
  pace: Pace
  /** one object for each reason, so that equal ones are the same */
  outsideReason: Sentence | null
}

/**
 * The pace on an arc by its class, relative to the model's own (src/course/pace-models.ts): the factors of surface,
 * grade and steps on foot, of bicycle and ground on wheels, all from judgement; pushed where riding is not allowed.
 * Both the finished line and the single arc are timed by it. `slot`: class * 2 + direction.
 */
export function paceOfSlot(graph: RoutingGraph, slot: number, { profile, bicycleType }: Travel): ArcPace {
  const { classSac, classMtb, classSurface, classSurfaceTag, classFlags } = graph.columns
  const k = slot >>> 1
  const model = PACE_MODELS[profile]
  if ((classFlags[k] & FLAG_FERRY) !== 0) return { paceFactor: 0, pace: model, outsideReason: FERRY_REASON }
  const surface = SURFACE_KINDS[classSurface[k]]
  const isSteps = (classFlags[k] & FLAG_STEPS) !== 0
  if (profile === 'bike') {
    const type = bicycleType ?? 'hybrid'
    if (ridingByClass(graph, type)[slot] === PUSHED || isSteps)
      return { paceFactor: PUSHING_PACE_FACTOR, pace: PACE_MODELS.hike, outsideReason: PUSHED_REASON }
    const rough = bike.SURFACE_TAG[type][graph.string(classSurfaceTag[k]) ?? ''] ?? 1
    const trail = Math.min(4, bike.MTB[type][classMtb[k]])
    return {
      paceFactor: (USUAL_KMH / bike.SURFACE_KMH[type][surface]) * rough * trail,
      pace: model,
      outsideReason: null,
    }
  }
  const sac = classSac[k]
  return {
    paceFactor: SAC_PACE_FACTOR[sac] * SURFACE_PACE_FACTOR[surface] * (isSteps ? STEPS_PACE_FACTOR : 1),
    pace: model,
    outsideReason: sac >= FIRST_SAC_OUTSIDE ? GRADE_REASONS[sac] : null,
  }
}
