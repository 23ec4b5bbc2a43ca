// From a matrix request to its values, one planner per thread, with the parts of the route planner. The metric of the
// setting is made at once where it is missing. Rows come one after another, so that the paths of one row only are held.

import { splitBox } from '../../geo/split-box.ts'
import { PACE_MODELS } from '../../course/pace-models.ts'
import { LONG_LEG_KM, MAX_LEG_KM } from '../../travel/limits.ts'
import { DEFAULT_ANNOTATIONS, MATRIX_ANNOTATIONS, type MatrixColumn, type MatrixReason } from '../../travel/matrix.ts'
import { costSettings } from '../costs/route-settings.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { snapsOf } from '../details/route-legs.ts'
import { type Metric, customise } from '../cch/customise.ts'
import { metricNow } from '../cch/metric-cache.ts'
import type { FindLegsInput } from '../legs/legs-input.ts'
import { EQUALLY_NEAR_M, type SnapPoint } from '../legs/snap-waypoints.ts'
import type { PlannerParts } from '../route/planner-parts.ts'
import { type PlanControl, searchControl } from '../search/search-types.ts'
import {
  type AppliedMatrix,
  applyMatrixSettings,
  checkMatrixPoints,
  matrixSubject,
  type Matrix,
  type MatrixInput,
  type MatrixNote,
  type MatrixPoint,
  type Values,
} from './matrix-types.ts'
import { MatrixRows } from './matrix-rows.ts'
import type { FoundPair, FoundWay } from './pair-finder.ts'
import { type Measured, PathMeter, compareArcs } from './path-meter.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { tenths } from '../../wire/numbers.ts'
import type { Profile } from '../costs/request-types.ts'
import { DatedEdges } from '../dates/dated-edges.ts'
import type { LegPath } from '../legs/leg-path.ts'

interface WayTo {
  /** the target's number */
  t: number
  way: FoundWay
  /** 1 if it does not begin at the nearest place to the source */
  isElsewhere: 0 | 1
}

export class MatrixPlanner {
  readonly #parts: PlannerParts & { onMetricMade?: ((metric: Metric) => void) | undefined }
  readonly #meter: PathMeter

  /** `onMetricMade`: called with a metric that was made, so that other threads may share it. */
  constructor(parts: PlannerParts, onMetricMade?: (metric: Metric) => void) {
    this.#parts = { ...parts, onMetricMade }
    this.#meter = new PathMeter(parts.graph)
  }

  /** Throws `setting_refused`, `outside_region`, `waypoint_avoided`, and SearchStopped. */
  planMatrix(input: MatrixInput, control?: PlanControl): Matrix {
    const { graph, engine, finder, hierarchy } = this.#parts
    const { settings, applied, settingsDefaulted } = applyMatrixSettings(input)
    const wanted = new Set((input.annotations ?? DEFAULT_ANNOTATIONS).map((name) => MATRIX_ANNOTATIONS[name].column))
    checkMatrixPoints(input, splitBox(graph.meta.bbox), settings.snapRadiusM)
    const search = this.#search(input, settings, control)
    const rows = new MatrixRows({
      search,
      matrix: input,
      maxLegKm: input.longLegs === true ? LONG_LEG_KM[settings.profile] : MAX_LEG_KM,
      newQuery: () => finder.toMatrix(),
      openMetric: (table) => metricNow(this.#parts, table),
      metricOf: (table) => (hierarchy === null ? null : customise(graph, hierarchy, table)),
    })
    this.#meter.begin(
      { ...settings, walker: input.walker },
      { ascent: wanted.has('ascentM'), time: wanted.has('movingS') },
    )
    const answer = new MatrixColumns(graph, wanted, settings.profile)
    const targets = input.targets.map((_, t) => rows.target(t))
    input.sources.forEach((_, s) => {
      const row = rows.row(s)
      answer.add(row, this.#measure(row, rows.source(s)), rows.source(s), targets)
    })
    const pointOf = (point: SnapPoint | null): MatrixPoint | null => {
      if (point === null) return null
      const [{ distanceM, location, wayId }] = snapsOf(graph, [point])
      return { distanceM, location, wayId }
    }
    return {
      schema: 'matrix/1',
      engine,
      settings: applied,
      settingsDefaulted,
      timeModel: PACE_MODELS[settings.profile].model,
      sources: input.sources.map((_, s) => pointOf(rows.source(s))),
      targets: targets.map(pointOf),
      ...answer.columns,
      reasons: answer.reasons,
      notes: answer.notes,
    }
  }

  #search(
    input: MatrixInput,
    settings: AppliedMatrix['settings'],
    planControl: PlanControl | undefined,
  ): FindLegsInput {
    const { graph, model, finder, snapper, components, avoided, maxSettled } = this.#parts
    const costs = costSettings(settings)
    const control = searchControl(maxSettled, planControl)
    const isAvoided = avoided.begin(input.avoid ?? {}, [...input.sources, ...input.targets], (i) =>
      matrixSubject(input, i),
    )
    return {
      ...{ graph, model, finder, snapper, components, costs, table: model.table(costs), settings },
      ...{ waypoints: [input.sources[0], input.targets[0]], control, isAvoided },
      onPushing: (table: CostTable) => void metricNow(this.#parts, table),
    }
  }

  /** Neighbours in the order of their arcs share what they have in common. */
  #measure(row: readonly FoundPair[], nearest: SnapPoint | null): (Measured | null)[] {
    const measured = new Array<Measured | null>(row.length).fill(null)
    const ways: WayTo[] = []
    for (let t = 0; t < row.length; t++) {
      const way = row[t]
      if (typeof way !== 'string') ways.push({ t, way, isElsewhere: way.from === nearest ? 0 : 1 })
    }
    ways.sort(compareWays)
    for (const { t, way } of ways) measured[t] = this.#meter.measure(way.from, way.to, way.path)
    return measured
  }
}

