// Plans routes, one planner per thread: finds them (find-route.ts) and describes them (describe-route.ts), with
// alternatives, or as a trip. Holds the customised metrics of its thread: for a setting without one, the bidirectional
// search answers at once with the same costs (`wanted-metrics.ts`). `complete` means every leg is a proven cheapest
// path; a failure is a ServiceError, never a straight line.

import { ServiceError } from '../../errors.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { defaultsOf } from '../costs/default-costs.ts'
import type { PlanRouteInput } from '../costs/request-types.ts'
import type { CapAlternative } from '../costs/route-types.ts'
import { readLineFacts } from '../details/path-details.ts'
import { lengthDm, RouteLineBuilder } from '../details/route-line.ts'
import { secondsByStep, timeOfRoute } from '../details/travel-time.ts'
import type { BoundMetric } from '../cch/bound-metric.ts'
import type { Metric, MetricData } from '../cch/customise.ts'
import { makeMetric, metricFrom } from '../cch/make-metric.ts'
import type { FoundComponents } from '../search/component-cache.ts'
import type { PlanControl } from '../search/search-types.ts'
import { CapAlternatives, isCapDefault } from './cap-alternative.ts'
import { defaultTables } from './default-tables.ts'
import { describeRoute, factsSearchOf, type PlannedRoute } from './describe-route.ts'
import { RouteFinder, type FoundRoute } from './find-route.ts'
import { openPlannerParts, type PlannerParts, type PlannerPartsOptions } from './planner-parts.ts'
import { refuseManyLegs, RouteAlternatives } from './route-alternatives.ts'
import { differenceOf } from './route-difference.ts'
import { tripAnswer } from './trip-answer.ts'
import type { TripAnswer } from './trip-types.ts'
import { WantedMetrics } from './wanted-metrics.ts'

export type { PlannedRoute } from './describe-route.ts'

export interface RoutePlannerOptions extends PlannerPartsOptions {
  /** called when a setting has no metric; absent: the planner customises at the second request with the setting */
  onMetricWanted?: (table: CostTable) => void
  /** called with a metric that was made at once, for alternatives */
  onMetricMade?: (metric: Metric) => void
}

/** One planner per thread. */
export class RoutePlanner {
  readonly parts: PlannerParts
  readonly #finder: RouteFinder
  readonly #lines: RouteLineBuilder
  readonly #alternatives: CapAlternatives
  readonly #otherWays: RouteAlternatives
  readonly #wanted: WantedMetrics

  /** Throws RangeError if the network's hierarchy belongs to another network. */
  constructor(graph: RoutingGraph, options: RoutePlannerOptions) {
    const { onMetricWanted, onMetricMade } = options
    const parts = openPlannerParts(graph, options)
    const { hierarchy, metrics, finder, model } = parts
    this.parts = parts
    this.#lines = new RouteLineBuilder(graph)
    this.#wanted = new WantedMetrics(graph, hierarchy, metrics, onMetricWanted)
    this.#finder = new RouteFinder(parts, this.#lines, this.#wanted)
    this.#alternatives = new CapAlternatives(graph, model, finder, this.#lines)
    this.#otherWays = new RouteAlternatives({ graph, hierarchy, finder, metrics, onMetricMade })
  }

  get graph(): RoutingGraph {
    return this.parts.graph
  }

  /** Throws `setting_refused` where alternatives are asked for on more than one leg. */
  planRoute(input: PlanRouteInput, control?: PlanControl): PlannedRoute {
    refuseManyLegs(input)
    const route = this.#finder.find(input, control, true)
    const best = describeRoute(this.parts, route, input, this.#findCapAlternative(route, input))
    const count = input.alternatives ?? 0
    if (count === 0) return best
    const { ways, reason } = this.#otherWays.find(route, count)
    const alternatives = ways.map(({ path, sharedShare }) => {
      const legs = [{ ...route.found.legs[0], path }]
      const line = this.#lines.build(legs)
      const other = describeRoute(this.parts, { ...route, found: { ...route.found, legs }, line }, input, null)
      return { ...other, differs: differenceOf(best, other, sharedShare) }
    })
    return { ...best, alternatives, alternativesReason: reason }
  }

  planTrip(input: PlanRouteInput, control?: PlanControl): TripAnswer {
    if ((input.straightLegs ?? []).length > 0)
      throw new ServiceError('setting_refused', '`straightLegs` is a setting of /v1/route.', {
        inputPath: 'straightLegs',
      })
    const route = this.#finder.find(input, control)
    const { settings, line, dated } = route
    const { graph, engine, ferryDurations } = this.parts
    const { climb, notes } = readLineFacts(
      this.parts,
      settings,
      factsSearchOf(route, input),
      line,
      timeOfRoute(graph, line, settings),
    )
    return tripAnswer({
      graph,
      line,
      settings,
      waypoints: input.waypoints,
      climb,
      notes,
      engine,
      seconds: secondsByStep(graph, line, settings, ferryDurations),
      because: dated?.because,
    })
  }

  /** Makes what the first default route would have to wait for, which takes 20 ms on two million edges. */
  prepare(): void {
    this.#alternatives.prepare(defaultsOf('hike').maxSac)
  }

  /** A metric for the table, in shared memory; null if its costs do not fit or the network has no hierarchy. */
  customise(table: CostTable, reused?: readonly SharedArrayBuffer[]): Metric | BoundMetric | null {
    const { graph, hierarchy, stored } = this.parts
    return hierarchy === null ? null : makeMetric(graph, hierarchy, table, reused, stored)
  }

  /** The metric of a default setting, if the network's file has it. `reused`: as of customise. */
  readDefault(key: string, reused?: readonly SharedArrayBuffer[]): Metric | BoundMetric | null {
    const { stored, model } = this.parts
    const table = stored === null ? undefined : defaultTables(model).find((one) => one.key === key)
    return table === undefined ? null : stored!.find(table, reused)
  }

  adoptParts(parts: FoundComponents): void {
    this.parts.known.adopt(parts)
  }

  adoptMetric(metric: MetricData): void {
    this.parts.metrics.keep(metricFrom(metric))
  }

  /** A use counts as a request for it. */
  forgetMetric(key: string): void {
    this.parts.metrics.forget(key)
    this.#wanted.forget(key)
  }

  forgetMetrics(): void {
    this.parts.metrics.clear()
    this.#wanted.clear()
  }

  /** Only with a proven route whose grade cap was left at its default. */
  #findCapAlternative(
    { settingsDefaulted, costs, found, line, control, isAvoided }: FoundRoute,
    { walker }: PlanRouteInput,
  ): CapAlternative | null {
    if (found.bestEffort.length > 0 || !isCapDefault(settingsDefaulted, costs)) return null
    const want = (table: CostTable) => this.#wanted.want(table)
    return this.#alternatives.find(costs, found, lengthDm(line), control, want, isAvoided, walker)
  }
}
