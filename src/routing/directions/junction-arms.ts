// The arms of a junction, open or not. A barrier at a junction cuts it into several nodes joined by edges of no length;
// here they are one junction. Two one-way lanes of one street are distinguished from a fork.

import { distanceM, turnDeg } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { Profile } from '../costs/request-types.ts'
import { bearingFromTail, placeAlong } from './arc-bearing.ts'
import { couldBeOneStreet } from './way-identity.ts'

export interface JunctionArm {
  /** leads away from the junction */
  arc: number
  /** whether the arm, and each barrier before it, is open */
  isOpen: boolean
}

/** Nodes that are looked at in one junction. */
const MOST_NODES = 16
/** Lanes of one street are nearer to each other than this. */
const LANES_APART_M = 30
/** How far along two lanes their distance is measured, at most. */
const LANES_MM = 100_000
/** Lanes that begin at one place leave it within this angle. */
const LANES_DEG = 60

/** All arms of the junction at a node, in the order of the network. */
export function armsAt(graph: RoutingGraph, node: number, isOpen: (arc: number) => boolean): JunctionArm[] {
  const { firstArc, arcId, edgeLengthMm } = graph.columns
  const arms: JunctionArm[] = []
  const nodes = [node]
  const areOpen = [true]
  for (let n = 0; n < nodes.length; n++) {
    for (let a = firstArc[nodes[n]]; a < firstArc[nodes[n] + 1]; a++) {
      const arc = arcId[a]
      if (edgeLengthMm[arc >>> 1] > 0) {
        arms.push({ arc, isOpen: areOpen[n] && isOpen(arc) })
        continue
      }
      // a bicycle is lifted past a barrier that walkers may pass
      const open = areOpen[n] && (isOpen(arc) || isOpenTo(graph, arc, 'hike'))
      const next = graph.arcTarget(arc)
      if (nodes.length >= MOST_NODES || nodes.includes(next)) continue
      nodes.push(next)
      areOpen.push(open)
    }
  }
  return arms
}

/** Which way vehicles go along an arc, by its access for bicycles: 1 only along it, -1 only against it, else 0. */
export function vehicleDirection(graph: RoutingGraph, arc: number): -1 | 0 | 1 {
  const along = isOpenTo(graph, arc, 'bike')
  return along === isOpenTo(graph, arc ^ 1, 'bike') ? 0 : along ? 1 : -1
}

export function isOpenTo(graph: RoutingGraph, arc: number, profile: Profile): boolean {
  const { edgeClass, classFootForward, classFootBackward, classBikeForward, classBikeBackward } = graph.columns
  const back = (arc & 1) === 1
  const access =
    profile === 'bike' ? (back ? classBikeBackward : classBikeForward) : back ? classFootBackward : classFootForward
  return access[edgeClass[arc >>> 1]] !== ACCESS_CLOSED
}

/** Whether two arms of a junction are the two lanes of one street: opposite one-ways that stay near each other. */
export function areLanesOfOneStreet(graph: RoutingGraph, arcA: number, arcB: number): boolean {
  if (vehicleDirection(graph, arcA) * vehicleDirection(graph, arcB) !== -1) return false
  if (!couldBeOneStreet(graph, arcA >>> 1, arcB >>> 1)) return false
  if (Math.abs(turnDeg(bearingFromTail(graph, arcA), bearingFromTail(graph, arcB))) > LANES_DEG) return false
  const { edgeLengthMm } = graph.columns
  const alongMm = Math.min(edgeLengthMm[arcA >>> 1], edgeLengthMm[arcB >>> 1], LANES_MM)
  return distanceM(...placeAlong(graph, arcA, alongMm), ...placeAlong(graph, arcB, alongMm)) < LANES_APART_M
}
