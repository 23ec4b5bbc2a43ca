// Finds a route: settings applied, what is avoided and what is closed left out, stops made of waypoints and trails, a
// search for each leg. What is found is a line over the network, not yet described (describe-route.ts).

import { splitBox } from '../../geo/split-box.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import { type At, atPlace, readAt } from '../../travel/at.ts'
import { zoneAt } from '../../geo/time-zone-at.ts'
import { LONG_LEG_KM, MAX_LEG_KM } from '../../travel/limits.ts'
import { type TakenBy, type WireSettingName, PROFILES } from '../../travel/settings.ts'
import { type CostTable, type ClosedEdges, eitherClosed } from '../costs/arc-cost.ts'
import { type CostSettings, costSettings, defaultsOf, applySettings, checkWaypoints } from '../costs/route-settings.ts'
import { waypointSubject } from '../costs/point-subject.ts'
import type { PlanRouteInput, Position, RouteSettings } from '../costs/request-types.ts'
import type { RouteLine, RouteLineBuilder } from '../details/route-line.ts'
import { POTENTIAL_FROM_M } from '../legs/potential-search.ts'
import { type FoundLegs, findLegs } from '../legs/find-legs.ts'
import type { FindLegsInput } from '../legs/legs-input.ts'
import { type RouteStops, routeStops } from '../legs/route-stops.ts'
import { TrailWalker } from '../legs/trail-steps.ts'
import { type PlanControl, type SearchControl, searchControl } from '../search/search-types.ts'
import { isCapDefault, withoutCap } from './cap-alternative.ts'
import type { PlannerParts } from './planner-parts.ts'
import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { DatedClosure } from '../costs/route-types.ts'
import { ClosedMask, ClosureList, type TimedSteps, closedSteps } from '../dates/closures.ts'
import type { TravelDate, FerryDurations } from '../details/notes.ts'
import { type TimedTravel, secondsByStep } from '../details/travel-time.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import { makeMetric, type MetricCache } from '../cch/metric-cache.ts'
import type { CostModel } from '../costs/cost-model.ts'

/** What the search found for an input, with the settings and costs used. */
export interface FoundRoute {
  settings: RouteSettings
  settingsDefaulted: WireSettingName<TakenBy<'route'>>[]
  costs: CostSettings
  stops: RouteStops
  found: FoundLegs
  line: RouteLine
  control: SearchControl
  isAvoided: ClosedEdges | null
  /** when it is travelled, and what is closed then; null: no date was given */
  dated: Pick<DatedRoute, 'date' | 'because' | 'closedSnaps'> | null
}

/** The search for one request, its settings applied. */
interface RequestSearch extends FindLegsInput {
  maxLegKm: number
}

export class RouteFinder {
  readonly #parts: PlannerParts
  readonly #walker: TrailWalker
  readonly #lines: RouteLineBuilder
  readonly #pending: PendingMetrics

  constructor(parts: PlannerParts, lines: RouteLineBuilder, pending: PendingMetrics) {
    this.#parts = parts
    this.#walker = new TrailWalker(parts.graph, parts.index)
    this.#lines = lines
    this.#pending = pending
  }

