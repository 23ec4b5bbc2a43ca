// What a traveller takes a way to be: its name, else its ref, else its best signed trail, else its kind. Instructions
// are about where that changes (docs/routing.md, "Instructions").

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Profile } from '../costs/request-types.ts'
import { bestTrail, describedTrail, hasName, kindOf } from './way-text.ts'

/** The way that an instruction named. */
export interface NamedWay {
  edge: number
  /** the trail that the sentence named, -1 for none */
  trail: number
}

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
