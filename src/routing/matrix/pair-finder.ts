// The way of one pair exactly as a route finds it (src/routing/legs/find-legs.ts): nearest ways, then those of a common
// part, the bicycle pushed where it must be, around what is avoided. Where a point lies is worked out once for all of
// its pairs.

import { ServiceError } from '../../errors.ts'
import type { MatrixReason } from '../../travel/matrix.ts'
import type { CostTable, ClosedEdges } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import { type FoundLeg, type LegPath, type LegTables, meetsClosed } from '../legs/leg-path.ts'
import { chooseLevels } from '../legs/find-legs.ts'
import { chooseTables, type Choice, componentsOfChoice, searchLeg } from '../legs/search-leg.ts'
import type { FindLegsInput } from '../legs/legs-input.ts'
import {
  edgesToStandOn,
  type EdgesToStandOn,
  inCommonPart,
  type PointsByPart,
  type SnapPoint,
} from '../legs/snap-waypoints.ts'
import { type MatrixInput, matrixSubject } from './matrix-types.ts'

/** To give the hierarchy costs that leave out what is avoided takes as long as one pair around it for so many edges. */
const EDGES_A_PAIR = 1500

export type FoundWay = FoundLeg & { path: LegPath }
export type FoundPair = FoundWay | MatrixReason
/** What is known of a pair: its best path breaks a turn restriction, or it has no path; null: nothing yet. */
export type KnownOfPair = 'isBarred' | 'no_path' | null

export class PairFinder {
  readonly #input: FindLegsInput
  readonly #open: PlacedPoints
  readonly #isAvoided: ClosedEdges | null
  readonly #matrix: MatrixInput
  /** made when the first way meets what is avoided */
  #closed: PlacedPoints | null = null
  #foundAround = 0
  #hasMetrics = false
  readonly #closedMetrics = new Map<CostTable, Metric>()
  readonly #metricOf: (table: CostTable) => Metric | null

  /** `metricOf`: makes the metric of a table that avoids edges; null if there can be none. */
  constructor(input: FindLegsInput, matrix: MatrixInput, metricOf: (table: CostTable) => Metric | null) {
    this.#metricOf = metricOf
    this.#input = input
    this.#matrix = matrix
    this.#isAvoided = input.isAvoided ?? null
    this.#open = new PlacedPoints({ ...input, isAvoided: null }, matrix)
  }

  /** Points and tables without regard to what is avoided. */
  get open(): PlacedPoints {
    return this.#open
  }

  /** Points and tables without what is avoided, once the hierarchy has their costs; null before. */
  get closed(): PlacedPoints | null {
    return this.#closed !== null && this.closedMetric(this.#closed.choice.tables) !== null ? this.#closed : null
  }

  /** Of tables that leave out what is avoided; null where the hierarchy has none. */
  closedMetric({ table }: LegTables): Metric | null {
    return this.#closedMetrics.get(table) ?? null
  }

  /** Sources are points 0 to n - 1, targets follow. */
  find(from: number, to: number, known: KnownOfPair = null): FoundPair {
    const found = this.#open.find(from, to, known)
    return typeof found === 'string' || !this.meetsAvoided(found.path) ? found : this.findAround(from, to)
  }

  meetsAvoided(path: LegPath): boolean {
    return this.#isAvoided !== null && meetsClosed(this.#input.graph, path, this.#isAvoided)
  }

  /** Around what is avoided. */
  findAround(from: number, to: number, known: KnownOfPair = null): FoundPair {
    this.expectAround(1)
    this.#foundAround++
    return this.#placedAround().find(from, to, known)
  }

  /** Gives the hierarchy costs that leave out what is avoided, once enough more pairs go around it. */
  expectAround(pairs: number): void {
    if (this.#hasMetrics || (this.#foundAround + pairs) * EDGES_A_PAIR < this.#input.graph.edgeCount) return
    this.#hasMetrics = true
    this.#useMetrics(this.#placedAround().choice)
  }

  #placedAround(): PlacedPoints {
    return (this.#closed ??= new PlacedPoints(this.#input, this.#matrix))
  }

  #useMetrics({ tables, pushing }: Choice): void {
    for (const { table } of pushing === null ? [tables] : [tables, pushing]) {
      const metric = this.#metricOf(table)
      if (metric === null) continue
      this.#input.finder.useMetric(table, metric)
      this.#closedMetrics.set(table, metric)
    }
  }
}

/** The points under one choice of tables. */
export class PlacedPoints {
  readonly choice: Choice
  readonly #input: FindLegsInput
  readonly #matrix: MatrixInput
  readonly #isPreferred: EdgesToStandOn | null
  readonly #levels: (SnapPoint[] | null)[] = []
  readonly #byPart: PointsByPart[] = []
  #partOf: ((edge: number) => number) | null = null

  constructor(input: FindLegsInput, matrix: MatrixInput) {
    this.#input = input
    this.#matrix = matrix
    this.choice = chooseTables(input)
    const { pushing, tables } = this.choice
    this.#isPreferred = pushing === null ? null : edgesToStandOn(input.graph, tables.table)
  }

  find(from: number, to: number, known: KnownOfPair): FoundPair {
    const [starts, ends] = [this.#levelsOf(from), this.#levelsOf(to)]
    if (starts === null || ends === null) return 'no_snap'
    const [start, end] = chooseLevels(this.#input, this.choice, [starts, ends], () => true)
    const found = known === 'no_path' ? known : this.#search(start, end, known === 'isBarred')
    if (found !== 'no_path') return found
    const moved = inCommonPart([this.#pointsByPart(from), this.#pointsByPart(to)])
    return moved === null ? 'no_path' : this.#search(moved[0], moved[1])
  }

  /** Where a point lies, null if it is too far from the network; of several levels the first. */
  snap(point: number): SnapPoint | null {
    return this.#levelsOf(point)?.[0] ?? null
  }

  /** Whether a point lies at a crossing of two levels: which is meant depends on the pair. */
  hasLevels(point: number): boolean {
    return (this.#levelsOf(point)?.length ?? 0) > 1
  }

  #levelsOf(point: number): SnapPoint[] | null {
    const known = this.#levels[point]
    if (known !== undefined) return known
    const { snapper, settings } = this.#input
    try {
      return (this.#levels[point] = snapper.snapLevels(
        matrixSubject(this.#matrix, point),
        this.#positionOf(point),
        settings.snapRadiusM,
        this.choice.mayStandOn,
        this.#isPreferred,
      ))
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || thrown.code !== 'no_snap') throw thrown
      return (this.#levels[point] = null)
    }
  }

  #search(from: SnapPoint, to: SnapPoint, isBarred = false): FoundPair {
    const { answer } = searchLeg(this.#input, this.choice, from, to, isBarred)
    if (answer === 'unknown') return 'search_ended'
    return answer === 'no_path' ? answer : { from, to, path: answer }
  }

  #pointsByPart(point: number): PointsByPart {
    const { snapper, settings } = this.#input
    this.#partOf ??= componentsOfChoice(this.#input, this.choice)
    return (this.#byPart[point] ??= snapper.nearestByPart(
      this.#positionOf(point),
      settings.snapRadiusM,
      this.choice.isUsable,
      this.#partOf,
    ))
  }

  #positionOf(point: number): [number, number] {
    const { sources, targets } = this.#matrix
    return point < sources.length ? sources[point] : targets[point - sources.length]
  }
}
