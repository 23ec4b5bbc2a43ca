// From an input to a finished route, one planner per thread: settings, snapping, one search per leg, facts.
// Holds the hierarchy, the searches, the snap index and the customised metrics. A setting without a metric is answered
// at once by the bidirectional search over the same costs; the metric is wanted from outside (`onMetricWanted`) or,
// where nobody listens, made at the second request. `complete` means every leg is a proven cheapest path; a failure is
// a ServiceError, never a drawn line.

import { ServiceError } from '../../errors.ts'
import { ASCENT_METHOD } from '../../geo/climb.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { SnapIndex } from '../../graph/snap-index.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { CapAlternatives } from './cap-alternative.ts'
import { componentSizes, labelComponents } from '../search/components.ts'
import { CostModel, costSettings } from '../costs/cost-model.ts'
import { customise, Metric, type MetricData } from '../hierarchy/customise.ts'
import { LegFinder } from '../legs/find-leg.ts'
import { findLegs, type FoundLegs } from '../legs/find-legs.ts'
import { Hierarchy } from '../hierarchy/hierarchy.ts'
import { maneuversOfRoute } from '../facts/maneuvers-of-route.ts'
import { MetricCache } from '../hierarchy/metric-cache.ts'
import { climbOfRoute } from '../facts/route-climb.ts'
import { difficultyOf } from '../facts/route-difficulty.ts'
import { hazardsOf, indexHazards } from '../facts/route-hazards.ts'
import { legsOf, snapsOf } from '../facts/route-legs.ts'
import { lengthDm, RouteLineBuilder, type RouteLine } from '../facts/route-line.ts'
import { indexFerries, notesOf, type FerryDurations } from '../facts/route-notes.ts'
import { applySettings, checkWaypoints } from '../costs/route-settings.ts'
import { surfacesOf } from '../facts/route-surfaces.ts'
import type { Engine, PlanRouteInput, Profile, WaypointRoute } from '../costs/route-types.ts'
import { FollowedWays } from '../facts/route-ways.ts'
import type { SearchControl } from '../search/search-types.ts'
import { WaypointSnapper } from '../legs/snap-waypoints.ts'
import { secondsByStep, timeOfRoute } from '../facts/travel-time.ts'
import { tripAnswer } from './trip-answer.ts'
import type { TripAnswer } from './trip-types.ts'

export interface RoutePlannerOptions {
  engine: Engine
  /** bound on the customised metrics kept by this planner; those in shared memory count in each thread */
  metricCacheBytes: number
  /** nodes one search may settle before it answers `best_effort` */
  maxSettled: number
  /** told when a setting has no metric; left out: the planner customises at the second request with the setting */
  onMetricWanted?: (table: CostTable) => void
}

/** A cancel flag in shared memory: element `cancelIndex` becomes 1 to stop. */
export interface PlanControl {
  cancelFlags: Int32Array
  cancelIndex: number
}

/**
 * The route before it is written: its geometry is still arrays, its ways are steps of them. `writeRoute` makes the wire
 * text.
 */
export interface PlannedRoute extends Omit<WaypointRoute, 'geometry' | 'ways'> {
  line: RouteLine
  ways: FollowedWays
}

/** What the other readers of a thread's network (matching, analysis) share with the planner. */
export interface PlannerParts {
  graph: RoutingGraph
  hierarchy: Hierarchy | null
  metrics: MetricCache
  finder: LegFinder
  firstHazard: ReadonlyMap<number, number>
  ferryDurations: FerryDurations
  engine: Engine
}

export interface RoutePlanner {
  readonly graph: RoutingGraph
  readonly parts: PlannerParts
  planRoute(input: PlanRouteInput, control?: PlanControl): PlannedRoute
  planTrip(input: PlanRouteInput, control?: PlanControl): TripAnswer
  /** A metric for the table, in shared memory; null where its costs do not fit or the network has no hierarchy. */
  customise(table: CostTable, reused?: SharedArrayBuffer | null): Metric | null
  adoptMetric(metric: MetricData): void
  forgetMetrics(): void
  /** Asked for, it is wanted again. */
  forgetMetric(key: string): void
  /** Whether a node lies in the largest connected part under the default settings of a profile. */
  mainComponent(profile: Profile): (node: number) => boolean
}

/** Requests with a setting that still has no metric ask for it again after this many. */
const ASK_AGAIN = 64

