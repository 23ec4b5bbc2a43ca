// The metrics of matching: true centimetres over everything that a mode may use, whatever its grade, surface or signs.
// A recording is a fact: via ferratas and grades above any cap may have been walked. Ways closed by access
// (decision: ways-and-access) stay closed; a bicycle may be pushed where a route may push it
// (src/routing/costs/pushing.ts), which counts as a longer way.

import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { PUSHED, ridingByClass } from '../costs/pushing.ts'
import type { BicycleType } from '../costs/request-types.ts'
import type { TravelMode } from './match-types.ts'

/** Cost units per millimetre. */
export const PER_MM = 0.1
/** Metres per cost unit. */
export const COST_M = 0.01
/** The kind of bicycle is unknown. */
export const MATCHED_BICYCLE: BicycleType = 'hybrid'
/**
 * A metre pushed counts as this many: a footway beside a way to ride is matched only if the points clearly lie on it.
 */
const PUSHED_RATIO = 1.5

/** `mayPush`: for bicycles, includes ways open on foot only. */
export function matchTable(graph: RoutingGraph, mode: TravelMode, mayPush: boolean): CostTable {
  const { classFootForward, classFootBackward, classBikeForward, classBikeBackward } = graph.columns
  const forward = mode === 'foot' ? classFootForward : classBikeForward
  const backward = mode === 'foot' ? classFootBackward : classBikeBackward
  const riding = mayPush ? ridingByClass(graph, MATCHED_BICYCLE) : null
  const factor = new Float64Array(graph.classCount * 2)
  for (let i = 0; i < factor.length; i++) {
    const access = ((i & 1) === 0 ? forward : backward)[i >> 1]
    if (access !== ACCESS_CLOSED) factor[i] = PER_MM
    else factor[i] = riding?.[i] === PUSHED ? PER_MM * PUSHED_RATIO : Infinity
  }
  const key = `match,${mode}${mayPush ? ',pushed' : ''}`
  return { key, factor, perAscentDm: 0, perDescentDm: 0, flatPenalty: 0, minFactor: PER_MM }
}
