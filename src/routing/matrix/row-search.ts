// HOT: npm run bench -- planner
// Most of the time of a matrix goes into its ten thousand paths.
//
// The ways from one source to all targets under one choice of tables, by one search upward from the source over the
// labels of the targets. What it cannot answer it leaves: pairs on one edge or on a via ferrata, without a path, over a
// turn restriction.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../hierarchy/customise.ts'
import type { MatrixQuery } from '../hierarchy/matrix-query.ts'
import { joinPath, type LegEnd } from '../legs/leg-path.ts'
import { sourceSeeds, targetSeeds, type SnapPoint } from '../legs/snap-waypoints.ts'
import { isFerrata } from '../legs/via-ferrata.ts'
import { breaksRestriction } from '../search/restricted-search.ts'
import type { FoundWay, PlacedPoints } from './pair-finder.ts'

const NO_SEEDS = { nodes: [], costs: [], arcs: [] }

/** `isBarred`: the cheapest way breaks a turn restriction. */
type RowAnswer = FoundWay | 'isBarred' | null

export class RowSearch {
  readonly #graph: RoutingGraph
  readonly #placed: PlacedPoints
  readonly #query: MatrixQuery
  readonly #ends: LegEnd[]
  readonly #targets: (SnapPoint | null)[]

  /** `metric` must be that of the first tables of the points' choice. */
  constructor(
    graph: RoutingGraph,
    placed: PlacedPoints,
    query: MatrixQuery,
    metric: Metric,
    points: readonly number[],
  ) {
    this.#graph = graph
    this.#placed = placed
    this.#query = query
    this.#targets = points.map((point) => placed.snap(point))
    this.#ends = this.#targets.map((point) => ({
      seeds: point === null ? NO_SEEDS : targetSeeds(graph, this.#table, point),
      ferrata: null,
    }))
    query.setTargets(
      metric,
      this.#table,
      this.#ends.map(({ seeds }) => seeds),
    )
  }

  /** Of the wanted targets; null: to be searched for otherwise. */
  find(source: number, isWanted: (target: number) => boolean): RowAnswer[] {
    const from = this.#placed.snap(source)
    if (from === null || this.#isOnFerrata(from)) return this.#targets.map(() => null)
    const begin: LegEnd = { seeds: sourceSeeds(this.#graph, this.#table, from), ferrata: null }
    try {
      this.#query.search(begin.seeds)
      return this.#targets.map((to, t) => {
        if (!isWanted(t) || to === null || to.edge === from.edge || this.#isOnFerrata(to)) return null
        return this.#wayTo(from, begin, to, t)
      })
    } finally {
      this.#query.end()
    }
  }

  #wayTo(from: SnapPoint, begin: LegEnd, to: SnapPoint, t: number): RowAnswer {
    const found = this.#query.path(t)
    if (found === null) return null
    const outcome = { path: found, complete: true, lowerBound: found.cost, settledCount: 0 }
    const path = joinPath(this.#graph, found, begin, this.#ends[t], from, to, outcome)
    const { restricted } = this.#placed.choice.tables
    return restricted && breaksRestriction(this.#graph, path.arcs) ? 'isBarred' : { from, to, path }
  }

  get #table(): CostTable {
    return this.#placed.choice.tables.table
  }

  #isOnFerrata(point: SnapPoint): boolean {
    return this.#placed.choice.tables.ferrata !== null && isFerrata(this.#graph, point.edge)
  }
}
