// `legs` and `snaps` of a route. The legs add up to the route: distances are differences along one line, and climbs are
// shares of one climb.

import { type NameValue, Sentence } from '../../language/sentence.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { RouteClimb } from './route-climb.ts'
import type { RouteLine } from './route-line.ts'
import type { FollowedTrail, Leg, Snap } from '../costs/route-types.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { roundTo, tenths } from '../../wire/numbers.ts'

export function legsOf(
  line: RouteLine,
  climb: RouteClimb,
  points: readonly SnapPoint[],
  trails: readonly (FollowedTrail | null)[] = [],
): Leg[] {
  return climb.legs.map(({ ascentDm, descentDm }, leg) => ({
    leg,
    distanceM: (line.stepAtDm[line.legFirstStep[leg + 1]] - line.stepAtDm[line.legFirstStep[leg]]) / 10,
    ascentM: ascentDm === null ? null : ascentDm / 10,
    descentM: descentDm === null ? null : descentDm / 10,
    fromSnapM: tenths(points[leg].distanceM),
    toSnapM: tenths(points[leg + 1].distanceM),
    ...(trails[leg] == null ? {} : { trail: trails[leg] }),
  }))
}

/** `waypointOf`: the waypoint of a point; absent: each is its own. */
export function snapsOf(
  graph: RoutingGraph,
  points: readonly SnapPoint[],
  waypointOf: (point: number) => number = (point) => point,
  names: readonly (NameValue | null)[] | null = null,
): Snap[] {
  return points.map(({ lon, lat, distanceM, edge }, point) => ({
    waypoint: waypointOf(point),
    distanceM: tenths(distanceM),
    location: [roundTo(lon, 1e6), roundTo(lat, 1e6)],
    wayId: edge < 0 ? null : graph.wayIdOf(edge),
    ...(names?.[waypointOf(point)] == null ? {} : { name: nameOf(names[waypointOf(point)]!) }),
  }))
}

/** What came from another thread is a sentence no more. */
function nameOf(name: NameValue): string | Sentence {
  return typeof name === 'string' ? name : new Sentence(name.code, name.values as never)
}
