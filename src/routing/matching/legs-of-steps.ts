// The steps of a matched way -> the part of them between two places, and the legs of a RouteLine.

import { NO_HEIGHT_DM, type RoutingGraph } from '../../graph/routing-graph.ts'
import type { FoundLeg } from '../legs/leg-path.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import type { Step } from './match-path.ts'

/** The steps between two places of the way, millimetres along it. */
export function cutSteps(steps: readonly Step[], fromMm: number, toMm: number): Step[] {
  const cut: Step[] = []
  let atMm = 0
  for (const step of steps) {
    const endMm = atMm + step.toMm - step.fromMm
    if (endMm > fromMm && atMm < toMm)
      cut.push({
        arc: step.arc,
        fromMm: step.fromMm + Math.max(0, fromMm - atMm),
        toMm: step.toMm - Math.max(0, endMm - toMm),
      })
    atMm = endMm
  }
  return cut
}

/** Legs break where the way turns inside an edge: only the ends of a leg may be partial arcs. */
export function legsOfSteps(graph: RoutingGraph, steps: readonly Step[]): FoundLeg[] {
  const { edgeLengthMm } = graph.columns
  const legs: FoundLeg[] = []
  for (let first = 0; first < steps.length; ) {
    let last = first
    while (
      last + 1 < steps.length &&
      steps[last].toMm === edgeLengthMm[steps[last].arc >>> 1] &&
      steps[last + 1].fromMm === 0
    )
      last++
    const arcs = Uint32Array.from(steps.slice(first, last + 1), (step) => step.arc)
    legs.push({
      from: pointOnArc(graph, steps[first].arc, steps[first].fromMm),
      to: pointOnArc(graph, steps[last].arc, steps[last].toMm),
      path: { arcs, startMm: steps[first].fromMm, endMm: steps[last].toMm, cost: 0, complete: true, lowerBound: 0 },
    })
    first = last + 1
  }
  return legs
}

/** The place on an arc, with its height if the network has it. */
function pointOnArc(graph: RoutingGraph, arc: number, alongMm: number): SnapPoint {
  const edge = arc >>> 1
  const { firstEdge, shapeStart, shapeAtMm, shapeLonE7, shapeLatE7, shapeHeightDm } = graph.blockOf(edge)
  const atMm = (arc & 1) === 0 ? alongMm : graph.columns.edgeLengthMm[edge] - alongMm
  let low = shapeStart[edge - firstEdge]
  let high = shapeStart[edge - firstEdge + 1] - 1
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (shapeAtMm[middle] <= atMm) low = middle
    else high = middle
  }
  const spanMm = shapeAtMm[high] - shapeAtMm[low]
  const share = spanMm === 0 ? 0 : (atMm - shapeAtMm[low]) / spanMm
  const between = (values: Int32Array) => values[low] + (values[high] - values[low]) * share
  const isVoid = shapeHeightDm[low] === NO_HEIGHT_DM || shapeHeightDm[high] === NO_HEIGHT_DM
  return {
    lon: between(shapeLonE7) / 1e7,
    lat: between(shapeLatE7) / 1e7,
    distanceM: 0,
    edge,
    atMm,
    heightM: isVoid ? Number.NaN : Math.round(between(shapeHeightDm)) / 10,
  }
}
