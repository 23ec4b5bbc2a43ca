// From an input to a finished route, one planner per thread: settings, snapping, one search per leg, facts. Holds the
// hierarchy, the searches, the snap index and the customised metrics. For a setting without a metric, the bidirectional
// search answers at once with the same costs (`wanted-metrics.ts`). `complete` means every leg is a proven cheapest
// path; a failure is a ServiceError, never a straight line.

import { ServiceError } from '../../errors.ts'
import { ASCENT_METHOD } from '../../geo/climb.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { SnapIndex } from '../../graph/snap-index.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { AvoidedEdges } from '../avoid/avoided-edges.ts'
import { CapAlternatives } from './cap-alternative.ts'
import { componentSizes, labelComponents } from '../search/components.ts'
import { KnownParts, type MadeParts } from '../search/known-parts.ts'
import { CostModel } from '../costs/cost-model.ts'
import { costSettings, type CostSettings } from '../costs/cost-settings.ts'
import { customise, Metric, type MetricData } from '../hierarchy/customise.ts'
import { GUIDED_FROM_M, LegFinder } from '../legs/find-leg.ts'
import { findLegs, type FoundLegs } from '../legs/find-legs.ts'
import { Hierarchy } from '../hierarchy/hierarchy.ts'
import { maneuversOfRoute } from '../facts/maneuvers-of-route.ts'
import { MetricCache } from '../hierarchy/metric-cache.ts'
import { readLineFacts, type NetworkIndexes } from '../facts/line-facts.ts'
import { indexHazards } from '../facts/route-hazards.ts'
import { legsOf, snapsOf } from '../facts/route-legs.ts'
import { lengthDm, RouteLineBuilder, type RouteLine } from '../facts/route-line.ts'
import { indexFerries } from '../facts/noted-stretches.ts'
import { readAt } from '../../travel/at.ts'
import { LONG_LEG_KM, MAX_LEG_KM } from '../../travel/limits.ts'
import { waypointSubject } from '../costs/point-subject.ts'
import { applySettings, checkWaypoints } from '../costs/route-settings.ts'
import type {
  CapAlternative,
  Engine,
  FollowedTrail,
  PlanRouteInput,
  Position,
  Profile,
  RouteDifference,
  RouteSettings,
  WaypointRoute,
} from '../costs/route-types.ts'
import { refuseManyLegs, RouteAlternatives } from './route-alternatives.ts'
import { differenceOf } from './route-difference.ts'
import { FollowedWays } from '../facts/route-ways.ts'
import type { SearchControl } from '../search/search-types.ts'
import { routeStops, type RouteStops } from '../legs/route-stops.ts'
import { TrailWalker } from '../legs/trail-steps.ts'
import { WaypointSnapper } from '../legs/snap-waypoints.ts'
import { secondsByStep, timeOfRoute } from '../facts/travel-time.ts'
import { tenths } from '../../wire/round-to.ts'
import { findDated, type DatedRoute } from './find-dated.ts'
import { tripAnswer } from './trip-answer.ts'
import type { TripAnswer } from './trip-types.ts'
import { WantedMetrics } from './wanted-metrics.ts'

export interface RoutePlannerOptions {
  engine: Engine
  /** limit of the customised metrics cached by this planner; those in shared memory count in each thread */
  metricCacheBytes: number
  /** nodes one search may settle before it answers `best_effort` */
  maxSettled: number
  /** called when a setting has no metric; absent: the planner customises at the second request with the setting */
  onMetricWanted?: (table: CostTable) => void
  /** called with a metric that was made at once, for alternatives */
  onMetricMade?: (metric: Metric) => void
  /** called with connected parts that were made for a setting, in shared memory */
  onPartsMade?: (parts: MadeParts) => void
}

/** A cancel flag in shared memory: element `cancelIndex` becomes 1 to stop. */
export interface PlanControl {
  cancelFlags: Int32Array
  cancelIndex: number
}

/**
 * The route before it is written: its geometry is arrays, and its ways are steps of them. `writeRoute` makes the wire
 * text.
 */
export interface PlannedRoute extends Omit<WaypointRoute, 'geometry' | 'ways' | 'alternatives'> {
  line: RouteLine
  ways: FollowedWays
  alternatives?: (PlannedRoute & { differs: RouteDifference })[]
}

