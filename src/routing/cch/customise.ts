// HOT: npm run bench -- routing
// It visits every triangle of the hierarchy before the first answer for a new setting.
//
// Gives a hierarchy the costs of one setting: every upward arc gets the cost of the cheapest way between its two ends
// through lower ranks only, in both directions. Int32, FORBIDDEN if absent; sums never overflow. A metric takes
// 8 or 12 bytes an arc of the hierarchy: two costs and, where memory is no matter, for each direction which of the
// ranks below lies on the way (its index in the list of arcs from below, 16 bits), so that paths unpack without a
// search. It lies in pieces of shared memory and is never written to after customise has returned it.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import type { Hierarchy, HierarchyColumns } from './hierarchy.ts'

/**
 * Instead of an index below: the arc is an edge of the network; or the index does not fit 16 bits and must be searched
 * for.
 */
export const OWN_EDGE = 0xffff
export const UNPLACED = 0xfffe

/**
 * From so many arcs on, metrics do without ways, and paths search for theirs: a third less memory, for 0.2 ms more on
 * paths of 60 km (test/bench/notes). Below, the default cache holds four settings anyhow.
 */
const LARGE_ARCS = 1_400_000
const BYTES_AN_ARC = 4

/** Bytes of what one piece of memory holds, over a hierarchy with this many arcs. */
export const costBytes = (arcCount: number): number => arcCount * BYTES_AN_ARC
/**
 * Bytes of one piece: up to 3 % more than it holds, in steps, so that the pieces of a network mostly serve its next
 * release as well.
 */
export function pieceBytes(arcCount: number): number {
  const bytes = costBytes(arcCount)
  const step = Math.max(BYTES_AN_ARC, 2 ** (Math.floor(Math.log2(bytes)) - 5))
  return Math.ceil(bytes / step) * step
}
/** How many pieces a metric takes. */
export const metricPieces = (ofBytes: number): number => (ofBytes < LARGE_ARCS * BYTES_AN_ARC ? 3 : 2)

/** A metric as another thread receives it (structured clone). */
export interface MetricData {
  key: string
  /** the cost table that it was made from */
  table: CostTable
  /** costs up, costs down, and the ways of both; two pieces: without ways */
  pieces: readonly SharedArrayBuffer[]
  /** of the hierarchy */
  arcCount: number
  /** when a thread last used it, milliseconds since 1970 */
  used: Float64Array
}

export class Metric implements MetricData {
  readonly key: string
  readonly table: CostTable
  readonly bytes: number
  readonly pieces: readonly SharedArrayBuffer[]
  readonly arcCount: number
  readonly used: Float64Array
  /** cost of each upward arc from its lower to its higher end, and back down */
  readonly up: Int32Array
  readonly down: Int32Array
  /**
   * index of the arc from below that each way uses, counted from `cchDownStart` of the lower end; or OWN_EDGE,
   * UNPLACED. Null: not kept
   */
  readonly upVia: Uint16Array | null
  readonly downVia: Uint16Array | null

  private constructor({ key, table, pieces, arcCount, used }: MetricData) {
    this.key = key
    this.table = table
    this.pieces = pieces
    this.arcCount = arcCount
    this.used = used
    this.bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
    const [up, down, ways = null] = pieces
    this.up = new Int32Array(up, 0, arcCount)
    this.down = new Int32Array(down, 0, arcCount)
    this.upVia = ways && new Uint16Array(ways, 0, arcCount)
    this.downVia = ways && new Uint16Array(ways, arcCount * 2, arcCount)
  }

  /** Records the time of use. */
  touch(): void {
    this.used[0] = Date.now()
  }

  /** In blocks of memory, new or reused, whose costs are still to be written. */
  static over(
    { arcCount }: Hierarchy,
    table: CostTable,
    reused: readonly SharedArrayBuffer[],
    pieceCount: number,
  ): Metric {
    const bytes = pieceBytes(arcCount)
    const pieces = Array.from({ length: pieceCount }, (_, i) => reused[i] ?? new SharedArrayBuffer(bytes))
    return new Metric({ key: table.key, table, pieces, arcCount, used: new Float64Array(new SharedArrayBuffer(8)) })
  }

  /** A metric on the same shared memory. */
  static from(data: MetricData): Metric {
    return new Metric(data)
  }
}

/**
 * Costs for one setting. Null if the cost of a way does not fit 31 bits (single arcs near FORBIDDEN): such a setting
 * must be searched with BidirectionalSearch, which has no such limit. Milliseconds to a second; runs in any thread.
 * `reused`: pieces of metrics of the same hierarchy that no thread uses any more.
 */
