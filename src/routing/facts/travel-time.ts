// Seconds along a route by step: hiking by src/course/hike-time.ts, running and cycling by stated simple models (speed
// by surface plus a term per metre climbed). Ferries take what the map says, told apart; where it says nothing they add
// nothing here and the answer says so. Straight legs have no time. Estimates for `/route/v1` only, save the hike time
// itself.

import {
  FIRST_SAC_OUTSIDE,
  hikeSecondsAlong,
  hikeTime,
  SAC_PACE_FACTOR,
  STEPS_PACE_FACTOR,
  SURFACE_PACE_FACTOR,
  type HikeLine,
  type HikeStretch,
  type HikeTime,
} from '../../course/hike-time.ts'
import { ACCESS, FLAG_FERRY, FLAG_STEPS, SAC_VIA_FERRATA, SURFACE_KINDS } from '../../osm/edge-facts.ts'
import { NO_CLIMB_DM, type RoutingGraph } from '../../graph/routing-graph.ts'
import * as bike from '../costs/bike-penalties.ts'
import * as foot from '../costs/foot-penalties.ts'
import type { RouteLine } from './route-line.ts'
import { shareOfEdge, type FerryDurations } from './route-notes.ts'
import type { RouteSettings } from '../costs/route-types.ts'

/**
 * Run: level speed 10 km/h (foot-penalties.ts), 3 s per metre up, slower by grade like walking. Bike: speeds of
 * bike-penalties.ts, 4.5 s per metre up.
 */
const RUN_S_PER_M_UP = 3
const BIKE_S_PER_M_UP = 4.5
/** Reason of a step that follows no way. */
export const NO_WAY_REASON = 'straight leg'
const DISMOUNT = ACCESS.indexOf('dismount')

/** The object `time` of a hike. */
export function hikeTimeOf(graph: RoutingGraph, line: RouteLine): HikeTime {
  return hikeTime(hikeLine(line), hikeStretches(graph, line))
}

/** metres along the line under way, used again for the next one */
let alongM = new Float64Array(1024)

/** Valid until the next call. */
function hikeLine({ atMm, heightM }: RouteLine): HikeLine {
  if (alongM.length < atMm.length) alongM = new Float64Array(atMm.length * 2)
  for (let i = 0; i < atMm.length; i++) alongM[i] = atMm[i] / 1000
  return { atM: alongM.subarray(0, atMm.length), heightM }
}

/** Pace facts of every step; neighbours alike are merged. */
export function hikeStretches(graph: RoutingGraph, line: RouteLine): HikeStretch[] {
  const { edgeClass, classSac, classSurface, classFlags } = graph.columns
  const stretches: HikeStretch[] = []
  let last: HikeStretch | null = null
  for (let i = 0; i < line.stepCount; i++) {
    const fromM = line.stepAtMm[i] / 1000
    const toM = line.stepAtMm[i + 1] / 1000
    if (toM === fromM) continue
    let paceFactor = 0
    let outsideReason: string | null = NO_WAY_REASON
    if (line.stepArc[i] >= 0) {
      const k = edgeClass[line.stepArc[i] >>> 1]
      const sac = classSac[k]
      if ((classFlags[k] & FLAG_FERRY) !== 0) outsideReason = 'ferry'
      else {
        paceFactor =
          SAC_PACE_FACTOR[sac] *
          SURFACE_PACE_FACTOR[SURFACE_KINDS[classSurface[k]]] *
          ((classFlags[k] & FLAG_STEPS) !== 0 ? STEPS_PACE_FACTOR : 1)
        outsideReason = sac === SAC_VIA_FERRATA ? 'via ferrata' : sac >= FIRST_SAC_OUTSIDE ? `T${sac}` : null
      }
    }
    if (last !== null && last.paceFactor === paceFactor && last.outsideReason === outsideReason) last.toM = toM
    else stretches.push((last = { fromM, toM, paceFactor, outsideReason }))
  }
  return stretches
}

/**
 * Seconds from the start to the beginning of every step, and to the end: stepCount + 1. Ferries with a known duration
 * included.
 */
export function secondsByStep(
  graph: RoutingGraph,
  line: RouteLine,
  settings: RouteSettings,
  ferryDurations: FerryDurations,
): Float64Array {
  const { edgeClass, classFlags } = graph.columns
  const hike = settings.profile === 'hike' ? hikeSecondsAlong(hikeLine(line), hikeStretches(graph, line)) : null
  const seconds = new Float64Array(line.stepCount + 1)
  for (let i = 0; i < line.stepCount; i++) {
    let stepS = 0
    const arc = line.stepArc[i]
    if (arc >= 0) {
      if ((classFlags[edgeClass[arc >>> 1]] & FLAG_FERRY) !== 0)
        stepS = (ferryDurations.get(arc >>> 1) ?? 0) * shareOfEdge(graph, line, i)
      else if (hike !== null) stepS = hike[line.stepFirstPoint[i + 1]] - hike[line.stepFirstPoint[i]]
      else stepS = simpleSeconds(graph, line, i, settings)
    }
    seconds[i + 1] = seconds[i] + stepS
  }
  return seconds
}

function simpleSeconds(graph: RoutingGraph, line: RouteLine, step: number, settings: RouteSettings): number {
  const {
    edgeClass,
    edgeAscentDm,
    edgeDescentDm,
    classSac,
    classMtb,
    classSurface,
    classSurfaceTag,
    classFlags,
    classBikeForward,
    classBikeBackward,
  } = graph.columns
  const arc = line.stepArc[step]
  const edge = arc >>> 1
  const k = edgeClass[edge]
  const lengthM = (line.stepAtMm[step + 1] - line.stepAtMm[step]) / 1000
  const upDm = (arc & 1) === 0 ? edgeAscentDm[edge] : edgeDescentDm[edge]
  const upM = edgeAscentDm[edge] === NO_CLIMB_DM ? 0 : (upDm / 10) * shareOfEdge(graph, line, step)
  const surface = SURFACE_KINDS[classSurface[k]]
  if (settings.profile === 'run') {
    const slower = foot.SAC[classSac[k]] * ((classFlags[k] & FLAG_STEPS) !== 0 ? foot.STEPS_RUN : 1)
    return (lengthM * 3.6 * slower) / foot.RUN_KMH + upM * RUN_S_PER_M_UP
  }
  if (((arc & 1) === 0 ? classBikeForward : classBikeBackward)[k] === DISMOUNT)
    return (lengthM * 3.6) / bike.PUSHING_KMH
  const type = settings.bicycleType ?? 'hybrid'
  const rough = bike.SURFACE_TAG[type][graph.string(classSurfaceTag[k]) ?? ''] ?? 1
  return (
    (lengthM * 3.6 * rough * Math.min(4, bike.MTB[type][classMtb[k]])) / bike.SURFACE_KMH[type][surface] +
    upM * BIKE_S_PER_M_UP
  )
}
