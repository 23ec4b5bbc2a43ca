// When places and signed routes are arrived at within a reach, or left from towards it: minutes and metres along the
// quickest (or shortest) way, read off the search. A place counts where a way near it does.

import type { Box } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { SnapIndex } from '../../graph/snap-index.ts'
import { tenths } from '../../wire/numbers.ts'
import type { Position } from '../costs/request-types.ts'
import { edgesToStandOn } from '../legs/snap-waypoints.ts'
import type { FoundIsochrone } from './isochrone-query.ts'
import type { ReachInput } from './isochrone-types.ts'
import { measureAt } from './reached-edges.ts'

/** How far a place may lie from a way within reach. */
const PLACE_WITHIN_M = 100
/** Ways beside a place that are looked at: the nearest may be reached elsewhere alone. */
const MAX_WAYS = 8

export interface ArrivalsInput {
  reach: ReachInput
  points: Position[]
}

export interface Arrival {
  /** null: the duration of a ferry on the way is not mapped */
  minutes: number | null
  metres: number
}

export interface Arrivals {
  /** of the ways within reach, and as far around as a place may lie */
  box: Box
  /** by point; null: not within reach */
  points: (Arrival | null)[]
  /** signed routes with a way within reach, the nearest first */
  trails: (Arrival & { relationId: number })[]
}

export function arrivalsOf(
  graph: RoutingGraph,
  index: SnapIndex,
  found: FoundIsochrone,
  points: readonly Position[],
): Arrivals {
  const { query, edges } = found
  const isUsable = edgesToStandOn(graph, query.table)
  return {
    box: boxOf(graph, found),
    points: points.map(([lon, lat]) => {
      // the nearest of the ways that are reached there, not the nearest way: a hut may stand beside a closed one
      const isEntered = (edge: number) => isUsable(edge) && (edges.indexOf[edge] >= 0 || edge === query.start.edge)
      for (const hit of index.findNearest(lon, lat, PLACE_WITHIN_M, isEntered, MAX_WAYS)) {
        const there = measureAt(graph, query, edges, hit)
        if (there !== null) return toArrival(found, there.measure, there.other)
      }
      return null
    }),
    trails: trailsOf(graph, found),
  }
}

/** Measures are seconds and millimetres, in the order of the search. */
function toArrival({ request }: FoundIsochrone, measure: number, other: number): Arrival {
  const [seconds, mm] = request.minutes === null ? [other, measure] : [measure, other]
  return { minutes: Number.isFinite(seconds) ? tenths(seconds / 60) : null, metres: tenths(mm / 1000) }
}

/** The measure that is searched by, and the one carried along. */
interface Measures {
  measure: number
  other: number
}

function trailsOf(graph: RoutingGraph, found: FoundIsochrone): Arrivals['trails'] {
  const { query, edges } = found
  const { trailRelationId } = graph.columns
  const best = new Map<number, Measures>()
  offer(best, graph.trailIndexes(query.start.edge), 0, 0)
  for (let i = 0; i < edges.count; i++)
    for (const slot of [i * 2, i * 2 + 1])
      if (edges.at[slot] <= query.limit)
        offer(best, graph.trailIndexes(edges.edge[i]), edges.at[slot], edges.other[slot])
  return [...best]
    .sort(([a, one], [b, two]) => one.measure - two.measure || a - b)
    .map(([trail, { measure, other }]) => ({
      relationId: trailRelationId[trail],
      ...toArrival(found, measure, other),
    }))
}

/** Keeps this arrival for each of the trails if it is the best so far. */
function offer(best: Map<number, Measures>, trails: Uint32Array, measure: number, other: number): void {
  for (const trail of trails) {
    const known = best.get(trail)
    if (known === undefined || measure < known.measure) best.set(trail, { measure, other })
  }
}

function boxOf(graph: RoutingGraph, { query, edges }: FoundIsochrone): Box {
  const { lon, lat, edge: own } = query.start
  const box = { west: lon * 1e7, south: lat * 1e7, east: lon * 1e7, north: lat * 1e7 }
  widen(box, graph, own)
  for (let i = 0; i < edges.count; i++) widen(box, graph, edges.edge[i])
  const { west, south, east, north } = box
  const aroundLat = PLACE_WITHIN_M / 111_000
  const aroundLon = aroundLat / Math.max(0.01, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 1.8e9))
  return [
    Math.max(-180, west / 1e7 - aroundLon),
    Math.max(-90, south / 1e7 - aroundLat),
    Math.min(180, east / 1e7 + aroundLon),
    Math.min(90, north / 1e7 + aroundLat),
  ]
}

/** Widens a box, in ten-millionths of a degree, to hold all of an edge. */
function widen(box: Record<'west' | 'south' | 'east' | 'north', number>, graph: RoutingGraph, edge: number): void {
  const { firstEdge, shapeStart, shapeLonE7, shapeLatE7 } = graph.blockOf(edge)
  for (let p = shapeStart[edge - firstEdge], end = shapeStart[edge - firstEdge + 1]; p < end; p++) {
    box.west = Math.min(box.west, shapeLonE7[p])
    box.east = Math.max(box.east, shapeLonE7[p])
    box.south = Math.min(box.south, shapeLatE7[p])
    box.north = Math.max(box.north, shapeLatE7[p])
  }
}
