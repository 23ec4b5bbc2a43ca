// Plans routes, one planner per thread: finds them (find-route.ts) and describes them (describe-route.ts), with
// alternatives, or as a trip. Holds the customised metrics of its thread: for a setting without one, the bidirectional
// search answers at once with the same costs (`PendingMetrics`). `complete` means every leg is a proven cheapest
// path; a failure is a ServiceError, never a straight line.

import { ServiceError } from '../../errors.ts'
import { type Sentence, say } from '../../language/sentence.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { roundTo, tenths } from '../../wire/numbers.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { defaultsOf } from '../costs/route-settings.ts'
import type { PlanRouteInput } from '../costs/request-types.ts'
import type { CapAlternative, RouteDifference, WaypointRoute } from '../costs/route-types.ts'
import { readLineFacts } from '../details/path-details.ts'
import { RouteLineBuilder, lengthDm } from '../details/route-line.ts'
import { secondsByStep, timeOfRoute } from '../details/travel-time.ts'
import type { BoundMetric } from '../cch/bound-metric.ts'
import type { Metric, MetricData } from '../cch/customise.ts'
import { makeMetric, metricFrom, type MetricParts, metricNow } from '../cch/metric-cache.ts'
import type { FoundComponents } from '../search/strong-components.ts'
import type { PlanControl, SearchControl } from '../search/search-types.ts'
import { AlternativeFinder, LOCAL_SHARE, MAX_SHARED, MAX_STRETCH } from '../alternatives/alternative-finder.ts'
import type { LegFinder } from '../legs/find-leg.ts'
import type { LegPath } from '../legs/leg-path.ts'
import type { FoundLegs } from '../legs/find-legs.ts'
import { isFerrata } from '../legs/via-ferrata.ts'
import { CapAlternatives, isCapDefault } from './cap-alternative.ts'
import { type PlannedRoute, describeRoute, factsSearchOf } from './describe-route.ts'
import { type FoundRoute, RouteFinder, defaultTables, PendingMetrics } from './find-route.ts'
import { type PlannerParts, type PlannerPartsOptions, openPlannerParts } from './planner-parts.ts'
import { tripAnswer, type TripAnswer } from './trip-answer.ts'

/** Smaller differences are not worth a word. */
const LEAST_M = 50
const LEAST_CLIMB_M = 10
const LEAST_MINUTES = 1
const LEAST_PAVED_M = 100

type Compared = Pick<WaypointRoute, 'distanceM' | 'ascentM' | 'movingTime' | 'difficulty' | 'surfaces'>

/**
 * How another good route differs from the best one: figures, and a sentence made of those that matter to a person.
 * `sharedShare`: of the other route's cost, 0 to 1.
 */
export function differenceOf(best: Compared, other: Compared, sharedShare: number): RouteDifference {
  const figures = {
    distanceM: tenths(other.distanceM - best.distanceM),
    ascentM: less(other.ascentM, best.ascentM),
    movingS: less(other.movingTime?.movingS ?? null, best.movingTime?.movingS ?? null),
    hardestSac: less(hardestSac(other), hardestSac(best)),
    pavedM: tenths(other.surfaces.pavedM - best.surfaces.pavedM),
    sharedShare: roundTo(sharedShare, 1e4),
  }
  return { ...figures, because: summaryOf(figures, best, other) }
}

function less(other: number | null, best: number | null): number | null {
  return other === null || best === null ? null : tenths(other - best)
}

/** 1 to 6, 7 for a via ferrata; null by bicycle, and where no stretch has a grade. */
function hardestSac({ difficulty }: Compared): number | null {
  const grade = difficulty?.hardest?.grade
  return grade === 'via_ferrata' ? 7 : grade !== undefined && /^T[1-6]$/.test(grade) ? Number(grade[1]) : null
}

function summaryOf(figures: Omit<RouteDifference, 'because'>, best: Compared, other: Compared): Sentence {
  const { distanceM, ascentM, movingS, hardestSac: grades, pavedM, sharedShare } = figures
  const differences: Sentence[] = []
  if (Math.abs(distanceM) >= LEAST_M)
    differences.push(
      say(distanceM > 0 ? 'difference.longer' : 'difference.shorter', { distanceM: Math.abs(distanceM) }),
    )
  if (movingS !== null && Math.abs(Math.round(movingS / 60)) >= LEAST_MINUTES)
    differences.push(say(movingS > 0 ? 'difference.slower' : 'difference.quicker', { movingS: Math.abs(movingS) }))
  if (ascentM !== null && Math.abs(ascentM) >= LEAST_CLIMB_M)
    differences.push(
      say(ascentM > 0 ? 'difference.more_climb' : 'difference.less_climb', { climbM: Math.abs(ascentM) }),
    )
  if (grades !== null && grades !== 0)
    differences.push(say('difference.grade', { grade: hardestGrade(other), bestGrade: hardestGrade(best) }))
  if (Math.abs(pavedM) >= LEAST_PAVED_M)
    differences.push(
      say(pavedM > 0 ? 'difference.more_paved' : 'difference.less_paved', { distanceM: Math.abs(pavedM) }),
    )
  // a climb that is not known is not said to be alike
  if (differences.length === 0) differences.push(say(ascentM === null ? 'difference.alike' : 'difference.alike.climb'))
  return say('difference.summary', { differences, sharedShare })
}

