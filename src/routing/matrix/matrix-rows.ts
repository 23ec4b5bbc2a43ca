// The ways of a matrix, row by row: most by one search over the hierarchy (row-search.ts). What it leaves is searched
// for as a leg of a route (pair-finder.ts). Where most ways meet what is avoided, those around it are found in the same
// manner, under costs that leave it out.

import { distanceM } from '../../geo/lon-lat.ts'
import type { MatrixReason } from '../../travel/matrix.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import type { MatrixQuery } from '../cch/cch-query.ts'
import type { LegTables } from '../legs/leg-path.ts'
import type { FindLegsInput } from '../legs/legs-input.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { stopIfCancelled } from '../search/search-types.ts'
import type { MatrixInput } from './matrix-types.ts'
import { type FoundPair, type FoundWay, PairFinder, type PlacedPoints } from './pair-finder.ts'
import { type RowAnswer, RowSearch, type WantedTargets } from './row-search.ts'
import type { Choice } from '../legs/search-leg.ts'

interface RowsInput {
  search: FindLegsInput
  matrix: MatrixInput
  maxLegKm: number
  /** null: the network has no hierarchy */
  newQuery(): MatrixQuery | null
  /** of a table that avoids nothing; null: its costs do not fit the hierarchy */
  openMetric(table: CostTable): Metric | null
  /** as of PairFinder */
  metricOf(table: CostTable): Metric | null
}

export class MatrixRows {
  readonly pairs: PairFinder
  readonly #input: RowsInput
  readonly #open: ChoiceRows | null
  /** made when the hierarchy has costs that leave out what is avoided */
  #closed: ChoiceRows | null = null

