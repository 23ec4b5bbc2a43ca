// `maneuvers` of `/v1/route`: those of all legs in one list, with the arrival at a via waypoint and the next start
// combined.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { maneuversOfLeg } from './maneuvers.ts'
import type { ManeuverType } from './maneuver-types.ts'
import type { RouteLine } from '../details/route-line.ts'
import { WAYPOINT_WORDS } from '../costs/point-subject.ts'
import type { BicycleType, Profile } from '../costs/request-types.ts'
import type { Maneuver } from '../costs/route-types.ts'

export function maneuversOfRoute(
  graph: RoutingGraph,
  line: RouteLine,
  profile: Profile,
  bicycleType?: BicycleType,
  words = WAYPOINT_WORDS,
): Maneuver[] {
  const maneuvers: Maneuver[] = []
  const steps: number[] = []
  const legCount = line.legFirstStep.length - 1
  for (let leg = 0; leg < legCount; leg++) {
    const ofLeg = maneuversOfLeg(graph, line, leg, profile, bicycleType)
    ofLeg.forEach((maneuver, i) => {
      let { type, instruction }: { type: ManeuverType; instruction: string } = maneuver
      if (i === ofLeg.length - 1) {
        if (leg < legCount - 1) return // combined with the start of the next leg
        instruction = words.arrival(legCount + 1)
      } else if (i === 0 && leg > 0) {
        instruction = `${words.reached(leg, legCount + 1)} ${instruction}`
        if (type === 'start') type = 'via'
      }
      const point = line.stepFirstPoint[maneuver.step]
      maneuvers.push({ type, instruction, location: [line.lonE6[point] / 1e6, line.latE6[point] / 1e6], distanceM: 0 })
      steps.push(maneuver.step)
    })
  }
  for (let i = 0; i + 1 < maneuvers.length; i++)
    maneuvers[i].distanceM = (line.stepAtDm[steps[i + 1]] - line.stepAtDm[steps[i]]) / 10
  return maneuvers
}