  /**
   * `wantsUncapped`: the answer reports the route without the cap (cap-alternative.ts), so one search may find both.
   */
  find(input: PlanRouteInput, planControl: PlanControl | undefined, wantsUncapped = false): FoundRoute {
    const { graph, ferryDurations, maxSettled } = this.#parts
    const { settings, settingsDefaulted } = applySettings(input)
    const control = searchControl(maxSettled, planControl)
    const isAvoided = this.#avoidedBy(input)
    const costs = costSettings(settings)
    const search = this.#searchFor(input, settings, costs, control)
    // what is closed at its hours is not known yet
    if (wantsUncapped && input.at === undefined && isCapDefault(settingsDefaulted, costs))
      search.uncapped = this.#parts.model.table(withoutCap(costs))
    /** by the points that were found: a search that learns of closures is made several times */
    const stopsOf = new Map<FoundLegs['points'], RouteStops>()
    const find = (isClosed: ClosedEdges | null, onLeg?: (leg: number) => void) => {
      const open = { ...search, isAvoided: eitherClosed(isAvoided, isClosed), onLeg }
      const { found, stops } = this.#findOpen(input, open, isClosed === null)
      stopsOf.set(found.points, stops)
      return found
    }
    const build = ({ legs }: FoundLegs) => this.#lines.build(legs)
    const finish = (found: FoundLegs) => ({
      ...{ settings, settingsDefaulted, costs, control, found },
      stops: stopsOf.get(found.points)!,
    })
    const written = input.at === undefined ? null : readAt(input.at)
    if (written === null) {
      const found = find(null)
      return { ...finish(found), line: build(found), isAvoided, dated: null }
    }
    const at = atPlace(written, zoneAt(...input.waypoints[0]))
    const travel = { ...settings, walker: input.walker }
    const dated = findDated({ graph, at, travel, ferryDurations, find, build })
    const { found, line, isEverClosed } = dated
    return { ...finish(found), line, isAvoided: eitherClosed(isAvoided, isEverClosed), dated }
  }

  #avoidedBy({ waypoints, trails = [], avoid = {} }: PlanRouteInput): ClosedEdges | null {
    // where a trail enters an area, it is left there
    const points = waypoints.map((_, i) => i).filter((i) => !trails.some(({ waypoint }) => waypoint === i))
    return this.#parts.avoided.begin(
      avoid,
      points.map((i) => waypoints[i]),
      (i) => waypointSubject(points[i], waypoints.length),
    )
  }

  #searchFor(
    { waypoints, longLegs }: PlanRouteInput,
    settings: RouteSettings,
    costs: CostSettings,
    control: SearchControl,
  ): RequestSearch {
    const { graph, model, finder, snapper, components } = this.#parts
    return {
      graph,
      model,
      finder,
      snapper,
      components,
      costs,
      table: model.table(costs),
      settings,
      waypoints,
      control,
      onPushing: (table) => this.#pending.request(table),
      maxLegKm: longLegs === true ? LONG_LEG_KM[settings.profile] : MAX_LEG_KM,
    }
  }

  /** `isFirst`: nothing is closed yet, and metrics are requested for the search. */
  #findOpen(input: PlanRouteInput, open: RequestSearch, isFirst: boolean): { found: FoundLegs; stops: RouteStops } {
    const { trails = [], names = null } = input
    const { graph, settings, table, costs, maxLegKm } = open
    const stops = routeStops({ ...open, trails, names, walker: this.#walker })
    const { waypoints, followed, words, straightLegs } = stops
    checkWaypoints(waypoints, splitBox(graph.meta.bbox), settings.snapRadiusM, words, maxLegKm, {
      point: (point) => followed?.points[point] != null,
      leg: (leg) => followed?.legs[leg] != null,
    })
    if (isFirst) this.#requestMetrics(table, costs, waypoints)
    const found = findLegs(
      followed === null
        ? { ...open, words }
        : { ...open, waypoints, followed, words, settings: { ...settings, straightLegs } },
    )
    return { found, stops }
  }

  /** Its own, and on long legs, unless that only has to be read, those that bound it, which serve many settings. */
  #requestMetrics(table: CostTable, costs: CostSettings, waypoints: readonly Position[]): void {
    const { metrics, model, stored } = this.#parts
    this.#pending.request(table)
    if (metrics.find(table.key) !== null || stored?.has(table.key) === true || !hasLongLeg(waypoints)) return
    for (const below of model.tablesBelow(costs)) this.#pending.request(below)
  }
}

function hasLongLeg(waypoints: readonly Position[]): boolean {
  return waypoints.some(([lon, lat], i) => {
    const [toLon, toLat] = waypoints[Math.min(i + 1, waypoints.length - 1)]
    return distanceM(lon, lat, toLon, toLat) >= POTENTIAL_FROM_M
  })
}

