// Where a followed trail is left: how much of it is left out, why, and what is worth telling.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { TrailGap } from '../costs/route-types.ts'
import type { TrailStep } from './trail-steps.ts'

export interface GapTravel {
  graph: RoutingGraph
  /** Infinity: closed */
  costOf(arc: number): number
  isMember(edge: number): boolean
}

/** Shorter gaps are not reported. */
const TOLD_M = 1
/** A detour along the trail itself, e.g. on the other carriageway, may differ by this share plus this many metres. */
const OTHER_LANE_SHARE = 0.5
const OTHER_LANE_M = 10

/**
 * Between metres `fromM` and `toM` of the trail the `arcs` are travelled instead of its steps; null: nothing to tell.
 */
export function findGap(
  travel: GapTravel,
  steps: readonly TrailStep[],
  arcs: readonly number[],
  { fromM, toM, isTurn }: { fromM: number; toM: number; isTurn: boolean },
): Pick<TrailGap, 'leftOutM' | 'reason'> | null {
  if (toM <= fromM && arcs.length === 0) return null
  const between = steps.filter((step) => step.toM > fromM && step.fromM < toM)
  const metresOf = (step: TrailStep) => Math.min(step.toM, toM) - Math.max(step.fromM, fromM)
  const ridden = new Set(arcs)
  let leftOutM = Math.max(0, toM - fromM)
  for (const step of between) if (ridden.has(step.arc)) leftOutM -= metresOf(step)
  const { allMm, onTrailMm } = lengthsOf(travel, arcs)
  const isOtherLane = allMm === onTrailMm && leftOutM <= (allMm / 1000) * (1 + OTHER_LANE_SHARE) + OTHER_LANE_M
  const isTold = allMm - onTrailMm >= TOLD_M * 1000 || (leftOutM >= TOLD_M && !(allMm > 0 && isOtherLane))
  if (!isTold) return null
  if (isTurn) return { leftOutM, reason: 'turn' }
  // what most of the metres are that are left out
  let closedM = 0
  let unreachableM = 0
  for (const step of between) {
    if (travel.costOf(step.arc) === Infinity) closedM += metresOf(step)
    else unreachableM += metresOf(step)
  }
  const missingM = toM - fromM - closedM - unreachableM
  if (unreachableM > Math.max(closedM, missingM)) return { leftOutM, reason: 'unreachable' }
  return { leftOutM, reason: closedM > missingM ? 'closed' : 'missing' }
}

export function lengthsOf(
  { graph, isMember }: GapTravel,
  arcs: readonly number[],
): { allMm: number; onTrailMm: number } {
  let allMm = 0
  let onTrailMm = 0
  for (const arc of arcs) {
    const lengthMm = graph.columns.edgeLengthMm[arc >>> 1]
    allMm += lengthMm
    if (isMember(arc >>> 1)) onTrailMm += lengthMm
  }
  return { allMm, onTrailMm }
}
