// The one metric of matching: true centimetres over everything that a mode may use, whatever its grade, surface or
// signs. A recording is a fact: via ferratas and grades above any cap were walked, a bicycle was pushed. What access
// (D12) closes stays closed.

import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { TravelMode } from './match-types.ts'

/** Cost units per millimetre. */
const PER_MM = 0.1
/** Cost units to metres. */
export const COST_M = 0.01

export function matchTable(graph: RoutingGraph, mode: TravelMode): CostTable {
  const { classFootForward, classFootBackward, classBikeForward, classBikeBackward } = graph.columns
  const forward = mode === 'foot' ? classFootForward : classBikeForward
  const backward = mode === 'foot' ? classFootBackward : classBikeBackward
  const factor = new Float64Array(graph.classCount * 2)
  for (let k = 0; k < graph.classCount; k++) {
    factor[2 * k] = forward[k] === ACCESS_CLOSED ? Infinity : PER_MM
    factor[2 * k + 1] = backward[k] === ACCESS_CLOSED ? Infinity : PER_MM
  }
  return { key: `match,${mode}`, factor, perAscentDm: 0, perDescentDm: 0, flatPenalty: 0, minFactor: PER_MM }
}
