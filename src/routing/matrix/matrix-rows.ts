// HOT: npm run bench -- planner
// Most of the time of a matrix goes into its ten thousand paths.
//
// The ways of a matrix, row by row: most by one search upward from the source over the labels of the targets. What that
// cannot answer is searched for as a leg of a route: pairs on one edge or on a via ferrata, without a path at first (a
// bicycle is pushed, or a point is placed elsewhere), over a turn restriction or over what is avoided.

import { distanceM } from '../../geo/lon-lat.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../hierarchy/customise.ts'
import type { MatrixQuery } from '../hierarchy/matrix-query.ts'
import { joinPath, type LegEnd } from '../legs/leg-path.ts'
import type { FindLegsInput } from '../legs/legs-input.ts'
import { sourceSeeds, targetSeeds, type SnapPoint } from '../legs/snap-waypoints.ts'
import { isFerrata } from '../legs/via-ferrata.ts'
import { breaksRestriction } from '../search/restricted-search.ts'
import { stopIfCancelled } from '../search/search-types.ts'
import type { MatrixInput } from './matrix-types.ts'
import { PairFinder, type FoundPair } from './pair-finder.ts'

export interface RowsInput {
  search: FindLegsInput
  matrix: MatrixInput
  maxLegKm: number
  /** null: the network has no hierarchy, or the costs do not fit it */
  query: MatrixQuery | null
  metric: Metric | null
  /** as of PairFinder */
  metricOf(table: CostTable): Metric | null
}

const NO_SEEDS = { nodes: [], costs: [], arcs: [] }

export class MatrixRows {
  readonly pairs: PairFinder
  readonly #input: RowsInput
  readonly #query: MatrixQuery | null
  readonly #ends: LegEnd[] = []

  constructor(input: RowsInput) {
    const { search, matrix, query, metric } = input
    this.#input = input
    this.pairs = new PairFinder(search, matrix, input.metricOf)
    this.#query = metric === null ? null : query
    const points = matrix.targets.map((_, t) => this.target(t))
    this.#ends = points.map((point) => ({
      seeds: point === null ? NO_SEEDS : targetSeeds(search.graph, this.#table, point),
      ferrata: null,
    }))
    if (metric !== null)
      query?.setTargets(
        metric,
        this.#table,
        this.#ends.map(({ seeds }) => seeds),
      )
  }

  source(s: number): SnapPoint | null {
    return this.pairs.open.snap(s)
  }

  target(t: number): SnapPoint | null {
    return this.pairs.open.snap(this.#input.matrix.sources.length + t)
  }

  /** Throws SearchStopped. */
  row(s: number): FoundPair[] {
    const { search, matrix } = this.#input
    const row = matrix.targets.map((_, t): FoundPair | null => (this.#isTooLong(s, t) ? 'leg_too_long' : null))
    const from = this.source(s)
    if (from === null) return row.map((known) => known ?? 'no_snap')
    const { isMet, isBarred } = this.#searchRow(from, row)
    return row.map((known, t) => {
      if (known !== null) return known
      stopIfCancelled(search.control.cancelled)
      const to = matrix.sources.length + t
      return isMet[t] ? this.pairs.findAround(s, to) : this.pairs.find(s, to, isBarred[t])
    })
  }

  /**
   * Fills in the ways that one search over the hierarchy finds. Returns which of the others meet what is avoided, and
   * which break a turn restriction.
   */
  #searchRow(from: SnapPoint, row: (FoundPair | null)[]): { isMet: boolean[]; isBarred: boolean[] } {
    const { search } = this.#input
    const query = this.#query
    const isMet = row.map(() => false)
    const isBarred = row.map(() => false)
    stopIfCancelled(search.control.cancelled)
    if (query === null || this.#isOnFerrata(from)) return { isMet, isBarred }
    const source: LegEnd = { seeds: sourceSeeds(search.graph, this.#table, from), ferrata: null }
    try {
      query.search(source.seeds)
      row.forEach((known, t) => {
        if (known !== null) return
        const to = this.target(t)
        if (to === null || to.edge === from.edge || this.#isOnFerrata(to)) return
        const found = query.path(t)
        if (found === null) return
        const outcome = { path: found, complete: true, lowerBound: found.cost, settledCount: 0 }
        const path = joinPath(search.graph, found, source, this.#ends[t], from, to, outcome)
        if (this.pairs.open.choice.tables.restricted && breaksRestriction(search.graph, path.arcs)) isBarred[t] = true
        else if (this.pairs.meetsAvoided(path)) isMet[t] = true
        else row[t] = { from, to, path }
      })
    } finally {
      query.end()
    }
    return { isMet, isBarred }
  }

  get #table(): CostTable {
    return this.pairs.open.choice.tables.table
  }

  #isOnFerrata(point: SnapPoint): boolean {
    return this.pairs.open.choice.tables.ferrata !== null && isFerrata(this.#input.search.graph, point.edge)
  }

  #isTooLong(s: number, t: number): boolean {
    const { matrix, maxLegKm } = this.#input
    const [from, to] = [matrix.sources[s], matrix.targets[t]]
    return distanceM(from[0], from[1], to[0], to[1]) > maxLegKm * 1000
  }
}