function compareWays(a: WayTo, b: WayTo): number {
  return a.isElsewhere - b.isElsewhere || compareArcs(a.way.path, b.way.path)
}

/** The columns of a matrix as they grow, row by row, with the notes on their values. */
class MatrixColumns {
  readonly columns: Partial<Record<MatrixColumn, Values<number>>> = {}
  readonly reasons: Values<MatrixReason> = []
  readonly notes: MatrixNote[] = []

  readonly #graph: RoutingGraph
  readonly #dated: DatedEdges
  readonly #profile: Profile

  constructor(graph: RoutingGraph, wanted: ReadonlySet<MatrixColumn>, profile: Profile) {
    this.#graph = graph
    this.#dated = DatedEdges.of(graph)
    this.#profile = profile
    for (const name of wanted) this.columns[name] = []
  }

  /** `source` and `targets`: where the points lie if nothing moves them. */
  add(
    row: readonly FoundPair[],
    measured: readonly (Measured | null)[],
    source: SnapPoint | null,
    targets: readonly (SnapPoint | null)[],
  ): void {
    for (const [name, values] of Object.entries(this.columns) as [MatrixColumn, Values<number>][])
      values.push(valuesOf(name, row, measured))
    const reasons: (MatrixReason | null)[] = []
    for (let t = 0; t < row.length; t++) {
      const found = row[t]
      if (typeof found !== 'string') this.#addNotes(t, found, measured[t]!, source, targets[t])
      reasons.push(typeof found === 'string' ? found : null)
    }
    this.reasons.push(reasons)
  }

  #addNotes(t: number, { from, to, path }: FoundWay, is: Measured, source: SnapPoint | null, target: SnapPoint | null) {
    const { cost, complete, lowerBound } = path
    if (!complete) this.#note(t, 'best_effort', { gapPct: cost > 0 ? (1 - lowerBound / cost) * 100 : null })
    if (!isSamePlace(from, source) || !isSamePlace(to, target)) this.#note(t, 'moved')
    if (is.heightUnknownM > 0) this.#note(t, 'height_unknown', { metres: is.heightUnknownM })
    const datedMm = this.#datedMm(path)
    if (datedMm > 0) this.#note(t, 'dated_access', { metres: tenths(datedMm / 1000) })
    if (is.ferryM > 0) this.#note(t, 'ferry', { metres: is.ferryM })
  }

  /** How much of a path dated tags may close. */
  #datedMm({ arcs, startMm, endMm }: LegPath): number {
    const { edgeLengthMm } = this.#graph.columns
    const last = arcs.length - 1
    let lengthMm = 0
    for (let i = 0; i <= last && !this.#dated.isEmpty; i++) {
      if (!this.#dated.mayClose(arcs[i], this.#profile)) continue
      const wholeMm = edgeLengthMm[arcs[i] >>> 1]
      lengthMm += (i === last ? endMm : wholeMm) - (i === 0 ? startMm : 0)
    }
    return lengthMm
  }

  #note(target: number, code: MatrixNote['code'], value: Partial<MatrixNote> = {}): void {
    this.notes.push({ source: this.reasons.length, target, code, metres: null, gapPct: null, ...value })
  }
}

function valuesOf(name: MatrixColumn, row: readonly FoundPair[], measured: readonly (Measured | null)[]) {
  const values: (number | null)[] = []
  for (let t = 0; t < row.length; t++) {
    const found = row[t]
    if (typeof found === 'string') values.push(null)
    else values.push(name === 'cost' ? found.path.cost : measured[t]![name])
  }
  return values
}

/** Another level of one crossing is the same place. */
function isSamePlace(a: SnapPoint, b: SnapPoint | null): boolean {
  return b !== null && distanceM(a.lon, a.lat, b.lon, b.lat) <= 2 * EQUALLY_NEAR_M
}
