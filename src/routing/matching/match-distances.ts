// HOT: npm run bench -- matching
// One trace needs thousands of distances, so the ancestor list of each node is computed once per trace.
//
// Exact distances between many near places, over the customised hierarchy: each node gets a list of its ancestors
// within a limit (a pruned label; Abraham et al., "A hub-based labeling algorithm", 2011), and a distance is the best
// common entry of two lists. Distances are metres, multiplied for ways that count as longer; Infinity if there is no
// way shorter than the limit. Lists live for one trace.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import { MAX_CANDIDATES, type Candidate } from './match-candidates.ts'
import { COST_M, PER_MM } from './match-costs.ts'

/** In `ends`: the way does not leave the edge. */
export const SAME_EDGE = 4
const LEAST_LIMIT = 4096
const NO_COSTS = new Int32Array(0)
const MAX_ENDS = 64

interface Label {
  /** complete up to this many cost units */
  limit: number
  ranks: Int32Array
  costs: Float64Array
}

export class MatchDistances {
  readonly #graph: RoutingGraph
  readonly #hierarchy: Hierarchy
  readonly #dist: Float64Array
  #up: Int32Array = NO_COSTS
  #down: Int32Array = NO_COSTS
  /** by class * 2 + direction: 1, more if a metre counts as more, Infinity if closed */
  #ratio: Float64Array = new Float64Array(0)
  #leaving = new Map<number, Label>()
  #reaching = new Map<number, Label>()
  /** limit of labels in cost units, and the table of distances between recently used nodes */
  #limit = LEAST_LIMIT
  #endCount = 0
  readonly #endNodes = new Uint32Array(MAX_ENDS)
  readonly #endLabels: Label[] = []
  readonly #rows = new Map<number, Float64Array>()
  readonly #targetFrom = new Int32Array(MAX_CANDIDATES)
  readonly #targetTo = new Int32Array(MAX_CANDIDATES)
  #ranks: number[] = []
  #costs: number[] = []

  constructor(graph: RoutingGraph, hierarchy: Hierarchy) {
    this.#graph = graph
    this.#hierarchy = hierarchy
    this.#dist = new Float64Array(graph.nodeCount).fill(Infinity)
  }

  /** Begins a trace. */
  begin(metric: Metric, table: CostTable): void {
    this.#up = metric.up
    this.#down = metric.down
    this.#ratio = table.factor.map((factor) => factor / PER_MM)
    this.#limit = LEAST_LIMIT
  }

  /** Forgets the trace and the metric. */
  end(): void {
    this.#up = NO_COSTS
    this.#down = NO_COSTS
    this.#leaving.clear()
    this.#reaching.clear()
    this.#forgetEnds(0)
  }

