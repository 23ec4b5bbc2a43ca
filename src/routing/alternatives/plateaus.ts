// HOT: npm run bench -- planner
// It looks at every node that an alternative may pass, so its labels are in typed arrays, and only touched ones are
// reset.
//
// Where other good ways between two places may lead: plateaus (Abraham, Delling, Goldberg and Werneck, "Alternative
// Routes in Road Networks", 2013). A plateau is a chain of arcs that lies on cheapest paths from the source and on
// cheapest paths to the target alike. The way over it is the cheapest over any of its nodes. The longer the plateau,
// the longer the pieces of that way that are themselves cheapest. Plateaus are looked for among all nodes whose way
// costs at most a limit; the hierarchy gives that cost.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, type CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import { NodesBetween } from '../cch/nodes-between.ts'
import type { SearchControl, Seeds } from '../search/search-types.ts'
import { type LegPath, partCost } from '../legs/leg-path.ts'

export interface Plateau {
  /** its first node */
  node: number
  /** of the cheapest way from source to target over it */
  cost: number
  /** of the plateau itself */
  lengthCost: number
  /** what the way over it shares with the best path; null: it passes a place twice. Walks the whole way. */
  sharedCost(): number | null
}

export interface PlateausWanted {
  source: Seeds
  target: Seeds
  /** nodes of the best path, and its cost */
  nodes: readonly number[]
  best: number
  /** of the ways over the plateaus */
  limit: number
  leastLength: number
}

/** Nodes that are looked at for one answer. */
const MAX_NODES = 50_000
const UNSEEN = -1

export class PlateauFinder {
  readonly #graph: RoutingGraph
  readonly #between: NodesBetween
  /** by node: its place in the arrays below, and in those of `#between` */
  readonly #place: Int32Array
  /** the next place of the plateau, -1 for none */
  readonly #next: Int32Array
  readonly #isFirst: Uint8Array

  constructor(graph: RoutingGraph, hierarchy: Hierarchy) {
    this.#graph = graph
    this.#between = new NodesBetween(hierarchy, MAX_NODES)
    this.#place = new Int32Array(graph.nodeCount).fill(UNSEEN)
    this.#next = new Int32Array(this.#between.node.length)
    this.#isFirst = new Uint8Array(this.#between.node.length)
  }