export function customise(
  graph: RoutingGraph,
  hierarchy: Hierarchy,
  table: CostTable,
  reused: readonly SharedArrayBuffer[] = [],
  pieceCount = metricPieces(pieceBytes(hierarchy.arcCount)),
): Metric | null {
  const { cchUpStart, cchUpHead } = hierarchy.columns
  const metric = Metric.over(hierarchy, table, reused, pieceCount)
  const { up, down, upVia, downVia } = metric
  up.fill(FORBIDDEN)
  down.fill(FORBIDDEN)
  upVia?.fill(OWN_EDGE)
  downVia?.fill(OWN_EDGE)
  weigh(graph, hierarchy, table, up, down)
  if (!relaxTriangles(cchUpStart, cchUpHead, up, down, upVia, downVia)) return null
  metric.touch()
  return metric
}

/** The edges' own costs; of parallel edges the cheaper one, separately in each direction. */
function weigh(graph: RoutingGraph, hierarchy: Hierarchy, table: CostTable, up: Int32Array, down: Int32Array): void {
  const costOf = arcCosts(graph, table)
  visitEdges(graph, hierarchy.columns, (arc, upId) => {
    const upCost = costOf(upId)
    const downCost = costOf(upId ^ 1)
    if (upCost < up[arc]) up[arc] = upCost
    if (downCost < down[arc]) down[arc] = downCost
  })
}

/**
 * For every rank from below: a pair of its upward arcs may be a cheaper way between their heads. Returns false if a
 * cost does not fit.
 */
function relaxTriangles(
  upStart: Uint32Array,
  upHead: Uint32Array,
  up: Int32Array,
  down: Int32Array,
  upVia: Uint16Array | null,
  downVia: Uint16Array | null,
): boolean {
  const rankCount = upStart.length - 1
  const placeBelow = new Uint32Array(rankCount) // arcs from below seen so far
  let fits = true
  for (let u = 0; u < rankCount; u++) {
    const stop = upStart[u + 1]
    for (let a = upStart[u]; a < stop; a++) {
      const v = upHead[a]
      const place = placeBelow[v]++
      const toV = up[a]
      const fromV = down[a]
      if (toV === FORBIDDEN && fromV === FORBIDDEN) continue
      const via = place < UNPLACED ? place : UNPLACED
      // all heads of u above v are heads of v too: walk both sorted lists
      let at = upStart[v]
      for (let b = a + 1; b < stop; b++) {
        const w = upHead[b]
        while (upHead[at] !== w) at++
        const toW = up[b]
        const fromW = down[b]
        // v - u - w and back; differences never overflow, sums could
        if (fromV !== FORBIDDEN && toW !== FORBIDDEN) {
          if (toW < up[at] - fromV) {
            up[at] = fromV + toW
            if (upVia !== null) upVia[at] = via
          } else if (up[at] === FORBIDDEN) fits = false
        }
        if (fromW !== FORBIDDEN && toV !== FORBIDDEN) {
          if (fromW < down[at] - toV) {
            down[at] = fromW + toV
            if (downVia !== null) downVia[at] = via
          } else if (down[at] === FORBIDDEN) fits = false
        }
      }
    }
  }
  return fits
}

/**
 * The edges of the network as upward arcs of its hierarchy. * Calls `visit` for every edge between two nodes, or one
 * in `step`, with its upward arc and the arc of the network that leads up along it; `upId ^ 1` leads down. Throws
 * RangeError for the hierarchy of another network.
 */
export function visitEdges(
  graph: RoutingGraph,
  columns: HierarchyColumns,
  visit: (arc: number, upId: number) => void,
  step = 1,
): void {
  const { edgeFrom, edgeTo } = graph.columns
  const { cchRank, cchUpStart, cchUpHead } = columns
  for (let e = 0; e < edgeFrom.length; e += step) {
    const from = cchRank[edgeFrom[e]]
    const to = cchRank[edgeTo[e]]
    if (from === to) continue
    const low = from < to ? from : to
    const high = from < to ? to : from
    const stop = cchUpStart[low + 1]
    let arc = cchUpStart[low]
    while (arc < stop && cchUpHead[arc] !== high) arc++
    if (arc === stop) throw new RangeError('the hierarchy belongs to another network')
    visit(arc, from < to ? e * 2 : e * 2 + 1)
  }
}
