// Which parts of the network lie within a limit: an edge entered at one end is covered from there as far as the limit
// allows, its measure spread evenly over its length. Ferries are travelled but are no ground: they are never covered.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY } from '../../osm/edge-facts.ts'
import { isPartClosed } from '../costs/arc-cost.ts'
import type { ReachedEdges, IsochroneQuery } from './isochrone-query.ts'

/** Parts of edges, in the order of the search: shares of the length, from edgeFrom. */
export interface EdgeParts {
  count: number
  edge: Int32Array
  from: Float64Array
  to: Float64Array
}

/** How near the place is found where an edge is closed. */
const FOUND_WITHIN_MM = 100
/** Rows that are kept from answer to answer; a larger answer has its own. */
export const KEPT_ROWS = 1 << 16

/**
 * At most three parts of the start's edge, and two of any other; parts of one edge do not overlap. `kept`: parts no
 * longer needed, whose rows may be used.
 */
export function reachedEdges(
  graph: RoutingGraph,
  query: IsochroneQuery,
  edges: ReachedEdges,
  limit: number,
  kept?: EdgeParts,
): EdgeParts {
  const entered = enteredWithin(edges, limit)
  const parts = makeParts(entered * 2 + 3, kept)
  const own = ownPart(graph, query, limit)
  const index = edges.indexOf[query.start.edge]
  const seen = index < entered ? index : -1
  if (own !== null && seen < 0) add(parts, query.start.edge, own[0], own[1])
  for (let i = 0; i < entered; i++) addReached(parts, graph, query, edges, i, limit, i === seen ? own : null)
  return parts
}

/** `own`: the part that is reached without leaving the edge, if it is the start's. */
function addReached(
  parts: EdgeParts,
  graph: RoutingGraph,
  query: IsochroneQuery,
  edges: ReachedEdges,
  i: number,
  limit: number,
  own: [number, number] | null,
): void {
  const { edgeClass, classFlags } = graph.columns
  const edge = edges.edge[i]
  if ((classFlags[edgeClass[edge]] & FLAG_FERRY) !== 0) return
  const low = openFrom(graph, query, edge, 0, covered(edges.at[i * 2], edges.whole[i * 2], limit))
  const high = openFrom(graph, query, edge, 1, 1 - covered(edges.at[i * 2 + 1], edges.whole[i * 2 + 1], limit))
  if (own !== null) addThree(parts, edge, low, own, high)
  else if (low >= high) add(parts, edge, 0, 1)
  else {
    if (low > 0) add(parts, edge, 0, low)
    if (high < 1) add(parts, edge, high, 1)
  }
}

function makeParts(rows: number, kept: EdgeParts | undefined): EdgeParts {
  if (kept !== undefined && kept.edge.length >= rows) {
    kept.count = 0
    return kept
  }
  const room = rows <= KEPT_ROWS / 2 ? 2 ** Math.ceil(Math.log2(rows)) : rows
  return { count: 0, edge: new Int32Array(room), from: new Float64Array(room), to: new Float64Array(room) }
}

