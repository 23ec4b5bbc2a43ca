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

/** The way that an instruction named. */
export interface NamedWay {
  edge: number
  /** the trail that the sentence named, -1 for none */
  trail: number
}

/**
 * What a traveller takes a way to be: its name, else its ref, else its best signed trail, else its kind. Instructions
 * are about where that changes (docs/routing.md, "Instructions").
 */
export function namedWay(graph: RoutingGraph, edge: number, profile: Profile): NamedWay {
  return { edge, trail: describedTrail(graph, edge, profile) }
}

/** Whether an edge is the way that was named: by name or ref, else by trail, else by kind. */
export function isNamedWay(graph: RoutingGraph, { edge, trail }: NamedWay, other: number): boolean {
  if (hasName(graph, edge)) return sharesName(graph, edge, other)
  if (trail >= 0) return hasTrail(graph, other, trail)
  return !hasName(graph, other) && kindOf(graph, edge) === kindOf(graph, other)
}

/** Whether both have the same name or the same ref. */
export function sharesName(graph: RoutingGraph, edgeA: number, edgeB: number): boolean {
  const a = graph.blockOf(edgeA)
  const b = graph.blockOf(edgeB)
  const nameA = a.name[edgeA - a.firstEdge]
  const refA = a.ref[edgeA - a.firstEdge]
  return (nameA !== 0 && nameA === b.name[edgeB - b.firstEdge]) || (refA !== 0 && refA === b.ref[edgeB - b.firstEdge])
}

/** Whether an edge is part of a trail, or of another one with the same sign. */
export function hasTrail(graph: RoutingGraph, edge: number, trail: number): boolean {
  const { trailSetStart, trailSetItems } = graph.columns
  const set = graph.trailSetOf(edge)
  for (let i = trailSetStart[set], end = trailSetStart[set + 1]; i < end; i++)
    if (hasSameSign(graph, trailSetItems[i], trail)) return true
  return false
}

function hasSameSign(graph: RoutingGraph, trailA: number, trailB: number): boolean {
  const { trailRef, trailName, trailKind } = graph.columns
  if (trailA === trailB) return true
  if (trailKind[trailA] !== trailKind[trailB] || trailRef[trailA] !== trailRef[trailB]) return false
  return trailRef[trailA] !== 0 || (trailName[trailA] !== 0 && trailName[trailA] === trailName[trailB])
}

/**
 * Whether one named way ends and another begins between two edges: false where both are one, and between ways that have
 * neither name, ref nor trail.
 */
export function changesName(graph: RoutingGraph, edgeIn: number, edgeOut: number, profile: Profile): boolean {
  if (hasName(graph, edgeIn) || hasName(graph, edgeOut)) return !sharesName(graph, edgeIn, edgeOut)
  const trailIn = bestTrail(graph, edgeIn, profile)
  if (trailIn >= 0) return !hasTrail(graph, edgeOut, trailIn)
  return bestTrail(graph, edgeOut, profile) >= 0
}

/** Whether two ways could be parts of one street: the same name or ref, or the same kind if neither has any. */
export function couldBeOneStreet(graph: RoutingGraph, edgeA: number, edgeB: number): boolean {
  if (hasName(graph, edgeA) || hasName(graph, edgeB)) return sharesName(graph, edgeA, edgeB)
  return kindOf(graph, edgeA) === kindOf(graph, edgeB)
}

/**
 * What a thread caches about a network for each kind of travel: made at first use and dropped with the network. Looks
 * up the one for a network and a profile; hiking and running share it.
 */
export function keepByTravel<Kept>(create: () => Kept): (graph: RoutingGraph, profile: Profile) => Kept {
  const kept = new WeakMap<RoutingGraph, { onFoot?: Kept; byBike?: Kept }>()
  return (graph, profile) => {
    let both = kept.get(graph)
    if (both === undefined) kept.set(graph, (both = {}))
    return profile === 'bike' ? (both.byBike ??= create()) : (both.onFoot ??= create())
  }
}