/** What matching, analysis and matrices in the same thread share with the planner. */
export interface PlannerParts extends NetworkIndexes {
  hierarchy: Hierarchy | null
  metrics: MetricCache
  finder: LegFinder
  engine: Engine
  /** nodes one search may settle */
  maxSettled: number
  model: CostModel
  snapper: WaypointSnapper
  known: KnownParts
  avoided: AvoidedEdges
}

/** What the search found for an input, with the settings and costs used. */
interface FoundRoute {
  settings: RouteSettings
  settingsDefaulted: string[]
  costs: CostSettings
  stops: RouteStops
  found: FoundLegs
  line: RouteLine
  control: SearchControl
  isAvoided: IsClosed | null
  /** when it is travelled, and what is closed then; null: no date was given */
  dated: Pick<DatedRoute, 'date' | 'because' | 'closedSnaps'> | null
}

/** One planner per thread. */
export class RoutePlanner {
  readonly parts: PlannerParts
  readonly #walker: TrailWalker
  readonly #lines: RouteLineBuilder
  readonly #alternatives: CapAlternatives
  readonly #otherWays: RouteAlternatives
  readonly #wanted: WantedMetrics
  readonly #wantMetric = (table: CostTable): void => this.#wanted.want(table)

  /** Throws RangeError if the network's hierarchy belongs to another network. */
  constructor(
    graph: RoutingGraph,
    { engine, metricCacheBytes, maxSettled, onMetricWanted, onMetricMade, onPartsMade }: RoutePlannerOptions,
  ) {
    const hierarchy = 'cchRank' in graph.extra ? Hierarchy.from(graph) : null
    const metrics = new MetricCache(metricCacheBytes)
    const finder = new LegFinder(graph, hierarchy, metrics)
    const model = new CostModel(graph)
    const index = SnapIndex.from(graph)
    const firstHazard = indexHazards(graph)
    this.parts = {
      graph,
      hierarchy,
      metrics,
      finder,
      firstHazard,
      ferryDurations: indexFerries(graph),
      engine,
      maxSettled,
      model,
      snapper: new WaypointSnapper(graph, index),
      known: new KnownParts(graph, onPartsMade),
      avoided: new AvoidedEdges(graph, firstHazard),
    }
    this.#walker = new TrailWalker(graph, index)
    this.#lines = new RouteLineBuilder(graph)
    this.#alternatives = new CapAlternatives(graph, model, finder, this.#lines)
    this.#otherWays = new RouteAlternatives({ graph, hierarchy, finder, metrics, onMetricMade })
    this.#wanted = new WantedMetrics(graph, hierarchy, metrics, onMetricWanted)
  }

  get graph(): RoutingGraph {
    return this.parts.graph
  }

  /** Throws `setting_refused` where alternatives are asked for on more than one leg. */
  planRoute(input: PlanRouteInput, control?: PlanControl): PlannedRoute {
    refuseManyLegs(input)
    const route = this.#find(input, control)
    const best = this.#describe(route, input, this.#findCapAlternative(route, input))
    const count = input.alternatives ?? 0
    if (count === 0) return best
    const { ways, reason } = this.#otherWays.find(route, count)
    const alternatives = ways.map(({ path, sharedShare }) => {
      const legs = [{ ...route.found.legs[0], path }]
      const line = this.#lines.build(legs)
      const other = this.#describe({ ...route, found: { ...route.found, legs }, line }, input, null)
      return { ...other, differs: differenceOf(best, other, sharedShare) }
    })
    return { ...best, alternatives, alternativesReason: reason }
  }

