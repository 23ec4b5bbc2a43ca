// The sentence of decision `signed-trails` taken one stretch at a time: where the route that ignores signs (`off`)
// leaves signed ways and comes back, is a signed route of up to 1.3 times the length taken instead?

import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { RouteLine } from '../../../src/routing/details/route-line.ts'

export type Point = [lon: number, lat: number]
/** Shorter ones are gaps at junctions. */
const SHORTEST_MM = 50_000

/** The ends of each unsigned stretch of a route. */
export function unsignedStretches(graph: RoutingGraph, line: RouteLine): [from: Point, to: Point][] {
  const { edgeClass, classSignedFoot } = graph.columns
  const isSigned = (step: number) => classSignedFoot[edgeClass[line.stepArc[step] >>> 1]] > 0
  const pointAt = (step: number): Point => {
    const point = line.stepFirstPoint[step]
    return [line.lonE6[point] / 1e6, line.latE6[point] / 1e6]
  }
  const stretches: [Point, Point][] = []
  let first = -1
  for (let step = 0; step <= line.stepCount; step++) {
    const isUnsigned = step < line.stepCount && !isSigned(step)
    if (isUnsigned && first < 0) first = step
    if (isUnsigned || first < 0) continue
    if (line.stepAtMm[step] - line.stepAtMm[first] >= SHORTEST_MM) stretches.push([pointAt(first), pointAt(step)])
    first = -1
  }
  return stretches
}