  /** Passes the plateaus to `judge`; `sharedCost` may be called only until it returns. Throws SearchStopped. */
  find<T>(
    metric: Metric,
    table: CostTable,
    wanted: PlateausWanted,
    control: SearchControl,
    judge: (plateaus: Plateau[]) => T,
  ): T {
    this.#findNodes(metric, wanted, control)
    const { count, node } = this.#between
    try {
      for (let i = 0; i < count; i++) this.#place[node[i]] = i
      const costOf = arcCosts(this.#graph, table)
      this.#link(costOf)
      return judge(this.#collect(costOf, wanted))
    } finally {
      for (let i = 0; i < count; i++) this.#place[node[i]] = UNSEEN
    }
  }

  /** Where there are too many, those of cheaper ways only. */
  #findNodes(metric: Metric, { source, target, best, limit }: PlateausWanted, control: SearchControl): void {
    for (let within = limit; within > best; within = Math.floor((best + within) / 2))
      if (this.#between.find(metric, source, target, within, control)) return
  }

  /** An arc belongs to a plateau if the ways over its two ends cost the same, and it is on the way from the source. */
  #link(costOf: (arc: number) => number): void {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const place = this.#place
    const { count, node, way, from } = this.#between
    this.#next.fill(-1, 0, count)
    this.#isFirst.fill(1, 0, count)
    for (let i = 0; i < count; i++) {
      for (let a = firstArc[node[i]], end = firstArc[node[i] + 1]; a < end; a++) {
        const next = place[arcHead[a]]
        if (next < 0 || way[next] !== way[i] || from[next] <= from[i] || this.#isFirst[next] === 0) continue
        if (from[i] + costOf(arcId[a]) !== from[next]) continue
        this.#next[i] = next
        this.#isFirst[next] = 0
        break
      }
    }
  }

  #collect(costOf: (arc: number) => number, { nodes, best, leastLength }: PlateausWanted): Plateau[] {
    const { count, node, way, from } = this.#between
    const onBest = new Set<number>()
    for (const each of nodes) if (this.#place[each] >= 0) onBest.add(this.#place[each])
    const plateaus: Plateau[] = []
    for (let i = 0; i < count; i++) {
      if (this.#isFirst[i] === 0 || this.#next[i] < 0 || way[i] <= best) continue
      let last = i
      while (this.#next[last] >= 0) last = this.#next[last]
      const lengthCost = from[last] - from[i]
      if (lengthCost < leastLength) continue
      const sharedCost = () => {
        const seen = new Set<number>()
        const leaves = this.#walkToBest(i, onBest, costOf, true, seen)
        const joins = this.#walkToBest(last, onBest, costOf, false, seen)
        if (seen.has(joins) || (leaves >= 0 && joins >= 0 && from[joins] <= from[leaves])) return null
        return (leaves < 0 ? 0 : from[leaves]) + (joins < 0 ? 0 : way[joins] - from[joins])
      }
      plateaus.push({ node: node[i], cost: way[i], lengthCost, sharedCost })
    }
    return plateaus
  }

  /**
   * Where the cheapest way between a place and the source (or the target) meets the best path; -1 if it does not. Adds
   * the places that it comes upon to `seen`, and ends where it meets one.
   */
  #walkToBest(
    place: number,
    onBest: ReadonlySet<number>,
    costOf: (arc: number) => number,
    back: boolean,
    seen: Set<number>,
  ): number {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const { from, way } = this.#between
    for (let at = place; ; ) {
      if (onBest.has(at) || seen.has(at)) return at
      seen.add(at)
      const node = this.#between.node[at]
      const cost = back ? from[at] : way[at] - from[at]
      let next = -1
      for (let a = firstArc[node], end = firstArc[node + 1]; a < end && next < 0; a++) {
        const other = this.#place[arcHead[a]]
        if (other < 0) continue
        const rest = back ? from[other] : way[other] - from[other]
        if (rest < cost && rest + costOf(back ? arcId[a] ^ 1 : arcId[a]) === cost) next = other
      }
      if (next < 0) return -1
      at = next
    }
  }
}

/** Cost from the start to the end of each arc; one more member than arcs, the first is 0. */
export function costsAlong(graph: RoutingGraph, table: CostTable, { arcs, startMm, endMm }: LegPath): Float64Array {
  const costOf = arcCosts(graph, table)
  const { edgeLengthMm } = graph.columns
  const at = new Float64Array(arcs.length + 1)
  for (let i = 0; i < arcs.length; i++) {
    const lengthMm = edgeLengthMm[arcs[i] >>> 1]
    const fromMm = i === 0 ? startMm : 0
    const toMm = i === arcs.length - 1 ? endMm : lengthMm
    const place = (mm: number) => ((arcs[i] & 1) === 1 ? lengthMm - mm : mm)
    const isWhole = fromMm === 0 && toMm === lengthMm
    const cost = isWhole ? costOf(arcs[i]) : partCost(graph, table, arcs[i], place(fromMm), place(toMm))
    at[i + 1] = at[i] + cost
  }
  return at
}

/**
 * Cost of what a way has in common with another, in either direction; the edges of the other have `bit`. Where both
 * begin (or end) on one edge, but in opposite directions, they have nothing of it in common.
 */
export function sharedCost(way: LegPath, at: Float64Array, other: LegPath, usedBy: Uint8Array, bit: number): number {
  const last = way.arcs.length - 1
  const isElsewhere = (arc: number, otherEnd: number) => arc !== otherEnd && arc >>> 1 === otherEnd >>> 1
  let shared = 0
  for (let i = 0; i <= last; i++) {
    const arc = way.arcs[i]
    if ((usedBy[arc >>> 1] & bit) === 0) continue
    if (i === 0 && isElsewhere(arc, other.arcs[0])) continue
    if (i === last && isElsewhere(arc, other.arcs[other.arcs.length - 1])) continue
    shared += at[i + 1] - at[i]
  }
  return shared
}