  /**
   * Metres from every place to every other, row by row into `into`; ways longer than `limitM` are Infinity. `ends` says
   * by which end the source's edge is left and the target's entered: 2 * left + entered, each 0 for edgeFrom and 1 for
   * edgeTo; SAME_EDGE for neither.
   */
  between(
    sources: readonly Candidate[],
    targets: readonly Candidate[],
    limitM: number,
    into: Float64Array,
    ends: Uint8Array,
  ): void {
    const { edgeFrom, edgeTo, edgeLengthMm, edgeClass } = this.#graph.columns
    const ratio = this.#ratio
    const limit = Math.ceil(limitM / COST_M)
    // consecutive steps of a line mostly have the same edges, and so the same ends
    if (limit > this.#limit || this.#endCount + 2 * targets.length > MAX_ENDS) this.#forgetEnds(limit)
    const endNodes = this.#endNodes
    const endLabels = this.#endLabels
    for (let t = 0; t < targets.length; t++) {
      const { edge } = targets[t]
      this.#targetFrom[t] = ratio[edgeClass[edge] * 2] === Infinity ? -1 : this.#endOf(edgeFrom[edge])
      this.#targetTo[t] = ratio[edgeClass[edge] * 2 + 1] === Infinity ? -1 : this.#endOf(edgeTo[edge])
    }
    for (let s = 0, k = 0; s < sources.length; s++) {
      const { edge, atMm } = sources[s]
      const forward = ratio[edgeClass[edge] * 2]
      const backward = ratio[edgeClass[edge] * 2 + 1]
      const viaTo = forward === Infinity ? null : this.#rowOf(edgeTo[edge])
      const viaFrom = backward === Infinity ? null : this.#rowOf(edgeFrom[edge])
      const toEndM = ((edgeLengthMm[edge] - atMm) / 1000) * forward
      const toStartM = (atMm / 1000) * backward
      for (let t = 0; t < targets.length; t++, k++) {
        const target = targets[t]
        const along = target.atMm >= atMm ? forward : backward
        if (target.edge === edge && along !== Infinity) {
          const directM = (Math.abs(target.atMm - atMm) / 1000) * along
          into[k] = directM < limitM ? directM : Infinity
          ends[k] = SAME_EDGE
          continue
        }
        const into2 = edgeClass[target.edge] * 2
        const inM = (target.atMm / 1000) * ratio[into2]
        const outM = ((edgeLengthMm[target.edge] - target.atMm) / 1000) * ratio[into2 + 1]
        let best = limitM
        for (let way = 0; way < 4; way++) {
          const leaving = way < 2 ? viaFrom : viaTo
          const reaching = (way & 1) === 0 ? this.#targetFrom[t] : this.#targetTo[t]
          const partsM = (way < 2 ? toStartM : toEndM) + ((way & 1) === 0 ? inM : outM)
          if (leaving === null || reaching < 0 || partsM >= best) continue
          let betweenM = leaving[reaching]
          if (betweenM < 0) {
            const node = way < 2 ? edgeFrom[edge] : edgeTo[edge]
            betweenM = leaving[reaching] =
              node === endNodes[reaching] ? 0 : meet(this.#label(this.#leaving, node, this.#up), endLabels[reaching])
          }
          const wholeM = partsM + betweenM
          if (wholeM < best) {
            best = wholeM
            ends[k] = way
          }
        }
        into[k] = best < limitM ? best : Infinity
      }
    }
  }

  /** Row of the table for a source node, -1 if not looked up yet. */
  #rowOf(node: number): Float64Array {
    let row = this.#rows.get(node)
    if (row === undefined) this.#rows.set(node, (row = new Float64Array(MAX_ENDS).fill(-1)))
    return row
  }

  /** Column of the table for a target node. */
  #endOf(node: number): number {
    for (let e = 0; e < this.#endCount; e++) if (this.#endNodes[e] === node) return e
    this.#endNodes[this.#endCount] = node
    this.#endLabels[this.#endCount] = this.#label(this.#reaching, node, this.#down)
    return this.#endCount++
  }

  #forgetEnds(limit: number): void {
    while (this.#limit < limit) this.#limit *= 2
    this.#endCount = 0
    this.#rows.clear()
  }

  #label(kept: Map<number, Label>, node: number, cost: Int32Array): Label {
    let label = kept.get(node)
    if (label === undefined || label.limit < this.#limit) kept.set(node, (label = this.#climb(node, cost, this.#limit)))
    return label
  }

  /** Ancestors of a node and their costs below the limit, ascending. */
  #climb(node: number, cost: Int32Array, limit: number): Label {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const dist = this.#dist
    const ranks = this.#ranks
    const costs = this.#costs
    ranks.length = costs.length = 0
    let r = cchRank[node]
    dist[r] = 0
    for (let open = 1; ; ) {
      const d = dist[r]
      const first = cchUpStart[r]
      const stop = cchUpStart[r + 1]
      if (d < limit) {
        open--
        ranks.push(r)
        costs.push(d)
        for (let a = first; a < stop; a++) {
          const reached = d + cost[a]
          if (reached >= limit) continue
          const h = cchUpHead[a]
          if (dist[h] === Infinity) open++
          if (reached < dist[h]) dist[h] = reached
        }
        dist[r] = Infinity
      }
      if (open === 0 || first === stop) break
      r = cchUpHead[first]
    }
    return { limit, ranks: Int32Array.from(ranks), costs: Float64Array.from(costs) }
  }
}

/** Weighted metres of the best way over a common ancestor. */
function meet(a: Label, b: Label): number {
  const ar = a.ranks
  const br = b.ranks
  let best = Infinity
  for (let i = 0, j = 0; i < ar.length && j < br.length; ) {
    const difference = ar[i] - br[j]
    if (difference === 0) {
      const cost = a.costs[i++] + b.costs[j++]
      if (cost < best) best = cost
    } else if (difference < 0) i++
    else j++
  }
  return best * COST_M
}
