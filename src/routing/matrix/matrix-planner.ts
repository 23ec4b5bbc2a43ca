// From a matrix request to its values, one planner per thread, with the parts of the route planner. The metric of the
// setting is made at once where it is missing. Rows come one after another, so that the paths of one row only are held.

import { boxesOf } from '../../graph/network-meta.ts'
import { PACE_MODELS } from '../../course/pace-models.ts'
import { LONG_LEG_KM, MAX_LEG_KM } from '../../travel/limits.ts'
import { DEFAULT_ANNOTATIONS, MATRIX_ANNOTATIONS } from '../../travel/matrix.ts'
import { costSettings } from '../costs/cost-settings.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { snapsOf } from '../details/route-legs.ts'
import { customise, type Metric } from '../cch/customise.ts'
import { metricNow } from '../cch/metric-now.ts'
import type { FindLegsInput } from '../legs/legs-input.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import type { PlannerParts } from '../route/planner-parts.ts'
import { searchControl, type PlanControl } from '../search/search-types.ts'
import { applyMatrixSettings, checkMatrixPoints, matrixSubject, type AppliedMatrix } from './matrix-request.ts'
import { MatrixRows } from './matrix-rows.ts'
import { MatrixColumns } from './matrix-columns.ts'
import type { Matrix, MatrixInput, MatrixPoint } from './matrix-types.ts'
import type { FoundPair, FoundWay } from './pair-finder.ts'
import { compareArcs, PathMeter, type Measured } from './path-meter.ts'

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
    const { settings, told, settingsDefaulted } = applyMatrixSettings(input)
    const wanted = new Set((input.annotations ?? DEFAULT_ANNOTATIONS).map((name) => MATRIX_ANNOTATIONS[name].column))
    checkMatrixPoints(input, boxesOf(graph.meta), settings.snapRadiusM)
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
      settings: told,
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
    const { graph, model, finder, snapper, known, avoided, maxSettled } = this.#parts
    const costs = costSettings(settings)
    const control = searchControl(maxSettled, planControl)
    const isAvoided = avoided.begin(input.avoid ?? {}, [...input.sources, ...input.targets], (i) =>
      matrixSubject(input, i),
    )
    return {
      ...{ graph, model, finder, snapper, parts: known, costs, table: model.table(costs), settings },
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