/** One planner per thread. Throws RangeError when the network's hierarchy belongs to another network. */
export function createRoutePlanner(graph: RoutingGraph, options: RoutePlannerOptions): RoutePlanner {
  const hierarchy = 'cchRank' in graph.extra ? Hierarchy.from(graph) : null
  const metrics = new MetricCache(options.metricCacheBytes)
  const model = new CostModel(graph)
  const finder = new LegFinder(graph, hierarchy, metrics)
  const snapper = new WaypointSnapper(graph, SnapIndex.from(graph))
  const lines = new RouteLineBuilder(graph)
  const firstHazard = indexHazards(graph)
  const ferryDurations = indexFerries(graph)
  const alternatives = new CapAlternatives(graph, model, finder, lines)
  const asked = new Map<string, number>()

  /** Sees to it that a metric for the table comes, without waiting for it. */
  function wantMetric(table: CostTable): void {
    if (hierarchy === null || metrics.find(table.key) !== null) return
    const times = asked.get(table.key) ?? 0
    if (asked.size > 1000) asked.clear()
    asked.set(table.key, times + 1)
    if (options.onMetricWanted !== undefined) {
      if (times % ASK_AGAIN === 0) options.onMetricWanted(table)
    } else if (times === 1) {
      const metric = customise(graph, hierarchy, table)
      if (metric !== null) metrics.keep(metric)
    }
  }

  function find(input: PlanRouteInput, control: PlanControl | undefined) {
    const { settings, settingsDefaulted } = applySettings(input)
    checkWaypoints(input.waypoints, graph.meta.bbox, settings.snapRadiusM)
    const searchControl: SearchControl = { maxSettled: options.maxSettled }
    if (control !== undefined)
      searchControl.cancelled = control.cancelFlags.subarray(control.cancelIndex, control.cancelIndex + 1)
    const costs = costSettings(settings)
    const table = model.table(costs)
    wantMetric(table)
    const found = findLegs({
      graph,
      model,
      finder,
      snapper,
      costs,
      table,
      settings,
      waypoints: input.waypoints,
      control: searchControl,
      onPushing: wantMetric,
    })
    const line = lines.build(found.legs)
    return { settings, settingsDefaulted, costs, table, found, line, searchControl }
  }

  return {
    graph,
    parts: { graph, hierarchy, metrics, finder, firstHazard, ferryDurations, engine: options.engine },
    planRoute(input, control) {
      const { settings, settingsDefaulted, costs, found, line, searchControl } = find(input, control)
      const { profile, bicycleType } = settings
      const climb = climbOfRoute(line)
      const surfaces = surfacesOf(graph, line)
      const difficulty = difficultyOf(graph, line, profile)
      const hazards = hazardsOf(graph, firstHazard, line)
      const time = hasRoutedLeg(found) ? timeOfRoute(graph, line, { ...settings, walker: input.walker }) : null
      const { warnings, unknowns } = notesOf({
        graph,
        line,
        profile,
        bicycleType,
        surfaces,
        difficulty,
        hazards,
        climb,
        time,
        ferryDurations,
        bestEffort: found.bestEffort,
        snapsM: found.points.map((point) => point.distanceM),
      })
      const mayBeCapped = found.bestEffort.length === 0 && settingsDefaulted.includes('max_sac')
      return {
        schema: 'route/1',
        engine: options.engine,
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
        warnings,
        unknowns,
        legs: legsOf(line, climb, found.points),
        snaps: snapsOf(graph, found.points),
        maneuvers: maneuversOfRoute(graph, line, profile, bicycleType),
        capAlternative: mayBeCapped
          ? alternatives.find(costs, found, lengthDm(line), searchControl, wantMetric, input.walker)
          : null,
        line,
      }
    },
    planTrip(input, control) {
      if ((input.straightLegs ?? []).length > 0)
        throw new ServiceError('setting_refused', '`straightLegs` is a setting of /v1/route.', {
          inputPath: 'straightLegs',
        })
      const { settings, found, line } = find(input, control)
      const climb = climbOfRoute(line)
      const surfaces = surfacesOf(graph, line)
      const difficulty = difficultyOf(graph, line, settings.profile)
      const time = timeOfRoute(graph, line, settings)
      const notes = notesOf({
        graph,
        line,
        profile: settings.profile,
        bicycleType: settings.bicycleType,
        surfaces,
        difficulty,
        hazards: hazardsOf(graph, firstHazard, line),
        climb,
        time,
        ferryDurations,
        bestEffort: found.bestEffort,
        snapsM: found.points.map((point) => point.distanceM),
      })
      return tripAnswer({
        graph,
        line,
        settings,
        waypoints: input.waypoints,
        climb,
        notes,
        engine: options.engine,
        seconds: secondsByStep(graph, line, settings, ferryDurations),
      })
    },
    customise: (table, reused) => (hierarchy === null ? null : customise(graph, hierarchy, table, reused)),
    adoptMetric(metric) {
      metrics.keep(Metric.from(metric))
    },
    forgetMetric(key) {
      metrics.forget(key)
      asked.delete(key)
    },
    forgetMetrics() {
      metrics.clear()
      asked.clear()
    },
    mainComponent(profile) {
      const component = labelComponents(
        graph,
        model.table(costSettings(applySettings({ waypoints: [], profile }).settings)),
      )
      const sizes = componentSizes(component)
      const largest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0))
      return (node) => component[node] === largest
    },
  }
}

function hasRoutedLeg(found: FoundLegs): boolean {
  return found.legs.some((leg) => leg.path !== null)
}
