// Text for ways, signs and directions: the name and ref on the map, else the signed route followed, else the kind of
// way. Never a name that the map does not have.

import { FLAG_FERRY, FLAG_STEPS, TRAIL_KINDS, WAY_KINDS, type WayKind } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Profile } from '../costs/request-types.ts'

const HIKING = TRAIL_KINDS.indexOf('hiking')

const NOUNS: Record<WayKind, string> = {
  other: 'the way',
  road: 'the road',
  street: 'the street',
  track: 'the track',
  path: 'the path',
  footway: 'the footway',
  steps: 'the steps',
  cycleway: 'the cycleway',
  ferry: 'the ferry',
}

/** `the path`, `the steps`. */
export function nounOf(graph: RoutingGraph, edge: number): string {
  const k = graph.columns.edgeClass[edge]
  const flags = graph.columns.classFlags[k]
  return (flags & FLAG_FERRY) !== 0
    ? NOUNS.ferry
    : (flags & FLAG_STEPS) !== 0
      ? NOUNS.steps
      : NOUNS[WAY_KINDS[graph.columns.classWayKind[k]]]
}

/** `Carretera General (CG-1)`, `the path signed GR 11`, `the track`; with the sign after a name too. */
export function describeWay(graph: RoutingGraph, edge: number, profile: Profile): string {
  const own = ownName(graph, edge)
  const sign = signOf(graph, describedTrail(graph, edge, profile))
  if (own === null) return sign === null ? nounOf(graph, edge) : `${nounOf(graph, edge)} signed ${sign}`
  return sign === null ? own : `${own}, signed ${sign}`
}

/** The trail whose sign `describeWay` adds, -1 if it adds none. */
export function describedTrail(graph: RoutingGraph, edge: number, profile: Profile): number {
  const own = ownName(graph, edge)
  const trail = bestTrail(graph, edge, profile)
  const sign = signOf(graph, trail)
  return sign === null || (own !== null && (own.includes(sign) || sign.includes(own))) ? -1 : trail
}

/** Name and ref; null if the way has neither. */
function ownName(graph: RoutingGraph, edge: number): string | null {
  const name = graph.nameOf(edge)
  const ref = graph.refOf(edge)
  return name === null ? ref : ref === null || name.includes(ref) ? name : `${name} (${ref})`
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

/** What the signs of a route show: its ref, else its name, else its symbol in words; null if the map has none. */
function signOf(graph: RoutingGraph, trail: number): string | null {
  if (trail < 0) return null
  const { trailRef, trailName, trailSymbol } = graph.columns
  const symbol = graph.string(trailSymbol[trail])
  return (
    graph.string(trailRef[trail]) ?? graph.string(trailName[trail]) ?? (symbol === null ? null : symbolWords(symbol))
  )
}

/** `red:white:red_bar` (osmc:symbol) -> `red bar on white`; other text as it is. */
export function symbolWords(symbol: string): string {
  const parts = symbol.split(':')
  if (parts.length < 2) return symbol
  const ground = parts[1].split('_', 1)[0]
  const sign = (parts[2] ?? '').replaceAll('_', ' ')
  const text = parts.length > 4 && parts[parts.length - 2] !== '' ? ` with ${parts[parts.length - 2]}` : ''
  return `${sign === '' ? ground : ground === '' ? sign : `${sign} on ${ground}`}${text}`
}

const DIRECTIONS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest']

export function directionWord(bearing: number): string {
  return DIRECTIONS[Math.round(bearing / 45) % 8]
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
const ORDINAL_RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `first`, `21st`; `count` is at least 1. */
export function ordinal(count: number): string {
  return ORDINALS[count - 1] ?? `${count}${ENDINGS[ORDINAL_RULES.select(count)] ?? 'th'}`
}