const hardestGrade = ({ difficulty }: Compared) => difficulty!.hardest!.grade

export type { PlannedRoute } from './describe-route.ts'

interface RoutePlannerOptions extends PlannerPartsOptions {
  /** called when a setting has no metric; absent: the planner customises at the second request with the setting */
  onMetricNeeded?: (table: CostTable) => void
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
  readonly #pending: PendingMetrics

  /** Throws RangeError if the network's hierarchy belongs to another network. */
  constructor(graph: RoutingGraph, options: RoutePlannerOptions) {
    const { onMetricNeeded, onMetricMade } = options
    const parts = openPlannerParts(graph, options)
    const { hierarchy, metrics, finder, model } = parts
    this.parts = parts
    this.#lines = new RouteLineBuilder(graph)
    this.#pending = new PendingMetrics(graph, hierarchy, metrics, onMetricNeeded)
    this.#finder = new RouteFinder(parts, this.#lines, this.#pending)
    this.#alternatives = new CapAlternatives(graph, model, finder, this.#lines)
    this.#otherWays = new RouteAlternatives({ graph, hierarchy, finder, metrics, onMetricMade })
  }

  get graph(): RoutingGraph {
    return this.parts.graph
  }

  /** Throws `setting_refused` where alternatives are requested on more than one leg. */
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

  /** `language`: the tag of what its sentences will be said in. */
  planTrip(input: PlanRouteInput, control?: PlanControl, language?: string): TripAnswer {
    if ((input.straightLegs ?? []).length > 0)
      throw new ServiceError(say('error.setting_refused.straight_legs_of_route'), { inputPath: 'straightLegs' })
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
      language,
      seconds: secondsByStep(graph, line, { ...settings, walker: input.walker }, ferryDurations),
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

  adoptComponents(components: FoundComponents): void {
    this.parts.components.adopt(components)
  }

  adoptMetric(metric: MetricData): void {
    this.parts.metrics.keep(metricFrom(metric))
  }

  /** A use counts as a request for it. */
  forgetMetric(key: string): void {
    this.parts.metrics.forget(key)
    this.#pending.forget(key)
  }

  forgetMetrics(): void {
    this.parts.metrics.clear()
    this.#pending.clear()
  }

  /** Only with a proven route whose grade cap was left at its default. */
  #findCapAlternative(
    { settingsDefaulted, costs, found, line, control, isAvoided }: FoundRoute,
    { walker }: PlanRouteInput,
  ): CapAlternative | null {
    if (found.bestEffort.length > 0 || !isCapDefault(settingsDefaulted, costs)) return null
    const request = (table: CostTable) => this.#pending.request(table)
    return this.#alternatives.find(costs, found, lengthDm(line), control, request, isAvoided, walker)
  }
}

interface FoundWays {
  ways: { path: LegPath; sharedShare: number }[]
  /** why there are fewer than requested; null where there are not */
  reason: Sentence | null
}

interface AlternativesParts extends MetricParts {
  finder: LegFinder
}

/** Throws `setting_refused`: alternatives are of one leg between two points, and know no hours. */
function refuseManyLegs({ alternatives = 0, waypoints, straightLegs = [], trails = [], at }: PlanRouteInput): void {
  if (alternatives === 0) return
  if (waypoints.length > 2 || straightLegs.length + trails.length > 0)
    throw new ServiceError(say('error.setting_refused.alternatives_legs'), { inputPath: 'alternatives' })
  if (at !== undefined)
    throw new ServiceError(say('error.setting_refused.alternatives_at'), { inputPath: 'alternatives' })
}

/**
 * Alternatives of a planned route (decision: alternatives): for which routes they are looked for, and what is said
 * where there are fewer than requested.
 */
class RouteAlternatives {
  readonly #parts: AlternativesParts
  #finder: AlternativeFinder | null = null

  constructor(parts: AlternativesParts) {
    this.#parts = parts
  }

  /** Of a route of one leg. Throws SearchStopped. */
  find(
    { found, control, isAvoided }: { found: FoundLegs; control: SearchControl; isAvoided: AlternativesAvoided },
    count: number,
  ): FoundWays {
    const { graph, hierarchy, finder } = this.#parts
    const [{ from, to, path: best }] = found.legs
    const [tables] = found.tables
    if (best === null || best.arcs.length === 0) return none('one_place')
    if (!best.complete) return none('unproven')
    if (tables.ferrata !== null && (isFerrata(graph, from.edge) || isFerrata(graph, to.edge)))
      return none('via_ferrata')
    const metric = metricNow(this.#parts, tables.table.base ?? tables.table)
    if (metric === null || hierarchy === null) return none('unsupported')
    this.#finder ??= new AlternativeFinder(graph, hierarchy, finder)
    const ways = this.#finder.find(metric, { tables, from, to, best, count, isAvoided, control })
    return { ways, reason: ways.length < count ? reasonForFewer(ways.length) : null }
  }
}

type AlternativesAvoided = ((edge: number) => boolean) | null

const none = (why: 'one_place' | 'unproven' | 'via_ferrata' | 'unsupported'): FoundWays => ({
  ways: [],
  reason: say(`reason.alternatives.${why}`),
})

function reasonForFewer(count: number): Sentence {
  const limits = { maxStretch: MAX_STRETCH, maxShared: MAX_SHARED, localShare: LOCAL_SHARE }
  return say('reason.alternatives.fewer', { count, ...limits })
}
