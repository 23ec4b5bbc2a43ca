// HOT: npm run bench -- planner
// Most of the time of a matrix goes into its ten thousand paths.
//
// The ways from one source to all targets under one pair of tables, by one search upward from the source over the
// labels of the targets. What it cannot answer it leaves: pairs on one edge, on a via ferrata or at a crossing of two
// levels, over a turn restriction.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Metric } from '../cch/customise.ts'
import type { MatrixQuery } from '../cch/cch-query.ts'
import { joinPath, type LegEnd, type LegTables, sourceSeeds, targetSeeds } from '../legs/leg-path.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { isFerrata } from '../legs/via-ferrata.ts'
import { breaksRestriction } from '../search/restricted-search.ts'
import type { FoundWay, PlacedPoints } from './pair-finder.ts'

const NO_SEEDS = { nodes: [], costs: [], arcs: [] }

/** `isBarred`: the cheapest way breaks a turn restriction; null: to be searched for otherwise, or not wanted. */
export type RowAnswer = FoundWay | 'isBarred' | 'no_path' | null

export interface WantedTargets {
  /** `cost`: of the cheapest way to the target */
  wants(target: number, cost: number): boolean
}

export class RowSearch {
  readonly #graph: RoutingGraph
  readonly #placed: PlacedPoints
  readonly #tables: LegTables
  readonly #query: MatrixQuery
  readonly #ends: LegEnd[]
  readonly #targets: (SnapPoint | null)[]
  /** targets at a crossing of two levels, whose pairs are searched one by one */
  readonly #hasLevels: boolean[]
  readonly #newArcs = arcRoom()

  /** `tables` are of the points' choice, and `metric` is of them. */
  constructor(
    graph: RoutingGraph,
    placed: PlacedPoints,
    tables: LegTables,
    query: MatrixQuery,
    metric: Metric,
    points: readonly number[],
  ) {
    this.#graph = graph
    this.#placed = placed
    this.#tables = tables
    this.#query = query
    this.#targets = points.map((point) => placed.snap(point))
    this.#hasLevels = points.map((point) => placed.hasLevels(point))
    this.#ends = this.#targets.map((point) => ({
      seeds: point === null ? NO_SEEDS : targetSeeds(graph, tables.table, point),
      ferrata: null,
    }))
    query.setTargets(
      metric,
      tables.table,
      this.#ends.map(({ seeds }) => seeds),
    )
  }

  /**
   * To every target, Infinity where there is no path, 0 where it is not known. Null where the pairs of the source are
   * searched otherwise.
   */
  costs(source: number): Float64Array | null {
    const seeds = this.#beginAt(source)
    if (seeds === null) return null
    this.#query.search(seeds.seeds)
    this.#query.end()
    return this.#query.costs.map((cost, t) => (this.#hasLevels[t] ? 0 : cost))
  }

  /** To the targets that are wanted, null to the others. */
  find(source: number, wanted: WantedTargets): RowAnswer[] {
    const answers = new Array<RowAnswer>(this.#targets.length).fill(null)
    const from = this.#placed.snap(source)
    const begin = this.#beginAt(source)
    if (from === null || begin === null) return answers
    try {
      this.#query.search(begin.seeds)
      for (let t = 0; t < answers.length; t++) {
        const to = this.#targets[t]
        if (to === null || to.edge === from.edge || this.#hasLevels[t] || this.#isOnFerrata(to)) continue
        if (wanted.wants(t, this.#query.costs[t])) answers[t] = this.#wayTo(from, begin, to, t)
      }
      return answers
    } finally {
      this.#query.end()
    }
  }

  #beginAt(source: number): LegEnd | null {
    const from = this.#placed.snap(source)
    if (from === null || this.#placed.hasLevels(source) || this.#isOnFerrata(from)) return null
    return { seeds: sourceSeeds(this.#graph, this.#tables.table, from), ferrata: null }
  }

  #wayTo(from: SnapPoint, begin: LegEnd, to: SnapPoint, t: number): RowAnswer {
    const found = this.#query.path(t)
    if (found === null) return 'no_path'
    const outcome = { path: found, complete: true, lowerBound: found.cost, settledCount: 0 }
    const path = joinPath(this.#graph, found, begin, this.#ends[t], from, to, outcome, this.#newArcs)
    return this.#tables.restricted && breaksRestriction(this.#graph, path.arcs) ? 'isBarred' : { from, to, path }
  }

  #isOnFerrata(point: SnapPoint): boolean {
    return this.#tables.ferrata !== null && isFerrata(this.#graph, point.edge)
  }
}

/** 64 KB */
const BLOCK_ARCS = 16_384

/** Gives arrays of zeros, side by side in blocks. */
function arcRoom(): (count: number) => Uint32Array {
  let block = new Uint32Array(0)
  let taken = 0
  return (count) => {
    if (taken + count > block.length) {
      block = new Uint32Array(Math.max(count, BLOCK_ARCS))
      taken = 0
    }
    return block.subarray(taken, (taken += count))
  }
}