  #describe(route: FoundRoute, input: PlanRouteInput, capAlternative: CapAlternative | null): PlannedRoute {
    const { settings, settingsDefaulted, stops, found, line, dated } = route
    const { graph, engine } = this.parts
    const { profile, bicycleType } = settings
    const time = hasRoutedLeg(found) ? timeOfRoute(graph, line, { ...settings, walker: input.walker }) : null
    const trails = trailsOf(stops, line)
    const search = {
      ...searchOf(route, input),
      words: stops.words,
      trails: trails.flatMap((trail, leg) => (trail === null ? [] : [{ ...trail, ...stops.followed!.trails[leg]! }])),
    }
    const { climb, surfaces, difficulty, hazards, notes } = readLineFacts(this.parts, settings, search, line, time)
    return {
      schema: 'route/1',
      engine,
      status: found.bestEffort.length === 0 ? 'complete' : 'best_effort',
      settings,
      settingsDefaulted,
      distanceM: lengthDm(line) / 10,
      ascentM: climb.ascentDm === null ? null : climb.ascentDm / 10,
      descentM: climb.descentDm === null ? null : climb.descentDm / 10,
      ascentMethod: ASCENT_METHOD,
      time,
      surfaces,
      ways: new FollowedWays(graph, line, profile, bicycleType),
      difficulty,
      hazards,
      warnings: notes.warnings,
      unknowns: notes.unknowns,
      legs: legsOf(line, climb, found.points, trails),
      snaps: snapsOf(graph, found.points, stops.waypointOf, input.names),
      maneuvers: maneuversOfRoute(graph, line, profile, bicycleType, stops.words),
      capAlternative,
      ...(dated === null ? {} : { because: dated.because }),
      line,
    }
  }

  planTrip(input: PlanRouteInput, control?: PlanControl): TripAnswer {
    if ((input.straightLegs ?? []).length > 0)
      throw new ServiceError('setting_refused', '`straightLegs` is a setting of /v1/route.', {
        inputPath: 'straightLegs',
      })
    const route = this.#find(input, control)
    const { settings, line, dated } = route
    const { graph, engine, ferryDurations } = this.parts
    const { climb, notes } = readLineFacts(
      this.parts,
      settings,
      searchOf(route, input),
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

  /** A metric for the table, in shared memory; null if its costs do not fit or the network has no hierarchy. */
  customise(table: CostTable, reused?: SharedArrayBuffer | null): Metric | null {
    const { graph, hierarchy } = this.parts
    return hierarchy === null ? null : customise(graph, hierarchy, table, reused)
  }

  adoptParts(parts: MadeParts): void {
    this.parts.known.adopt(parts)
  }

  adoptMetric(metric: MetricData): void {
    this.parts.metrics.keep(Metric.from(metric))
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

  /** Whether a node lies in the largest connected part under the default settings of a profile. */
  mainComponent(profile: Profile): (node: number) => boolean {
    const { settings } = applySettings({ waypoints: [], profile })
    const component = labelComponents(this.parts.graph, this.parts.model.table(costSettings(settings)))
    const sizes = componentSizes(component)
    const largest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0))
    return (node) => component[node] === largest
  }

  #find(input: PlanRouteInput, planControl: PlanControl | undefined): FoundRoute {
    const { graph, finder, model, snapper, known, avoided, maxSettled } = this.parts
    const { settings, settingsDefaulted } = applySettings(input)
    const maxLegKm = input.longLegs === true ? LONG_LEG_KM[settings.profile] : MAX_LEG_KM
    const control: SearchControl = { maxSettled }
    if (planControl !== undefined)
      control.cancelled = planControl.cancelFlags.subarray(planControl.cancelIndex, planControl.cancelIndex + 1)
    const { trails = [], names = null } = input
    // where a trail enters an area, it is left there
    const points = input.waypoints.map((_, i) => i).filter((i) => !trails.some(({ waypoint }) => waypoint === i))
    const isAvoided = avoided.begin(
      input.avoid ?? {},
      points.map((i) => input.waypoints[i]),
      (i) => waypointSubject(points[i], input.waypoints.length),
    )
    const costs = costSettings(settings)
    const table = model.table(costs)
    const search = {
      graph,
      model,
      finder,
      snapper,
      parts: known,
      costs,
      table,
      settings,
      waypoints: input.waypoints,
      control,
      onPushing: this.#wantMetric,
    }
    /** by the points that were found: a search that learns of closures is made several times */
    const stopsOf = new Map<FoundLegs['points'], RouteStops>()
    const find = (isClosed: IsClosed | null, onLeg?: (leg: number) => void) => {
      const open = { ...search, isAvoided: either(isAvoided, isClosed), onLeg }
      const stops = routeStops({ ...open, trails, names, walker: this.#walker, maxLegKm })
      const { waypoints, followed, words, straightLegs } = stops
      checkWaypoints(waypoints, graph.meta.bbox, settings.snapRadiusM, words, maxLegKm, {
        point: (point) => followed?.points[point] != null,
        leg: (leg) => followed?.legs[leg] != null,
      })
      if (isClosed === null) this.#wantMetrics(table, costs, waypoints)
      const found = findLegs(
        followed === null
          ? { ...open, words }
          : { ...open, waypoints, followed, words, settings: { ...settings, straightLegs } },
      )
      stopsOf.set(found.points, stops)
      return found
    }
    const build = ({ legs }: FoundLegs) => this.#lines.build(legs)
    const finish = (found: FoundLegs) => ({
      ...{ settings, settingsDefaulted, costs, control, found },
      stops: stopsOf.get(found.points)!,
    })
    const at = input.at === undefined ? null : readAt(input.at)
    if (at === null) {
      const found = find(null)
      return { ...finish(found), line: build(found), isAvoided, dated: null }
    }
    const travel = { ...settings, walker: input.walker }
    const dated = findDated({ graph, at, travel, ferryDurations: this.parts.ferryDurations, find, build })
    const { found, line, isEverClosed } = dated
    return { ...finish(found), line, isAvoided: either(isAvoided, isEverClosed), dated }
  }

  /** Of the setting, and on long legs of those that bound it from below, which serve many. */
  #wantMetrics(table: CostTable, costs: CostSettings, waypoints: readonly Position[]): void {
    this.#wanted.want(table)
    if (this.parts.metrics.find(table.key) !== null || !hasLongLeg(waypoints)) return
    for (const below of this.parts.model.tablesBelow(costs)) this.#wanted.want(below)
  }

  /** Only with a proven route whose grade cap was left at its default. */
  #findCapAlternative(
    { settingsDefaulted, costs, found, line, control, isAvoided }: FoundRoute,
    { walker }: PlanRouteInput,
  ): CapAlternative | null {
    if (found.bestEffort.length > 0 || !settingsDefaulted.includes('max_sac')) return null
    return this.#alternatives.find(costs, found, lengthDm(line), control, this.#wantMetric, isAvoided, walker)
  }
}

