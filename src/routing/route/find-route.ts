// Finds a route: settings applied, what is avoided and what is closed left out, stops made of waypoints and trails, a
// search for each leg. What is found is a line over the network, not yet described (describe-route.ts).

import { boxesOf } from '../../graph/network-meta.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import { atPlace, readAt } from '../../travel/at.ts'
import { zoneAt } from '../../geo/time-zone-at.ts'
import { LONG_LEG_KM, MAX_LEG_KM } from '../../travel/limits.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { type ClosedEdges, eitherClosed } from '../costs/closed-edges.ts'
import { costSettings, type CostSettings } from '../costs/cost-settings.ts'
import { waypointSubject } from '../costs/point-subject.ts'
import { applySettings, checkWaypoints } from '../costs/route-settings.ts'
import type { PlanRouteInput, Position, RouteSettings } from '../costs/request-types.ts'
import type { RouteLine, RouteLineBuilder } from '../details/route-line.ts'
import { POTENTIAL_FROM_M } from '../legs/potential-search.ts'
import { findLegs, type FoundLegs } from '../legs/find-legs.ts'
import type { FindLegsInput } from '../legs/legs-input.ts'
import { routeStops, type RouteStops } from '../legs/route-stops.ts'
import { TrailWalker } from '../legs/trail-steps.ts'
import { searchControl, type PlanControl, type SearchControl } from '../search/search-types.ts'
import { isCapDefault, withoutCap } from './cap-alternative.ts'
import { findDated, type DatedRoute } from './find-dated.ts'
import type { PlannerParts } from './planner-parts.ts'
import type { WantedMetrics } from './wanted-metrics.ts'

/** What the search found for an input, with the settings and costs used. */
export interface FoundRoute {
  settings: RouteSettings
  settingsDefaulted: string[]
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
  readonly #wanted: WantedMetrics

  constructor(parts: PlannerParts, lines: RouteLineBuilder, wanted: WantedMetrics) {
    this.#parts = parts
    this.#walker = new TrailWalker(parts.graph, parts.index)
    this.#lines = lines
    this.#wanted = wanted
  }

  /** `wantsUncapped`: the way without the cap is to be told (cap-alternative.ts), so it may be found along with it. */
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
    const { graph, model, finder, snapper, known } = this.#parts
    return {
      graph,
      model,
      finder,
      snapper,
      parts: known,
      costs,
      table: model.table(costs),
      settings,
      waypoints,
      control,
      onPushing: (table) => this.#wanted.want(table),
      maxLegKm: longLegs === true ? LONG_LEG_KM[settings.profile] : MAX_LEG_KM,
    }
  }

  /** `isFirst`: nothing is closed yet, and metrics are wanted for the search. */
  #findOpen(input: PlanRouteInput, open: RequestSearch, isFirst: boolean): { found: FoundLegs; stops: RouteStops } {
    const { trails = [], names = null } = input
    const { graph, settings, table, costs, maxLegKm } = open
    const stops = routeStops({ ...open, trails, names, walker: this.#walker })
    const { waypoints, followed, words, straightLegs } = stops
    checkWaypoints(waypoints, boxesOf(graph.meta), settings.snapRadiusM, words, maxLegKm, {
      point: (point) => followed?.points[point] != null,
      leg: (leg) => followed?.legs[leg] != null,
    })
    if (isFirst) this.#wantMetrics(table, costs, waypoints)
    const found = findLegs(
      followed === null
        ? { ...open, words }
        : { ...open, waypoints, followed, words, settings: { ...settings, straightLegs } },
    )
    return { found, stops }
  }

  /** Its own, and on long legs, unless that only has to be read, those that bound it, which serve many settings. */
  #wantMetrics(table: CostTable, costs: CostSettings, waypoints: readonly Position[]): void {
    const { metrics, model, stored } = this.#parts
    this.#wanted.want(table)
    if (metrics.find(table.key) !== null || stored?.has(table.key) === true || !hasLongLeg(waypoints)) return
    for (const below of model.tablesBelow(costs)) this.#wanted.want(below)
  }
}

function hasLongLeg(waypoints: readonly Position[]): boolean {
  return waypoints.some(([lon, lat], i) => {
    const [toLon, toLat] = waypoints[Math.min(i + 1, waypoints.length - 1)]
    return distanceM(lon, lat, toLon, toLat) >= POTENTIAL_FROM_M
  })
}
