// The direction of an arc from a place on it, over the metres that a walker sees: the direction between two
// neighbouring points is noise. Computed on the plane, since the distance is a few metres.

import { DEG_TO_RAD, type LonLat, wrapLon } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'

/** Distance over which a direction is measured. */
const SPAN_MM = 20_000

/** Bearings that are kept, a power of two: 0.8 MB for each network and thread, however large it is. */
const KEPT = 131_072

/** Bearings of whole arcs from their tails: the same junctions are needed again and again. The newer one is kept. */
class KnownBearings {
  /** by slot, -1 where none is kept */
  readonly #arc = new Int32Array(KEPT).fill(-1)
  readonly #tenths = new Int16Array(KEPT)

  /** In tenths of a degree. */
  of(graph: RoutingGraph, arc: number): number {
    const slot = arc & (KEPT - 1)
    if (this.#arc[slot] !== arc) {
      this.#tenths[slot] = Math.round(bearingAlong(graph, arc, 0) * 10) % 3600
      this.#arc[slot] = arc
    }
    return this.#tenths[slot]
  }
}

const fromTail = new WeakMap<RoutingGraph, KnownBearings>()

/** Bearing in degrees from the tail of an arc to the place SPAN_MM further on, or its end, to 0.1. */
export function bearingFromTail(graph: RoutingGraph, arc: number): number {
  let known = fromTail.get(graph)
  if (known === undefined) fromTail.set(graph, (known = new KnownBearings()))
  return known.of(graph, arc) / 10
}

/** Bearing in degrees from `alongMm` on an arc (counted from its tail) to the place SPAN_MM further on, or its end. */
export function bearingAlong(graph: RoutingGraph, arc: number, alongMm: number): number {
  const [lonA, latA] = placeAlong(graph, arc, alongMm)
  const [lonB, latB] = placeAlong(graph, arc, alongMm + SPAN_MM)
  const east = wrapLon(lonB - lonA) * Math.cos(latB * DEG_TO_RAD)
  return (Math.atan2(east, latB - latA) / DEG_TO_RAD + 360) % 360
}

/** The place `alongMm` from the tail of an arc, or its end. */
export function placeAlong(graph: RoutingGraph, arc: number, alongMm: number): LonLat {
  const edge = arc >>> 1
  const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = graph.blockOf(edge)
  const lengthMm = graph.columns.edgeLengthMm[edge]
  const back = (arc & 1) === 1
  const first = shapeStart[edge - firstEdge]
  const last = shapeStart[edge - firstEdge + 1] - 1
  const wantedMm = Math.min(lengthMm, alongMm)
  const atMm = back ? lengthMm - wantedMm : wantedMm
  let s = back ? last : first
  if (back) while (s > first && shapeAtMm[s - 1] >= atMm) s--
  else while (s < last && shapeAtMm[s + 1] <= atMm) s++
  const next = back ? Math.max(first, s - 1) : Math.min(last, s + 1)
  const spanMm = shapeAtMm[next] - shapeAtMm[s]
  const share = spanMm === 0 ? 0 : (atMm - shapeAtMm[s]) / spanMm
  const lon = shapeLonE7[s] / 1e7
  return [
    lon + wrapLon(shapeLonE7[next] / 1e7 - lon) * share,
    (shapeLatE7[s] + (shapeLatE7[next] - shapeLatE7[s]) * share) / 1e7,
  ]
}
