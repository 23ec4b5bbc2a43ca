// `ways` (decision: layouts): metres by kind of way, on signed routes of the mode, and pushed, and one stretch per
// way followed. The kinds sum to the distance; a stretch of a straight leg has no way.

import { TRAIL_KINDS, WAY_KINDS } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { RouteLine } from './route-line.ts'
import { PUSHED, ridingByClass } from '../costs/pushing.ts'
import type { BicycleType, Profile } from '../costs/request-types.ts'
import type { Ways } from '../costs/way-types.ts'

export const STRAIGHT_LEG = 'straight_leg'
const HIKING = TRAIL_KINDS.indexOf('hiking')

export type WayStretch = Ways['stretches'][number]

/** The ways of a line before they are written out: a stretch is given by its first step. */
export class FollowedWays {
  readonly graph: RoutingGraph
  readonly line: RouteLine
  readonly profile: Profile
  readonly sums: Omit<Ways, 'stretches'>
  readonly firstSteps: readonly number[]

  constructor(graph: RoutingGraph, line: RouteLine, profile: Profile, bicycleType: BicycleType = 'hybrid') {
    this.graph = graph
    this.line = line
    this.profile = profile
    const { edgeClass, classWayKind, classSignedFoot, classSignedBike } = graph.columns
    const classSigned = profile === 'bike' ? classSignedBike : classSignedFoot
    const { stepArc, stepAtDm, stepCount } = line
    const sumDm = new Array<number>(WAY_KINDS.length).fill(0)
    let straightDm = 0
    let signedDm = 0
    let pushedDm = 0
    const riding = profile === 'bike' ? ridingByClass(graph, bicycleType) : null
    const firstSteps: number[] = []
    /** of the stretch that is open; -1: a straight leg */
    let openWay = Number.NaN
    let openTrails = -1
    for (let i = 0; i < stepCount; i++) {
      const lengthDm = stepAtDm[i + 1] - stepAtDm[i]
      if (lengthDm === 0) continue
      const arc = stepArc[i]
      if (arc < 0) straightDm += lengthDm
      else {
        const k = edgeClass[arc >>> 1]
        sumDm[classWayKind[k]] += lengthDm
        if (classSigned[k] > 0) signedDm += lengthDm
        if (riding !== null && riding[k * 2 + (arc & 1)] === PUSHED) pushedDm += lengthDm
      }
      const way = arc < 0 ? -1 : graph.wayIdOf(arc >>> 1)
      const trails = arc < 0 ? -1 : graph.trailSetOf(arc >>> 1)
      if (way === openWay && trails === openTrails) continue
      openWay = way
      openTrails = trails
      firstSteps.push(i)
    }
    const m = (kind: (typeof WAY_KINDS)[number]) => sumDm[WAY_KINDS.indexOf(kind)] / 10
    this.firstSteps = firstSteps
    this.sums = {
      roadM: m('road'),
      streetM: m('street'),
      trackM: m('track'),
      pathM: m('path'),
      footwayM: m('footway'),
      stepsM: m('steps'),
      cyclewayM: m('cycleway'),
      ferryM: m('ferry'),
      straightM: straightDm / 10,
      otherM: m('other'),
      signedM: signedDm / 10,
      pushedM: pushedDm / 10,
    }
  }

  /** Where stretch `i` begins, in decimetres along the line; the end of the line for the number after the last. */
  atDm(i: number): number {
    const { stepAtDm, stepCount } = this.line
    return i < this.firstSteps.length ? stepAtDm[this.firstSteps[i]] : stepAtDm[stepCount]
  }

  /** Edge that stretch `i` begins on, -1 for a straight leg. */
  edge(i: number): number {
    const arc = this.line.stepArc[this.firstSteps[i]]
    return arc < 0 ? -1 : arc >>> 1
  }

  get stretches(): WayStretch[] {
    return this.firstSteps.map((_, i) => ({
      fromM: this.atDm(i) / 10,
      toM: this.atDm(i + 1) / 10,
      ...wayFacts(this.graph, this.edge(i), this.profile),
    }))
  }
}

export function waysOf(graph: RoutingGraph, line: RouteLine, profile: Profile, bicycleType?: BicycleType): Ways {
  const { sums, stretches } = new FollowedWays(graph, line, profile, bicycleType)
  return { ...sums, stretches }
}

/** What is reported about the way of an edge; -1 is a straight leg. */
export function wayFacts(graph: RoutingGraph, edge: number, profile: Profile): Omit<WayStretch, 'fromM' | 'toM'> {
  if (edge < 0) return { wayId: null, highway: STRAIGHT_LEG, name: null, ref: null, trails: [] }
  const { edgeClass, classHighway } = graph.columns
  return {
    wayId: graph.wayIdOf(edge),
    highway: graph.string(classHighway[edgeClass[edge]]) ?? 'unknown',
    name: graph.nameOf(edge),
    ref: graph.refOf(edge),
    trails: relationIds(graph, edge, profile),
  }
}

/** Relations of the mode's signed routes on an edge. */
function relationIds(graph: RoutingGraph, edge: number, profile: Profile): number[] {
  const { trailRelationId, trailKind } = graph.columns
  const ids: number[] = []
  for (const trail of graph.trailIndexes(edge))
    if ((trailKind[trail] === HIKING) === (profile !== 'bike')) ids.push(trailRelationId[trail])
  return ids
}
