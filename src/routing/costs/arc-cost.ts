// HOT: npm run bench -- large-search
// One expression over typed columns runs for every arc that a search or a customisation looks at.
//
// What one arc costs under one setting: the single expression that every search, customisation and test uses.
// Integer, at least 1, so that sums are exact and comparable between algorithms. Pure.
//
//   cost = ceil( lengthMm * factor[class, direction] * flat + ascentDm * perAscentDm + descentDm * perDescentDm + fixed
// )
//   flat = 1 + flatPenalty * max(0, 1 - (ascent + descent) / length / FLAT_GRADE)
//
// Unknown climb adds nothing to the cost (the answer reports how many metres it is unknown for); it is never reported
// as zero.

import { NO_CLIMB_DM, type RoutingGraph } from '../../graph/routing-graph.ts'

/**
 * Which edges a request closes: as a whole, or a part of them. No path passes over an edge of which any part is
 * closed, but one may begin and end on the rest of it.
 */
export interface ClosedEdges {
  /** whether any part of the edge is closed */
  (edge: number): boolean
  /** whether all of it is; absent: wherever a part is */
  isWhole?: (edge: number) => boolean
  /** whether a part between two places is, in millimetres from edgeFrom; absent: wherever any part is */
  isPart?: (edge: number, fromMm: number, toMm: number) => boolean
}

export function isWhollyClosed(isClosed: ClosedEdges, edge: number): boolean {
  return isClosed(edge) && (isClosed.isWhole?.(edge) ?? true)
}

/** In either order of the places. */
export function isPartClosed(isClosed: ClosedEdges, edge: number, aMm: number, bMm: number): boolean {
  return isClosed(edge) && (isClosed.isPart?.(edge, Math.min(aMm, bMm), Math.max(aMm, bMm)) ?? true)
}

/** What either closes; null: nothing is closed. */
export function eitherClosed(a: ClosedEdges | null, b: ClosedEdges | null): ClosedEdges | null {
  if (a === null || b === null) return a ?? b
  return Object.assign((edge: number) => a(edge) || b(edge), {
    isWhole: (edge: number) => isWhollyClosed(a, edge) || isWhollyClosed(b, edge),
    isPart: (edge: number, fromMm: number, toMm: number) =>
      isPartClosed(a, edge, fromMm, toMm) || isPartClosed(b, edge, fromMm, toMm),
  })
}

/** An arc that must not be used. Sums of two of these still fit a Float64; never add them in an Int32Array. */
export const FORBIDDEN = 0x7fffffff
/** Grade (0..1) at which a stretch stops counting as flat when `hills` seeks climbs. */
const FLAT_GRADE = 0.12

/** Share of the costs of another metric. */
export interface BelowShare {
  key: string
  share: number
}

/** Everything that decides arc costs under one setting. */
export interface CostTable {
  /** identifies the setting; equal keys give equal costs on one network */
  key: string
  /** cost units per millimetre by class * 2 + direction; Infinity = forbidden */
  factor: Float64Array
  /**
   * instead of `factor` where the arc drops more than it climbs; absent: the same. For a bicycle carried over steps.
   */
  fallFactor?: Float64Array
  /** additional cost units, by class * 2 + direction; absent: none. For a bicycle lifted over a barrier. */
  fixed?: Float64Array
  /** cost units per decimetre climbed and dropped in the direction of travel */
  perAscentDm: number
  perDescentDm: number
  /** 0..1, extra cost of level stretches (hills > 0) */
  flatPenalty: number
  /** the smallest finite factor, falling or not: a lower bound for any arc is minFactor * its length */
  minFactor: number
  /** sets of metrics whose costs, by these shares, bound those of this table from below, the best first */
  below?: readonly (readonly BelowShare[])[]
  /** its metric serves as such a bound: rounded down, without ways back (bound-metric.ts); absent: no */
  isBound?: true
  /**
   * edges that a request avoids, beside those that the setting forbids; absent: none. A table with it never leaves its
   * thread, and no cache has a metric of it.
   */
  isClosed?: ClosedEdges
  /** the table that it was made from by `closing`; absent: none */
  base?: CostTable
}

/** The same costs without the edges that are closed. */
export function closing(table: CostTable, isClosed: ClosedEdges | null): CostTable {
  return isClosed === null ? table : { ...table, isClosed, base: table }
}

/** Cost of an arc, `1..FORBIDDEN - 1`, or FORBIDDEN. */
export function arcCost(graph: RoutingGraph, table: CostTable, arcId: number): number {
  return arcCosts(graph, table)(arcId)
}

type ArcCosts = (arcId: number) => number

/**
 * Those made before, as long as their table lives: V8 throws compiled code away with the last closure that has it, and
 * would compile it again for the next search.
 */
const made = new WeakMap<CostTable, { graph: RoutingGraph; costOf: ArcCosts }>()

/** The same for many arcs: a function from arc id to cost that holds its arrays. For hot loops. */
export function arcCosts(graph: RoutingGraph, table: CostTable): ArcCosts {
  const { isClosed, base } = table
  if (isClosed !== undefined) {
    const costOf = base === undefined ? makeArcCosts(graph, table) : arcCosts(graph, base)
    return (arcId) => (isClosed(arcId >>> 1) ? FORBIDDEN : costOf(arcId))
  }
  const known = made.get(table)
  if (known?.graph === graph) return known.costOf
  const costOf = makeArcCosts(graph, table)
  made.set(table, { graph, costOf })
  return costOf
}

function makeArcCosts(graph: RoutingGraph, table: CostTable): ArcCosts {
  const { edgeClass, edgeLengthMm, edgeAscentDm, edgeDescentDm } = graph.columns
  const { factor, perAscentDm, perDescentDm, flatPenalty } = table
  const fallFactor = table.fallFactor ?? null
  const fixed = table.fixed ?? null
  return (arcId) => {
    const edge = arcId >>> 1
    const back = arcId & 1
    const slot = edgeClass[edge] * 2 + back
    let perMm = factor[slot]
    if (perMm === Infinity) return FORBIDDEN
    const lengthMm = edgeLengthMm[edge]
    let up = edgeAscentDm[edge]
    let down = edgeDescentDm[edge]
    if (up === NO_CLIMB_DM) {
      up = 0
      down = 0
    } else if (back === 1) {
      const swap = up
      up = down
      down = swap
    }
    if (fallFactor !== null && down > up) perMm = fallFactor[slot]
    let cost = lengthMm * perMm
    if (flatPenalty > 0 && lengthMm > 0) {
      const steepness = ((up + down) * 100) / lengthMm / FLAT_GRADE
      if (steepness < 1) cost *= 1 + flatPenalty * (1 - steepness)
    }
    if (fixed !== null) cost += fixed[slot]
    const whole = Math.ceil(cost + up * perAscentDm + down * perDescentDm)
    return whole < 1 ? 1 : whole >= FORBIDDEN ? FORBIDDEN - 1 : whole
  }
}
