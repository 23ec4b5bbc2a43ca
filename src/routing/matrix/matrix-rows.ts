// The ways of a matrix, row by row: most by one search over the hierarchy (row-search.ts). What it leaves is searched
// for as a leg of a route (pair-finder.ts). Where most ways meet what is avoided, those around it are found in the same
// manner, under costs that leave it out.

import { distanceM } from '../../geo/lon-lat.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../hierarchy/customise.ts'
import type { MatrixQuery } from '../hierarchy/matrix-query.ts'
import type { FindLegsInput } from '../legs/legs-input.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { stopIfCancelled } from '../search/search-types.ts'
import type { MatrixInput } from './matrix-types.ts'
import { PairFinder, type FoundPair, type PlacedPoints } from './pair-finder.ts'
import { RowSearch } from './row-search.ts'

export interface RowsInput {
  search: FindLegsInput
  matrix: MatrixInput
  maxLegKm: number
  /** null: the network has no hierarchy */
  newQuery(): MatrixQuery | null
  /** null: the costs do not fit the hierarchy */
  metric: Metric | null
  /** as of PairFinder */
  metricOf(table: CostTable): Metric | null
}

export class MatrixRows {
  readonly pairs: PairFinder
  readonly #input: RowsInput
  readonly #open: RowSearch | null
  /** made when the hierarchy has costs that leave out what is avoided */
  #closed: RowSearch | null = null

  constructor(input: RowsInput) {
    this.#input = input
    this.pairs = new PairFinder(input.search, input.matrix, input.metricOf)
    this.#open = this.#searchUnder(this.pairs.open, input.metric)
  }

  source(s: number): SnapPoint | null {
    return this.pairs.open.snap(s)
  }

  target(t: number): SnapPoint | null {
    return this.pairs.open.snap(this.#pointOf(t))
  }

  /** Throws SearchStopped. */
  row(s: number): FoundPair[] {
    const { search, matrix } = this.#input
    const known = matrix.targets.map((_, t): FoundPair | null => (this.#isTooLong(s, t) ? 'leg_too_long' : null))
    if (this.source(s) === null) return known.map((reason) => reason ?? 'no_snap')
    stopIfCancelled(search.control.cancelled)
    const open = this.#open?.find(s, (t) => known[t] === null)
    const isMet = known.map((_, t) => {
      const way = open?.[t] ?? null
      return way !== null && way !== 'isBarred' && this.pairs.meetsAvoided(way.path)
    })
    const around = this.#around()?.find(s, (t) => isMet[t])
    return known.map((reason, t) => {
      if (reason !== null) return reason
      stopIfCancelled(search.control.cancelled)
      const way = open?.[t] ?? null
      const wayAround = around?.[t] ?? null
      if (isMet[t] && wayAround !== null && wayAround !== 'isBarred') return wayAround
      if (isMet[t]) return this.pairs.findAround(s, this.#pointOf(t), wayAround === 'isBarred')
      if (way !== null && way !== 'isBarred') return way
      return this.pairs.find(s, this.#pointOf(t), way === 'isBarred')
    })
  }

  /** Null until ways around what is avoided are many. */
  #around(): RowSearch | null {
    const { closed } = this.pairs
    if (closed !== null) this.#closed ??= this.#searchUnder(closed.placed, closed.metric)
    return this.#closed
  }

  #searchUnder(placed: PlacedPoints, metric: Metric | null): RowSearch | null {
    const { search, matrix, newQuery } = this.#input
    const query = metric === null ? null : newQuery()
    if (metric === null || query === null) return null
    const points = matrix.targets.map((_, t) => this.#pointOf(t))
    return new RowSearch(search.graph, placed, query, metric, points)
  }

  /** Sources are counted first. */
  #pointOf(t: number): number {
    return this.#input.matrix.sources.length + t
  }

  #isTooLong(s: number, t: number): boolean {
    const { matrix, maxLegKm } = this.#input
    const [from, to] = [matrix.sources[s], matrix.targets[t]]
    return distanceM(from[0], from[1], to[0], to[1]) > maxLegKm * 1000
  }
}
