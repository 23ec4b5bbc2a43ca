// The arms of a junction, open or not. A barrier at a junction cuts it into several nodes joined by edges of no length;
// here they are one junction. Two one-way lanes of one street are distinguished from a fork.

import { distanceM, turnDeg, DEG_TO_RAD, type LonLat, wrapLon } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { Profile } from '../costs/request-types.ts'
import { couldBeOneStreet } from './way-identity.ts'

export interface JunctionArm {
  /** leads away from the junction */
  arc: number
  /** whether the arm, and each barrier before it, is open */
  isOpen: boolean
}

/** Nodes that are looked at in one junction. */
const MOST_NODES = 16
/** Lanes of one street are nearer to each other than this. */
const LANES_APART_M = 30
/** How far along two lanes their distance is measured, at most. */
const LANES_MM = 100_000
/** Lanes that begin at one place leave it within this angle. */
const LANES_DEG = 60

/** All arms of the junction at a node, in the order of the network. */
export function armsAt(graph: RoutingGraph, node: number, isOpen: (arc: number) => boolean): JunctionArm[] {
  const { firstArc, arcId, edgeLengthMm } = graph.columns
  const arms: JunctionArm[] = []
  const nodes = [node]
  const areOpen = [true]
  for (let n = 0; n < nodes.length; n++) {
    for (let a = firstArc[nodes[n]]; a < firstArc[nodes[n] + 1]; a++) {
      const arc = arcId[a]
      if (edgeLengthMm[arc >>> 1] > 0) {
        arms.push({ arc, isOpen: areOpen[n] && isOpen(arc) })
        continue
      }
      // a bicycle is lifted past a barrier that walkers may pass
      const open = areOpen[n] && (isOpen(arc) || isOpenTo(graph, arc, 'hike'))
      const next = graph.arcTarget(arc)
      if (nodes.length >= MOST_NODES || nodes.includes(next)) continue
      nodes.push(next)
      areOpen.push(open)
    }
  }
  return arms
}

/** Which way vehicles go along an arc, by its access for bicycles: 1 only along it, -1 only against it, else 0. */
export function vehicleDirection(graph: RoutingGraph, arc: number): -1 | 0 | 1 {
  const along = isOpenTo(graph, arc, 'bike')
  return along === isOpenTo(graph, arc ^ 1, 'bike') ? 0 : along ? 1 : -1
}

export function isOpenTo(graph: RoutingGraph, arc: number, profile: Profile): boolean {
  const { edgeClass, classFootForward, classFootBackward, classBikeForward, classBikeBackward } = graph.columns
  const back = (arc & 1) === 1
  const access =
    profile === 'bike' ? (back ? classBikeBackward : classBikeForward) : back ? classFootBackward : classFootForward
  return access[edgeClass[arc >>> 1]] !== ACCESS_CLOSED
}

/** Whether two arms of a junction are the two lanes of one street: opposite one-ways that stay near each other. */
export function areLanesOfOneStreet(graph: RoutingGraph, arcA: number, arcB: number): boolean {
  if (vehicleDirection(graph, arcA) * vehicleDirection(graph, arcB) !== -1) return false
  if (!couldBeOneStreet(graph, arcA >>> 1, arcB >>> 1)) return false
  if (Math.abs(turnDeg(bearingFromTail(graph, arcA), bearingFromTail(graph, arcB))) > LANES_DEG) return false
  const { edgeLengthMm } = graph.columns
  const alongMm = Math.min(edgeLengthMm[arcA >>> 1], edgeLengthMm[arcB >>> 1], LANES_MM)
  return distanceM(...placeAlong(graph, arcA, alongMm), ...placeAlong(graph, arcB, alongMm)) < LANES_APART_M
}

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

/**
 * The direction of an arc from a place on it, over the metres that a walker sees: the direction between two
 * neighbouring points is noise. Computed on the plane, since the distance is a few metres. Bearing in degrees from the
 * tail of an arc to the place SPAN_MM further on, or its end, to 0.1.
 */
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
