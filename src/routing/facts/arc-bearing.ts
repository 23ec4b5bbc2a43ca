// The direction of an arc from a place on it, over the metres that a walker sees: the direction between two
// neighbouring points is noise. Computed on the plane, since the distance is a few metres.

import { DEG_TO_RAD } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'

/** Distance over which a direction is measured. */
const SPAN_MM = 20_000

/**
 * Bearings of whole arcs from their tails in tenths of a degree, plus 1, so that 0 is one not computed yet, and memory
 * is taken only where routes have been. The same junctions are needed again and again.
 */
const fromTail = new WeakMap<RoutingGraph, Int16Array>()

/** Bearing in degrees from the tail of an arc to the place SPAN_MM further on, or its end, to 0.1. */
export function bearingFromTail(graph: RoutingGraph, arc: number): number {
  let known = fromTail.get(graph)
  if (known === undefined) {
    known = new Int16Array(graph.edgeCount * 2)
    fromTail.set(graph, known)
  }
  if (known[arc] === 0) known[arc] = (Math.round(bearingAlong(graph, arc, 0) * 10) % 3600) + 1
  return (known[arc] - 1) / 10
}

/** Bearing in degrees from `alongMm` on an arc (counted from its tail) to the place SPAN_MM further on, or its end. */
export function bearingAlong(graph: RoutingGraph, arc: number, alongMm: number): number {
  const edge = arc >>> 1
  const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = graph.blockOf(edge)
  const lengthMm = graph.columns.edgeLengthMm[edge]
  const back = (arc & 1) === 1
  const first = shapeStart[edge - firstEdge]
  const last = shapeStart[edge - firstEdge + 1] - 1
  let lonA = 0
  let latA = 0
  let bearing = 0
  for (let pass = 0; pass < 2; pass++) {
    const wantedMm = Math.min(lengthMm, alongMm + pass * SPAN_MM)
    const atMm = back ? lengthMm - wantedMm : wantedMm
    let s = back ? last : first
    if (back) while (s > first && shapeAtMm[s - 1] >= atMm) s--
    else while (s < last && shapeAtMm[s + 1] <= atMm) s++
    const next = back ? Math.max(first, s - 1) : Math.min(last, s + 1)
    const spanMm = shapeAtMm[next] - shapeAtMm[s]
    const share = spanMm === 0 ? 0 : (atMm - shapeAtMm[s]) / spanMm
    const lon = (shapeLonE7[s] + (shapeLonE7[next] - shapeLonE7[s]) * share) / 1e7
    const lat = (shapeLatE7[s] + (shapeLatE7[next] - shapeLatE7[s]) * share) / 1e7
    if (pass === 1)
      bearing = (Math.atan2((lon - lonA) * Math.cos(lat * DEG_TO_RAD), lat - latA) / DEG_TO_RAD + 360) % 360
    lonA = lon
    latA = lat
  }
  return bearing
}
