// `ways` of decision D13: metres by kind of way, metres on signed routes of the mode, and one stretch per way followed.
// The kinds sum to the distance; a stretch of a straight leg has no way.

import { TRAIL_KINDS, WAY_KINDS } from '../graph/edge-facts.ts'
import type { RoutingGraph } from '../graph/routing-graph.ts'
import type { RouteLine } from './route-line.ts'
import type { Profile, Ways } from './route-types.ts'

export const STRAIGHT_LEG = 'straight_leg'
const HIKING = TRAIL_KINDS.indexOf('hiking')

export function waysOf(graph: RoutingGraph, line: RouteLine, profile: Profile): Ways {
  const { edgeClass, edgeWayId, edgeName, edgeRef, edgeTrailSet, classHighway, classWayKind, classSignedFoot, classSignedBike } = graph.columns
  const classSigned = profile === 'bike' ? classSignedBike : classSignedFoot
  const { stepArc, stepAtDm, stepCount } = line
  const sumDm = new Array<number>(WAY_KINDS.length).fill(0)
  let straightDm = 0
  let signedDm = 0
  const stretches: Ways['stretches'] = []
  let open = -1
  let fromDm = 0
  const close = (toDm: number) => {
    if (open === -1) return
    const edge = stepArc[open] >>> 1
    if (stepArc[open] < 0) stretches.push({ fromM: fromDm / 10, toM: toDm / 10, wayId: null, highway: STRAIGHT_LEG, name: null, ref: null, trails: [] })
    else {
      stretches.push({
        fromM: fromDm / 10, toM: toDm / 10, wayId: edgeWayId[edge], highway: graph.string(classHighway[edgeClass[edge]]) ?? 'unknown',
        name: graph.string(edgeName[edge]), ref: graph.string(edgeRef[edge]), trails: relationIds(graph, edge, profile),
      })
    }
  }
  for (let i = 0; i < stepCount; i++) {
    const lengthDm = stepAtDm[i + 1] - stepAtDm[i]
    if (lengthDm === 0) continue
    const arc = stepArc[i]
    if (arc < 0) straightDm += lengthDm
    else {
      const k = edgeClass[arc >>> 1]
      sumDm[classWayKind[k]] += lengthDm
      if (classSigned[k] > 0) signedDm += lengthDm
    }
    const same = open !== -1 && (arc < 0 ? stepArc[open] < 0 : stepArc[open] >= 0 && edgeWayId[arc >>> 1] === edgeWayId[stepArc[open] >>> 1]
      && edgeTrailSet[arc >>> 1] === edgeTrailSet[stepArc[open] >>> 1])
    if (!same) {
      close(stepAtDm[i])
      open = i
      fromDm = stepAtDm[i]
    }
  }
  close(stepAtDm[stepCount])
  const m = (kind: (typeof WAY_KINDS)[number]) => sumDm[WAY_KINDS.indexOf(kind)] / 10
  return {
    roadM: m('road'), streetM: m('street'), trackM: m('track'), pathM: m('path'), footwayM: m('footway'), stepsM: m('steps'), cyclewayM: m('cycleway'),
    ferryM: m('ferry'), straightM: straightDm / 10, otherM: m('other'), signedM: signedDm / 10, stretches,
  }
}

const NO_TRAILS: number[] = []

/** Relations of the mode's signed routes on an edge. */
function relationIds(graph: RoutingGraph, edge: number, profile: Profile): number[] {
  const { edgeTrailSet, trailRelationId, trailKind } = graph.columns
  if (edgeTrailSet[edge] === 0) return NO_TRAILS
  const ids: number[] = []
  for (const trail of graph.trailIndexes(edge)) if ((trailKind[trail] === HIKING) === (profile !== 'bike')) ids.push(trailRelationId[trail])
  return ids
}
