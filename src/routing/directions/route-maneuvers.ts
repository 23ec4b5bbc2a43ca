// Instructions along a whole route: those of its legs in one list, with the arrival at a via waypoint and the next
// start combined.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY } from '../../osm/edge-facts.ts'
import type { RouteWords } from '../costs/point-subject.ts'
import type { BicycleType, Profile } from '../costs/request-types.ts'
import type { Maneuver, ManeuverType } from '../costs/route-types.ts'
import type { RouteLine } from '../details/route-line.ts'
import { type LegManeuver, maneuversOfLeg, then, travelOf } from './maneuvers.ts'

/** `maneuvers` of `/v1/route`. `atS`: seconds to every point of the line; null where nothing of it has a time. */
export function maneuversOfRoute(
  graph: RoutingGraph,
  line: RouteLine,
  { profile, bicycleType }: { profile: Profile; bicycleType?: BicycleType | undefined },
  atS: Float64Array | null,
  words: RouteWords,
): Maneuver[] {
  const maneuvers: Maneuver[] = []
  const steps: number[] = []
  const legCount = line.legFirstStep.length - 1
  let arrivalDeg: number | null = null
  for (let leg = 0; leg < legCount; leg++) {
    const ofLeg = maneuversOfLeg(graph, line, leg, profile, bicycleType)
    const last = ofLeg.length - 1
    for (let i = 0; i <= last; i++) {
      const maneuver = ofLeg[i]
      const { step, way } = maneuver
      const sign = way?.sign ?? null
      let { type, instruction, bearingBeforeDeg }: { type: ManeuverType } & Omit<LegManeuver, 'type'> = maneuver
      if (i === last) {
        arrivalDeg = bearingBeforeDeg
        if (leg < legCount - 1) break // combined with the start of the next leg
        instruction = words.arrival(legCount + 1, travelOf(profile))
      } else if (i === 0 && leg > 0) {
        instruction = then(words.reached(leg, legCount + 1), instruction)
        bearingBeforeDeg = arrivalDeg
        if (type === 'start') type = 'via'
      }
      const point = line.stepFirstPoint[step]
      maneuvers.push({
        type,
        instruction,
        location: [line.lonE6[point] / 1e6, line.latE6[point] / 1e6],
        distanceM: 0,
        movingS: 0,
        leg,
        modifier: maneuver.modifier,
        exitNumber: maneuver.exitNumber,
        bearingBeforeDeg,
        bearingAfterDeg: maneuver.bearingAfterDeg,
        wayKind: way?.kind ?? null,
        name: way?.name ?? null,
        ref: way?.ref ?? null,
        sign: typeof sign === 'string' ? sign : null,
        symbol: typeof sign === 'string' || sign === null ? null : sign.symbol,
      })
      steps.push(step)
    }
  }
  for (let i = 0; i + 1 < maneuvers.length; i++) {
    const [from, to] = [steps[i], steps[i + 1]]
    maneuvers[i].distanceM = (line.stepAtDm[to] - line.stepAtDm[from]) / 10
    maneuvers[i].movingS = atS === null || isCarried(graph, line, from, to) ? null : secondsBetween(line, atS, from, to)
  }
  return maneuvers
}

/** To a tenth, and so that the parts of a line add up. */
function secondsBetween({ stepFirstPoint }: RouteLine, atS: Float64Array, from: number, to: number): number {
  return (Math.round(atS[stepFirstPoint[to]] * 10) - Math.round(atS[stepFirstPoint[from]] * 10)) / 10
}

/** Whether a ferry or a straight leg is between two steps, over which nobody moves. */
function isCarried({ columns }: RoutingGraph, { stepArc, stepAtMm }: RouteLine, from: number, to: number): boolean {
  const { edgeClass, classFlags } = columns
  for (let i = from; i < to; i++) {
    if (stepAtMm[i + 1] === stepAtMm[i]) continue
    if (stepArc[i] < 0 || (classFlags[edgeClass[stepArc[i] >>> 1]] & FLAG_FERRY) !== 0) return true
  }
  return false
}