/** Searches that learn of hours one by one; the last leaves out all that is ever closed on the way. */
const MAX_SEARCHES = 4

interface DatedSearch {
  graph: RoutingGraph
  at: At
  travel: TimedTravel
  ferryDurations: FerryDurations
  /** null: nothing is closed. `onLeg` is called before `isClosed` is asked about the edges of a leg. */
  find(isClosed: ((edge: number) => boolean) | null, onLeg?: (leg: number) => void): FoundLegs
  build(found: FoundLegs): RouteLine
}

interface DatedRoute {
  found: FoundLegs
  line: RouteLine
  date: TravelDate
  because: DatedClosure[]
  /** waypoints that lie elsewhere than without dates */
  closedSnaps: number[]
  /** what a detour of the same length may come upon closed */
  isEverClosed: (edge: number) => boolean
}

/**
 * A route at a time (decision: dates). First the cheapest route without regard to dates: if all of it is open on
 * arrival, it is the answer, and dates have cost nothing. Else the search is repeated without what is closed, until a
 * route is open throughout. What is closed for all of the journey is left out exactly. What is closed for some of its
 * hours is left out once a route came upon it closed; another route might pass in time, so such an answer is a best
 * effort with the gap to the cheapest conceivable. No answer crosses anything closed on arrival.
 */
function findDated(search: DatedSearch): DatedRoute {
  const { graph, at, travel } = search
  const closures = new ClosureList(graph, travel.profile, at)
  let found = search.find(null)
  let timed = timeSteps(search, search.build(found))
  const spanMin = expectedMin(timed)
  const mask = new ClosedMask(graph, travel.profile, at, spanMin)
  let proven = found
  const undated = found
  for (let searches = 1; ; searches++) {
    const closed = closedSteps(graph, timed, travel.profile, at)
    if (closed.length === 0) break
    closures.add(timed, closed)
    for (const step of closed) mask.meet(timed.stepArc[step] >>> 1, legOf(timed.line, step))
    if (searches > MAX_SEARCHES + 1) throw nothingOpen(at, closures.list, undefined)
    const isClosed = searches > MAX_SEARCHES ? mask.isEverClosed : mask.isClosed
    try {
      found = search.find(isClosed, mask.setLeg)
    } catch (thrown) {
      throw nothingOpen(at, closures.list, thrown)
    }
    if (mask.isExact) proven = found
    timed = timeSteps(search, search.build(found))
  }
  const isProven = mask.isExact && (at.wholeDay || expectedMin(timed) <= 2 * spanMin)
  return {
    found: isProven ? found : againstBound(found, proven),
    line: timed.line,
    date: { at, secondsAt: timed.secondsAt },
    because: closures.list,
    closedSnaps: found.points.flatMap(({ edge }, w) => (edge === undated.points[w].edge ? [] : [w])),
    isEverClosed: mask.isEverClosed,
  }
}

type TimedLine = TimedSteps & { line: RouteLine }

/** Seconds are worked out where they are first requested: few lines have dated steps. */
function timeSteps({ graph, travel, ferryDurations }: DatedSearch, line: RouteLine): TimedLine {
  let seconds: Float64Array | undefined
  const secondsAt = (step: number) => (seconds ??= secondsByStep(graph, line, travel, ferryDurations))[step]
  return { line, stepCount: line.stepCount, stepArc: line.stepArc, secondsAt }
}

function legOf({ legFirstStep }: RouteLine, step: number): number {
  return legFirstStep.findLastIndex((first) => first <= step)
}

/** Twice the time of a route, and an hour. */
function expectedMin({ stepCount, secondsAt }: TimedLine): number {
  return Math.ceil((2 * secondsAt(stepCount)) / 60) + 60
}

