// HOT: npm run bench -- large-search
// It visits every triangle of the hierarchy while a caller of long legs waits for better bounds.
//
// The costs of one setting over a hierarchy, rounded down to 11 bits, as bounds of what remains under other settings.
// It takes 4 bytes an arc instead of 12: two costs in a 16-bit floating form, and no ways back, since no path is read
// from it. Every arc of the hierarchy costs at most what the two below it cost together, also after rounding. So the
// costs that HierarchyPotential reads are those of a network in which no arc is more expensive than in the real one,
// and A* stays exact.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { pieceBytes, type MetricData, visitEdges } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'

/** No way. */
export const NO_WAY = 0xffff
const MANTISSA_BITS = 11
const MANTISSA = 1 << MANTISSA_BITS
/** Larger costs count as this. */
const MOST = 0x7ffffffe
/** The cost of each form; Infinity for NO_WAY. */
export const COST_OF = Float64Array.from({ length: 65_536 }, (_, form) =>
  form === NO_WAY
    ? Infinity
    : form < MANTISSA
      ? form
      : (MANTISSA | (form & (MANTISSA - 1))) * 2 ** ((form >>> MANTISSA_BITS) - 1),
)

/** The largest form whose cost is at most this whole number; forms have the order of their costs. */
export function roundedDown(cost: number): number {
  const whole = cost < MOST ? cost : MOST
  if (whole < MANTISSA) return whole
  const shift = 31 - MANTISSA_BITS - Math.clz32(whole)
  return ((shift + 1) << MANTISSA_BITS) | ((whole >>> shift) & (MANTISSA - 1))
}

export class BoundMetric implements MetricData {
  readonly key: string
  readonly table: CostTable
  readonly bytes: number
  /** one */
  readonly pieces: readonly SharedArrayBuffer[]
  readonly arcCount: number
  readonly used: Float64Array
  /** cost of each upward arc from its lower to its higher end, and back down, in 16 bits */
  readonly up: Uint16Array
  readonly down: Uint16Array

  private constructor({ key, table, pieces, arcCount, used }: MetricData) {
    this.key = key
    this.table = table
    this.pieces = pieces
    this.arcCount = arcCount
    this.used = used
    this.bytes = pieces[0].byteLength
    this.up = new Uint16Array(pieces[0], 0, arcCount)
    this.down = new Uint16Array(pieces[0], arcCount * 2, arcCount)
  }

  /** Records the time of use. */
  touch(): void {
    this.used[0] = Date.now()
  }

  /** In a block of memory, new or reused, whose costs are still to be written. */
  static over({ arcCount }: Hierarchy, table: CostTable, reused?: SharedArrayBuffer): BoundMetric {
    const piece = reused ?? new SharedArrayBuffer(pieceBytes(arcCount))
    return new BoundMetric({
      key: table.key,
      table,
      pieces: [piece],
      arcCount,
      used: new Float64Array(new SharedArrayBuffer(8)),
    })
  }

  /** A metric on the same shared memory. */
  static from(data: MetricData): BoundMetric {
    return new BoundMetric(data)
  }
}

/** `reused`: a piece of memory that no thread uses any more. Takes as long as `customise`. */
export function customiseBound(
  graph: RoutingGraph,
  hierarchy: Hierarchy,
  table: CostTable,
  reused?: SharedArrayBuffer,
): BoundMetric {
  const metric = BoundMetric.over(hierarchy, table, reused)
  metric.up.fill(NO_WAY)
  metric.down.fill(NO_WAY)
  weigh(graph, hierarchy, table, metric)
  relaxTriangles(hierarchy, metric)
  metric.touch()
  return metric
}

/** The form of an edge's cost, which was rounded up: one less is at most what it was before. */
export function formOf(cost: number): number {
  return cost === FORBIDDEN ? NO_WAY : roundedDown(cost - 1)
}

function weigh(graph: RoutingGraph, hierarchy: Hierarchy, table: CostTable, { up, down }: BoundMetric): void {
  const costOf = arcCosts(graph, table)
  visitEdges(graph, hierarchy.columns, (arc, upId) => {
    const upForm = formOf(costOf(upId))
    const downForm = formOf(costOf(upId ^ 1))
    if (upForm < up[arc]) up[arc] = upForm
    if (downForm < down[arc]) down[arc] = downForm
  })
}

/** As in customise.ts; a sum is rounded down where it is written. */
function relaxTriangles(hierarchy: Hierarchy, { up, down }: BoundMetric): void {
  const { cchUpStart: upStart, cchUpHead: upHead } = hierarchy.columns
  for (let u = 0; u < upStart.length - 1; u++) {
    const stop = upStart[u + 1]
    for (let a = upStart[u]; a < stop; a++) {
      if (up[a] === NO_WAY && down[a] === NO_WAY) continue
      const v = upHead[a]
      const toV = COST_OF[up[a]]
      const fromV = COST_OF[down[a]]
      let at = upStart[v]
      for (let b = a + 1; b < stop; b++) {
        const w = upHead[b]
        while (upHead[at] !== w) at++
        const toW = fromV + COST_OF[up[b]]
        const fromW = COST_OF[down[b]] + toV
        if (toW < COST_OF[up[at]]) up[at] = roundedDown(toW)
        if (fromW < COST_OF[down[at]]) down[at] = roundedDown(fromW)
      }
    }
  }
}