/** Edges are in the order in which they were entered, so those entered within a limit come first. */
function enteredWithin({ count, at }: ReachedEdges, limit: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Math.min(at[middle * 2], at[middle * 2 + 1]) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Share of an edge covered from the end where it is entered at `at`. */
function covered(at: number, whole: number, limit: number): number {
  if (at > limit) return 0
  return at + whole <= limit ? 1 : (limit - at) / whole
}

/** The part of its own edge that a start inside it reaches without leaving the edge; null where it is a junction. */
function ownPart(graph: RoutingGraph, query: IsochroneQuery, limit: number): [number, number] | null {
  const { edgeClass, edgeLengthMm } = graph.columns
  const { edge, atMm } = query.start
  const lengthMm = edgeLengthMm[edge]
  if (atMm <= 0 || atMm >= lengthMm) return null
  const { factor } = query.table
  const share = (side: 0 | 1): number => {
    const arc = edge * 2 + (side ^ query.back)
    if (factor[edgeClass[edge] * 2 + (arc & 1)] === Infinity) return 0
    return limit / query.measure.of(arc)
  }
  const at = atMm / lengthMm
  return [
    openFrom(graph, query, edge, at, Math.max(0, at - share(1))),
    openFrom(graph, query, edge, at, Math.min(1, at + share(0))),
  ]
}

/** Where the way along an edge from one place to another is first closed, else its end; all as shares of its length. */
function openFrom(
  { columns }: RoutingGraph,
  { table }: IsochroneQuery,
  edge: number,
  from: number,
  to: number,
): number {
  const { isClosed } = table
  const lengthMm = columns.edgeLengthMm[edge]
  if (isClosed === undefined || from === to || !isPartClosed(isClosed, edge, from * lengthMm, to * lengthMm)) return to
  let open = from
  let closed = to
  while (Math.abs(closed - open) * lengthMm > FOUND_WITHIN_MM) {
    const middle = (open + closed) / 2
    if (isPartClosed(isClosed, edge, from * lengthMm, middle * lengthMm)) closed = middle
    else open = middle
  }
  return open
}

function addThree(parts: EdgeParts, edge: number, low: number, [from, to]: [number, number], high: number): void {
  const spans = [
    [0, low],
    [from, to],
    [high, 1],
  ].filter(([a, b]) => b > a)
  let end = -1
  for (const [a, b] of spans.sort((x, y) => x[0] - y[0])) {
    if (a <= end) {
      if (b > end) parts.to[parts.count - 1] = end = b
    } else {
      add(parts, edge, a, b)
      end = b
    }
  }
}

function add(parts: EdgeParts, edge: number, from: number, to: number): void {
  parts.edge[parts.count] = edge
  parts.from[parts.count] = from
  parts.to[parts.count++] = to
}

/** Metres of ways. */
export function lengthM(graph: RoutingGraph, parts: EdgeParts): number {
  const { edgeLengthMm } = graph.columns
  let mm = 0
  for (let i = 0; i < parts.count; i++) mm += edgeLengthMm[parts.edge[i]] * (parts.to[i] - parts.from[i])
  return mm / 1000
}

/**
 * Both measures at a place on an edge, searched by the first; null if it lies beyond the limit. `atMm` from edgeFrom.
 */
export function measureAt(
  graph: RoutingGraph,
  query: IsochroneQuery,
  edges: ReachedEdges,
  { edge, atMm }: { edge: number; atMm: number },
): { measure: number; other: number } | null {
  const lengthMm = graph.columns.edgeLengthMm[edge]
  const share = lengthMm === 0 ? 0 : atMm / lengthMm
  const index = edges.indexOf[edge]
  let best: { measure: number; other: number } | null = null
  const { isClosed } = query.table
  const offer = (arc: number, fromMm: number, at: number, alongAt: number, part: number) => {
    const measure = at + (part === 0 ? 0 : query.measure.of(arc) * part)
    if (measure > query.limit || (best !== null && measure >= best.measure)) return
    if (isClosed !== undefined && isPartClosed(isClosed, edge, fromMm, atMm)) return
    best = { measure, other: alongAt + (part === 0 ? 0 : query.other!.of(arc) * part) }
  }
  if (index >= 0)
    for (const side of [0, 1] as const)
      if (edges.at[index * 2 + side] !== Infinity)
        offer(
          edge * 2 + (side ^ query.back),
          side === 0 ? 0 : lengthMm,
          edges.at[index * 2 + side],
          edges.other[index * 2 + side],
          side === 0 ? share : 1 - share,
        )
  if (edge === query.start.edge) {
    const part = (atMm - query.start.atMm) / Math.max(1, lengthMm)
    const arc = edge * 2 + ((part < 0 ? 1 : 0) ^ query.back)
    if (part === 0) offer(arc, atMm, 0, 0, 0)
    else if (query.table.factor[graph.columns.edgeClass[edge] * 2 + (arc & 1)] !== Infinity)
      offer(arc, query.start.atMm, 0, 0, Math.abs(part))
  }
  return best
}