/** No route can be cheaper than the one that ignores the hours, so its cost is the bound. */
function againstBound(found: FoundLegs, bound: FoundLegs): FoundLegs {
  const bestEffort = found.legs.flatMap(({ path }, leg) => {
    const own = found.bestEffort.find((one) => one.leg === leg)
    const least = bound.legs[leg].path
    if (path === null || least === null || path.cost <= least.lowerBound) return own === undefined ? [] : [own]
    const gapPct = path.cost > 0 ? (1 - least.lowerBound / path.cost) * 100 : null
    return [{ leg, gapPct, isDated: true }]
  })
  return { ...found, bestEffort }
}

const MAX_NAMED = 3

/** The search failed only because of what is closed. */
function nothingOpen(at: At, because: readonly DatedClosure[], thrown: unknown): unknown {
  if (thrown !== undefined && !(thrown instanceof ServiceError && ['no_path', 'no_snap'].includes(thrown.code)))
    return thrown
  const cause = thrown as ServiceError | undefined
  const waypoint = Number(/\d+/.exec(cause?.inputPath ?? '')?.[0] ?? Number.NaN)
  const ways = because.slice(0, MAX_NAMED).map(({ wayId, tag, to }) => {
    const way = { wayId, tag }
    return to === null ? say('part.closed.way', way) : say('part.closed.way_until', { ...way, until: to })
  })
  const count = because.length - MAX_NAMED
  const closed = count > 0 ? say('part.closed.more', { ways, count }) : say('part.closed', { ways })
  const date = at.wholeDay ? 'closed_date' : 'closed_time'
  const sentence = Number.isNaN(waypoint)
    ? say(`error.no_path.${date}`, { closed })
    : say(`error.no_path.${date}_to`, {
        closed,
        point: { role: 'waypoint', index: waypoint, of: waypoint + 1, name: null },
      })
  return new ServiceError(sentence, {
    cause,
    ...(cause?.inputPath === undefined ? {} : { inputPath: cause.inputPath }),
  })
}

/** A metric that is still missing is requested again after this many requests with its setting. */
const ASK_AGAIN = 64
/** Settings whose requests are counted; beyond this number, counting starts again. */
const MAX_COUNTED = 1000

/**
 * Which cost tables should get a metric. Until a table has one, the bidirectional search answers its requests. If a
 * pool listens, it is notified of the first two requests (which may run on two threads), then of every 64th; otherwise
 * the planner makes the metric at the second request.
 */
export class PendingMetrics {
  readonly #graph: RoutingGraph
  readonly #hierarchy: Hierarchy | null
  readonly #metrics: MetricCache
  readonly #onNeeded: ((table: CostTable) => void) | undefined
  /** requests without a metric, by the key of their table */
  readonly #requested = new Map<string, number>()

  /** `hierarchy` null: the network has none, and no metric is ever requested. */
  constructor(
    graph: RoutingGraph,
    hierarchy: Hierarchy | null,
    metrics: MetricCache,
    onNeeded?: (table: CostTable) => void,
  ) {
    this.#graph = graph
    this.#hierarchy = hierarchy
    this.#metrics = metrics
    this.#onNeeded = onNeeded
  }

  /** Requests a metric for the table, without waiting for it. */
  request(table: CostTable): void {
    if (this.#hierarchy === null || this.#metrics.has(table.key)) return
    const times = this.#requested.get(table.key) ?? 0
    if (this.#requested.size > MAX_COUNTED) this.#requested.clear()
    this.#requested.set(table.key, times + 1)
    if (this.#onNeeded !== undefined) {
      if (times < 2 || times % ASK_AGAIN === 0) this.#onNeeded(table)
    } else if (times === 1) {
      const metric = makeMetric(this.#graph, this.#hierarchy, table)
      if (metric !== null) this.#metrics.keep(metric)
    }
  }

  forget(key: string): void {
    this.#requested.delete(key)
  }

  clear(): void {
    this.#requested.clear()
  }
}

/**
 * The cost tables of routes for which no setting is given, and of what `cap_alternative` looks for beside such a hike.
 */
export function defaultTables(model: CostModel): CostTable[] {
  return [...PROFILES.map(defaultsOf), withoutCap(defaultsOf('hike'))].map((settings) => model.table(settings))
}
