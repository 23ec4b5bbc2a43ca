// How much of a line is mapped neither as lit nor as unlit, for requests that avoid unlit ways.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY, LIT_UNTAGGED } from '../../osm/edge-facts.ts'
import type { RouteLine } from './route-line.ts'

/** Metres, ferries left out. */
export function lightingUnknownM(graph: RoutingGraph, line: RouteLine): number {
  const { edgeClass, classFlags, classLit } = graph.columns
  let sumDm = 0
  for (let i = 0; i < line.stepCount; i++) {
    const k = line.stepArc[i] < 0 ? -1 : edgeClass[line.stepArc[i] >>> 1]
    if (k >= 0 && (classFlags[k] & FLAG_FERRY) === 0 && (classLit?.[k] ?? LIT_UNTAGGED) === LIT_UNTAGGED)
      sumDm += line.stepAtDm[i + 1] - line.stepAtDm[i]
  }
  return sumDm / 10
}