  constructor(input: RowsInput) {
    this.#input = input
    this.pairs = new PairFinder(input.search, input.matrix, input.metricOf)
    this.#open = this.#rowsOf(this.pairs.open, ({ table }) => input.openMetric(table.base ?? table))
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
    const known = this.#reasons(s)
    if (this.source(s) === null) return known.map((reason) => reason ?? 'no_snap')
    stopIfCancelled(search.control.cancelled)
    const targets = new RowTargets(known, this.#leastAround(s))
    const open = this.#open?.find(s, targets)
    const { isMet } = targets
    let metCount = 0
    for (let t = 0; t < isMet.length; t++) {
      const way = open?.[t] ?? null
      if (isWay(way) && this.pairs.meetsAvoided(way.path)) isMet[t] = true
      if (isMet[t]) metCount++
    }
    this.pairs.expectAround(metCount * (matrix.sources.length - s))
    const around = this.#around()?.find(s, new MetTargets(targets))
    const row: FoundPair[] = []
    for (let t = 0; t < isMet.length; t++)
      row.push(known[t] ?? this.#pair(s, t, isMet[t], (isMet[t] ? around : open)?.[t] ?? null))
    return row
  }

  /** Why there is no way to a target, as far as that is known before any search. */
  #reasons(s: number): (MatrixReason | null)[] {
    const reasons: (MatrixReason | null)[] = []
    for (let t = 0; t < this.#input.matrix.targets.length; t++)
      reasons.push(this.#isTooLong(s, t) ? 'leg_too_long' : null)
    return reasons
  }

  #pair(s: number, t: number, isMet: boolean, way: RowAnswer): FoundPair {
    stopIfCancelled(this.#input.search.control.cancelled)
    if (isWay(way)) return way
    const to = this.#pointOf(t)
    return isMet ? this.pairs.findAround(s, to, way) : this.pairs.find(s, to, way)
  }

  /**
   * By target, what the way around what is avoided costs; 0 where avoiding it moves an end of the way. Null while the
   * hierarchy has no costs that leave out what is avoided.
   */
  #leastAround(s: number): Float64Array | null {
    const costs = this.#around()?.costs(s) ?? null
    if (costs === null) return null
    const isAlike = this.#isPlacedAlike(s)
    for (let t = 0; t < costs.length; t++) if (!isAlike || !this.#isPlacedAlike(this.#pointOf(t))) costs[t] = 0
    return costs
  }

  /** Null until ways around what is avoided are many. */
  #around(): ChoiceRows | null {
    const { closed } = this.pairs
    if (closed !== null) this.#closed ??= this.#rowsOf(closed, (tables) => this.pairs.closedMetric(tables))
    return this.#closed
  }

  #rowsOf(placed: PlacedPoints, metricOf: (tables: LegTables) => Metric | null): ChoiceRows | null {
    const { search, matrix, newQuery } = this.#input
    const points = matrix.targets.map((_, t) => this.#pointOf(t))
    return ChoiceRows.of(placed.choice, (tables) => {
      const metric = metricOf(tables)
      const query = metric === null ? null : newQuery()
      return metric === null || query === null
        ? null
        : new RowSearch(search.graph, placed, tables, query, metric, points)
    })
  }

  /** Whether a point lies where it would if nothing were avoided. */
  #isPlacedAlike(point: number): boolean {
    const { open, closed } = this.pairs
    const [a, b] = [open.snap(point), closed?.snap(point) ?? null]
    return a !== null && b !== null && a.edge === b.edge && a.atMm === b.atMm
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

function isWay(answer: RowAnswer): answer is FoundWay {
  return answer !== null && typeof answer !== 'string'
}

/** Wants the ways found without regard to what is avoided, except those that are known to meet it. */
class RowTargets implements WantedTargets {
  readonly known: readonly (MatrixReason | null)[]
  /** whether the way to a target meets what is avoided */
  readonly isMet: boolean[]
  readonly #leastAround: Float64Array | null

  constructor(known: readonly (MatrixReason | null)[], leastAround: Float64Array | null) {
    this.known = known
    this.isMet = known.map(() => false)
    this.#leastAround = leastAround
  }

  wants(target: number, cost: number): boolean {
    // a way that is cheaper than all around what is avoided meets it: it need not be looked at
    if (this.#leastAround !== null && cost < this.#leastAround[target]) this.isMet[target] = true
    return this.known[target] === null && !this.isMet[target]
  }
}

/** Wants a way around what is avoided wherever the way found without regard to it meets it. */
class MetTargets implements WantedTargets {
  readonly #row: RowTargets

  constructor(row: RowTargets) {
    this.#row = row
  }

  wants(target: number): boolean {
    return this.#row.known[target] === null && this.#row.isMet[target]
  }
}

type RowsUnder = (tables: LegTables) => RowSearch | null

/**
 * The ways from one source to all targets under a choice of tables: by the first ones and, where they find none and the
 * bicycle may be pushed, by the others (as src/routing/legs/search-leg.ts does for one pair).
 */
class ChoiceRows {
  readonly #first: RowSearch
  readonly #pushing: LegTables | null
  readonly #rowsUnder: RowsUnder
  /** made when it is first needed; null: the hierarchy has no such costs */
  #pushed: RowSearch | null | undefined = undefined

  private constructor(first: RowSearch, pushing: LegTables | null, rowsUnder: RowsUnder) {
    this.#first = first
    this.#pushing = pushing
    this.#rowsUnder = rowsUnder
  }

  /** Null where there is no search under the first tables. */
  static of({ tables, pushing }: Choice, rowsUnder: RowsUnder): ChoiceRows | null {
    const first = rowsUnder(tables)
    return first === null ? null : new ChoiceRows(first, pushing, rowsUnder)
  }

  /** Under the first tables, as of RowSearch. */
  costs(source: number): Float64Array | null {
    return this.#first.costs(source)
  }

  /** As RowSearch; `wanted` is asked with the costs of the first tables. `isBarred` is of the first tables. */
  find(source: number, wanted: WantedTargets): RowAnswer[] {
    const answers = this.#first.find(source, wanted)
    const pushing = this.#pushing
    if (pushing === null || !answers.includes('no_path')) return answers
    if (this.#pushed === undefined) this.#pushed = this.#rowsUnder(pushing)
    const pushed = this.#pushed?.find(source, new Unreached(answers))
    for (let t = 0; t < answers.length; t++) {
      if (answers[t] !== 'no_path') continue
      const way = pushed?.[t] ?? null
      answers[t] = way === 'isBarred' ? null : way
    }
    return answers
  }
}

class Unreached implements WantedTargets {
  readonly #answers: readonly RowAnswer[]

  constructor(answers: readonly RowAnswer[]) {
    this.#answers = answers
  }

  wants(target: number): boolean {
    return this.#answers[target] === 'no_path'
  }
}