/** By leg, null where none is followed. */
function trailsOf({ followed }: RouteStops, line: RouteLine): (FollowedTrail | null)[] {
  if (followed === null) return []
  return followed.legs.map((leg, l) => {
    if (leg === null) return null
    const atM = (arc: number) => line.stepAtDm[line.legFirstStep[l] + arc] / 10
    return {
      relationId: followed.trails[l]!.relationId,
      direction: leg.direction,
      onTrailM: tenths(leg.onTrailMm / 1000),
      leftOutM: tenths(leg.leftOutM),
      gaps: leg.gaps.map(({ firstArc, endArc, leftOutM, reason }) => ({
        fromM: atM(firstArc),
        toM: atM(endArc),
        leftOutM: tenths(leftOutM),
        reason,
      })),
    }
  })
}

function hasRoutedLeg(found: FoundLegs): boolean {
  return found.legs.some((leg) => leg.path !== null)
}

function hasLongLeg(waypoints: readonly Position[]): boolean {
  return waypoints.some(([lon, lat], i) => {
    const [toLon, toLat] = waypoints[Math.min(i + 1, waypoints.length - 1)]
    return distanceM(lon, lat, toLon, toLat) >= GUIDED_FROM_M
  })
}

type IsClosed = (edge: number) => boolean

function either(a: IsClosed | null, b: IsClosed | null): IsClosed | null {
  return a === null ? b : b === null ? a : (edge) => a(edge) || b(edge)
}

function searchOf({ found, dated }: FoundRoute, { avoid }: PlanRouteInput) {
  return {
    bestEffort: found.bestEffort,
    date: dated?.date ?? null,
    closedSnaps: dated?.closedSnaps ?? [],
    snapsM: found.points.map(({ distanceM }) => distanceM),
    asksLighting: avoid?.kinds?.includes('unlit') ?? false,
  }
}
