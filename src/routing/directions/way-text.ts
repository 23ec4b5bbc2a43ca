// Ways, signs and directions as instructions name them: the name and ref on the map, the signed route followed, the
// kind of way.

import type { Heading, SignValue, WayValue } from '../../language/sentence.ts'
import { FLAG_FERRY, FLAG_STEPS, TRAIL_KINDS, WAY_KINDS, type WayKind } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Profile } from '../costs/request-types.ts'

const HIKING = TRAIL_KINDS.indexOf('hiking')

/** A flight of steps and a ferry are kinds of their own, whatever else they are mapped as. */
export function kindOf(graph: RoutingGraph, edge: number): WayKind {
  const k = graph.columns.edgeClass[edge]
  const flags = graph.columns.classFlags[k]
  if ((flags & FLAG_FERRY) !== 0) return 'ferry'
  return (flags & FLAG_STEPS) !== 0 ? 'steps' : WAY_KINDS[graph.columns.classWayKind[k]]
}

/** A way as instructions name it; with the sign of its trail where its name does not have it. */
export function describeWay(graph: RoutingGraph, edge: number, profile: Profile): WayValue {
  return {
    kind: kindOf(graph, edge),
    name: graph.nameOf(edge),
    ref: graph.refOf(edge),
    sign: signOf(graph, describedTrail(graph, edge, profile)),
  }
}

/** The trail whose sign `describeWay` adds, -1 if it adds none. */
export function describedTrail(graph: RoutingGraph, edge: number, profile: Profile): number {
  const trail = bestTrail(graph, edge, profile)
  const sign = signOf(graph, trail)
  if (sign === null) return -1
  if (typeof sign !== 'string') return trail
  const name = graph.nameOf(edge)
  const ref = graph.refOf(edge)
  const own = name === null ? ref : ref === null || name.includes(ref) ? name : `${name} (${ref})`
  return own !== null && (own.includes(sign) || sign.includes(own)) ? -1 : trail
}

/** Whether the way has a name or a ref. */
export function hasName(graph: RoutingGraph, edge: number): boolean {
  const { firstEdge, name, ref } = graph.blockOf(edge)
  return name[edge - firstEdge] !== 0 || ref[edge - firstEdge] !== 0
}

/** Whether the way has no name, ref or sign. */
export function isUnnamed(graph: RoutingGraph, edge: number, profile: Profile): boolean {
  return !hasName(graph, edge) && bestTrail(graph, edge, profile) < 0
}

/** The signed route of the mode with the highest level on an edge, -1 for none. */
export function bestTrail(graph: RoutingGraph, edge: number, profile: Profile): number {
  // not by `trailIndexes`: a route asks for every edge, and most have none
  const { trailKind, trailLevel, trailSetStart, trailSetItems } = graph.columns
  const set = graph.trailSetOf(edge)
  let best = -1
  for (let i = trailSetStart[set], end = trailSetStart[set + 1]; i < end; i++) {
    const trail = trailSetItems[i]
    if ((trailKind[trail] === HIKING) !== (profile !== 'bike')) continue
    if (best < 0 || trailLevel[trail] > trailLevel[best]) best = trail
  }
  return best
}

/** What the signs of a route show: its ref, else its name, else how they are painted; null if the map has none. */
function signOf(graph: RoutingGraph, trail: number): SignValue | null {
  if (trail < 0) return null
  const { trailRef, trailName, trailSymbol } = graph.columns
  const symbol = graph.string(trailSymbol[trail])
  return graph.string(trailRef[trail]) ?? graph.string(trailName[trail]) ?? (symbol === null ? null : { symbol })
}

export function headingOf(bearing: number): Heading {
  return (Math.round(bearing / 45) % 8) as Heading
}
