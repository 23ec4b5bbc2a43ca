// A leg as arcs of the network, and how it is put together from the path that a search found and its partial ends.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { type CostTable, arcCost, FORBIDDEN, type ClosedEdges, isPartClosed } from '../costs/arc-cost.ts'
import type { PathResult, SearchOutcome, Seeds } from '../search/search-types.ts'
import type { SnapPoint } from './snap-waypoints.ts'
import type { FerrataSeeds } from './via-ferrata.ts'

export interface LegPath {
  /** arcs in order of travel; the first and the last may be partial */
  arcs: Uint32Array
  /** where the leg begins and ends: millimetres from the tail of the first and of the last arc */
  startMm: number
  endMm: number
  cost: number
  /** proven cheapest; else `lowerBound` says how cheap a better one might be */
  complete: boolean
  lowerBound: number
  /** the proven cheapest path without the cap, often this same path; absent: it was not searched for */
  uncapped?: LegPath
}

/** A leg as found; `path` null: drawn straight. */
export interface FoundLeg {
  from: SnapPoint
  to: SnapPoint
  path: LegPath | null
  /** the leg follows a signed route; absent: it does not */
  isFollowed?: true
}

/** In millimetres. */
export function lengthOfPath(graph: RoutingGraph, { arcs, startMm, endMm }: LegPath): number {
  if (arcs.length === 0) return 0
  const { edgeLengthMm } = graph.columns
  let lengthMm = endMm - startMm - edgeLengthMm[arcs[arcs.length - 1] >>> 1]
  for (const arc of arcs) lengthMm += edgeLengthMm[arc >>> 1]
  return lengthMm
}

/** Whether a path uses anything that is closed: of its first and last edge, the part that it travels. */
export function meetsClosed(graph: RoutingGraph, { arcs, startMm, endMm }: LegPath, isClosed: ClosedEdges): boolean {
  const { edgeLengthMm } = graph.columns
  const last = arcs.length - 1
  for (let i = 0; i <= last; i++) {
    const edge = arcs[i] >>> 1
    if (!isClosed(edge)) continue
    if (i > 0 && i < last) return true
    const lengthMm = edgeLengthMm[edge]
    const place = (mm: number) => ((arcs[i] & 1) === 1 ? lengthMm - mm : mm)
    if (isPartClosed(isClosed, edge, place(i === 0 ? startMm : 0), place(i === last ? endMm : lengthMm))) return true
  }
  return false
}

const NO_ARCS: readonly number[] = []

export interface LegEnd {
  seeds: Seeds
  /** seeds spread over a via ferrata, null on an ordinary edge */
  ferrata: FerrataSeeds | null
}

/**
 * Adds the partial arcs of the ends, and the via ferratas in between, around the whole arcs of the path. `newArcs`
 * allocates the arcs of the leg.
 */
export function joinPath(
  graph: RoutingGraph,
  path: PathResult,
  source: LegEnd,
  target: LegEnd,
  from: SnapPoint,
  to: SnapPoint,
  { complete, lowerBound }: SearchOutcome,
  newArcs: (count: number) => Uint32Array = (count) => new Uint32Array(count),
): LegPath {
  const { edgeLengthMm } = graph.columns
  const first = source.seeds.arcs[source.ferrata === null ? path.sourceSeed : source.ferrata.origin[path.sourceSeed]]
  const last = target.seeds.arcs[target.ferrata === null ? path.targetSeed : target.ferrata.origin[path.targetSeed]]
  const leadOut = source.ferrata?.leads[path.sourceSeed] ?? NO_ARCS
  const leadIn = target.ferrata?.leads[path.targetSeed] ?? NO_ARCS
  const pathFrom = (first >= 0 ? 1 : 0) + leadOut.length
  const pathTo = pathFrom + path.arcs.length
  const arcs = newArcs(pathTo + leadIn.length + (last >= 0 ? 1 : 0))
  if (first >= 0) arcs[0] = first
  if (leadOut.length > 0) arcs.set(leadOut, pathFrom - leadOut.length)
  arcs.set(path.arcs, pathFrom)
  if (leadIn.length > 0) arcs.set(leadIn, pathTo)
  if (last >= 0) arcs[arcs.length - 1] = last
  const alongMm = (arc: number, atMm: number) => ((arc & 1) === 1 ? edgeLengthMm[arc >>> 1] - atMm : atMm)
  return {
    arcs,
    startMm: first >= 0 ? alongMm(first, from.atMm) : 0,
    endMm: last >= 0 ? alongMm(last, to.atMm) : arcs.length === 0 ? 0 : edgeLengthMm[arcs[arcs.length - 1] >>> 1],
    cost: path.cost,
    complete,
    lowerBound,
  }
}

/** The result of a search for a leg: a path, the proof that none exists, or unknown because the budget ran out. */
export type LegAnswer = LegPath | 'no_path' | 'unknown'

/** A setting's tables: `ferrata` opens the via ferrata that a waypoint lies on; null if none does. */
export interface LegTables {
  table: CostTable
  /** of the same costs, with more arcs open, whose way is wanted as well; absent: it is not */
  uncapped?: CostTable | undefined
  ferrata: CostTable | null
  /** turn restrictions bind */
  restricted: boolean
}

/**
 * Seeds of a search that begins or ends at a point inside an edge: the ends of the edge, each with the cost of the
 * part of the arc that leads there. * Cost of travelling a part of an arc, between two places in millimetres from
 * edgeFrom: its share of the whole, rounded up.
 */
export function partCost(graph: RoutingGraph, table: CostTable, arc: number, aMm: number, bMm: number): number {
  const { isClosed, base = table } = table
  const edge = arc >>> 1
  if (isClosed !== undefined && isPartClosed(isClosed, edge, aMm, bMm)) return FORBIDDEN
  const whole = arcCost(graph, base, arc)
  const lengthMm = graph.columns.edgeLengthMm[edge]
  return whole === FORBIDDEN ? FORBIDDEN : lengthMm === 0 ? 0 : Math.ceil((whole * Math.abs(bMm - aMm)) / lengthMm)
}

/** Seeds of a search that begins at the point. */
export function sourceSeeds(graph: RoutingGraph, table: CostTable, point: SnapPoint): Seeds {
  return seedsOf(graph, table, point, true)
}

/** Seeds of a search that ends at the point. */
export function targetSeeds(graph: RoutingGraph, table: CostTable, point: SnapPoint): Seeds {
  return seedsOf(graph, table, point, false)
}

function seedsOf(graph: RoutingGraph, table: CostTable, { edge, atMm }: SnapPoint, leaving: boolean): Seeds {
  const { edgeFrom, edgeTo, edgeLengthMm } = graph.columns
  const lengthMm = edgeLengthMm[edge]
  if (atMm <= 0) return { nodes: [edgeFrom[edge]], costs: [0], arcs: [-1] }
  if (atMm >= lengthMm) return { nodes: [edgeTo[edge]], costs: [0], arcs: [-1] }
  const seeds = { nodes: [] as number[], costs: [] as number[], arcs: [] as number[] }
  for (let back = 0; back < 2; back++) {
    const arc = edge * 2 + back
    const endMm = leaving === (back === 0) ? lengthMm : 0
    const cost = partCost(graph, table, arc, atMm, endMm)
    if (cost >= FORBIDDEN) continue
    seeds.nodes.push(leaving === (back === 0) ? edgeTo[edge] : edgeFrom[edge])
    seeds.costs.push(cost)
    seeds.arcs.push(arc)
  }
  return seeds
}
