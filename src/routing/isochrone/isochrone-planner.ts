// From a reach request to contours, one planner per thread: settings, snap, one search up to the largest limit, then
// each contour from the parts within its limit. A point whose nearest way leads nowhere takes a way that leads on, if
// one is near (snap-waypoints.ts). What is too large to be answered is refused, never cut.

import { boxesOf } from '../../graph/network-file.ts'
import { ServiceError } from '../../errors.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { SnapIndex } from '../../graph/snap-index.ts'
import { roundTo, tenths } from '../../wire/round-to.ts'
import { AvoidedEdges } from '../avoid/avoided-edges.ts'
import { CostModel } from '../costs/cost-model.ts'
import { closing, type CostTable } from '../costs/arc-cost.ts'
import { checkWaypoints } from '../costs/route-settings.ts'
import type { Position } from '../costs/request-types.ts'
import type { Engine } from '../costs/route-types.ts'
import { ArcTimes, TIME_MODEL } from '../details/arc-times.ts'
import { indexHazards } from '../details/route-hazards.ts'
import { indexFerries, type FerryDurations } from '../details/noted-stretches.ts'
import { edgesToStandOn, WaypointSnapper, type SnapPoint } from '../legs/snap-waypoints.ts'
import { reaches } from '../search/label-components.ts'
import { cancelFlagOf, stopIfCancelled, type PlanControl } from '../search/search-types.ts'
import { arrivalsOf, type Arrivals } from './one-to-many.ts'
import { TooManyTiles } from './near-grid.ts'
import { GroundDrawer, type Ground } from './ground-polygons.ts'
import { unknownsOfIsochrone } from './isochrone-notes.ts'
import { applyReachRequest, REACH_SUBJECT, REACH_WORDS, reachTable } from './isochrone-request.ts'
import { IsochroneSearch } from './isochrone-search.ts'
import { ArcLengths, type FoundIsochrone, type IsochroneQuery } from './isochrone-query.ts'
import type { Contour, Reach, ReachInput, ReachRequest } from './isochrone-types.ts'
import { KEPT_ROWS, lengthM, reachedEdges, type EdgeParts } from './reached-edges.ts'

/** Junctions of the largest answer. */
const MAX_SETTLED = 400_000
/** Positions of all lines of an answer. */
const MAX_LINE_POINTS = 750_000
/** A way leads on if at least this many junctions are reached from it. */
const LEADS_ON = 30

export interface DrawnContour extends Omit<Contour, 'polygons' | 'lines' | 'areaKm2'> {
  ground: Ground | null
  /** null: not requested */
  parts: EdgeParts | null
}

/** A reach before it is written; its parts are valid until the next of the same planner. */
export interface PlannedReach extends Omit<Reach, 'contours'> {
  contours: DrawnContour[]
}

export class IsochronePlanner {
  readonly graph: RoutingGraph
  readonly #engine: Engine
  readonly #model: CostModel
  readonly #index: SnapIndex
  readonly #snapper: WaypointSnapper
  readonly #search: IsochroneSearch
  readonly #drawer: GroundDrawer
  readonly #avoided: AvoidedEdges
  readonly #ferryDurations: FerryDurations
  /** of the last answer, whose rows the next one takes */
  #parts: EdgeParts[] = []

  constructor(graph: RoutingGraph, { engine }: { engine: Engine }) {
    this.graph = graph
    this.#engine = engine
    this.#model = new CostModel(graph)
    this.#index = SnapIndex.from(graph)
    this.#snapper = new WaypointSnapper(graph, this.#index)
    this.#search = new IsochroneSearch(graph)
    this.#drawer = new GroundDrawer(graph)
    this.#avoided = new AvoidedEdges(graph, indexHazards(graph))
    this.#ferryDurations = indexFerries(graph)
  }

  /** Throws `setting_refused`, `outside_region`, `waypoint_avoided`, `no_snap`, `too_long`, and SearchStopped. */
  planReach(input: ReachInput, control?: PlanControl): PlannedReach {
    const found = this.#find(input, control, false)
    const { request, query, edges } = found
    const { start } = query
    const partsOf = found.limits.map((limit, i) => reachedEdges(this.graph, query, edges, limit, this.#parts[i]))
    this.#parts = partsOf.filter(({ edge }) => edge.length <= KEPT_ROWS)
    const contours = this.#contours(found, partsOf)
    return {
      schema: 'reach/1',
      engine: this.#engine,
      timeModel: TIME_MODEL,
      request,
      snap: {
        distanceM: tenths(start.distanceM),
        location: [roundTo(start.lon, 1e6), roundTo(start.lat, 1e6)],
        wayId: this.graph.wayIdOf(start.edge),
      },
      contours,
      unknowns: unknownsOfIsochrone(this.graph, input, request.profile, partsOf[partsOf.length - 1], edges.metUnknown),
    }
  }

  /** When points and signed routes are arrived at. Throws as planReach does. */
  arrivals(input: ReachInput, points: readonly Position[], control?: PlanControl): Arrivals {
    return arrivalsOf(this.graph, this.#index, this.find(input, control), points)
  }

  /** The search alone, in both measures. Throws as planReach does. */
  find(input: ReachInput, control?: PlanControl): FoundIsochrone {
    return this.#find(input, control, true)
  }

  #find(input: ReachInput, control: PlanControl | undefined, inBoth: boolean): FoundIsochrone {
    const { graph } = this
    const { request, settings } = applyReachRequest(input)
    const cancelled = control && cancelFlagOf(control)
    checkWaypoints([request.from], boxesOf(graph.meta), request.snapRadiusM, REACH_WORDS)
    const isAvoided = this.#avoided.begin(input.avoid ?? {}, [request.from], () => REACH_SUBJECT)
    const table = closing(reachTable(this.#model, settings), isAvoided)
    const back = request.direction === 'to' ? 1 : 0
    const start = this.#snap(request, table, back === 1)
    const times = new ArcTimes(graph, settings, this.#ferryDurations, request.walker?.factor)
    const lengths = new ArcLengths(graph)
    const byTime = request.minutes !== null
    const limits = byTime ? request.minutes!.map((m) => m * 60) : request.metres!.map((m) => m * 1000)
    const query: IsochroneQuery = {
      table,
      start,
      back,
      measure: byTime ? times : lengths,
      other: !inBoth ? null : byTime ? lengths : times,
      limit: limits[limits.length - 1],
      restricted: request.profile === 'bike' && graph.columns.restrictionStart.length > 1,
      maxSettled: MAX_SETTLED,
      cancelled,
    }
    const edges = this.#search.find(query)
    if (edges.isCut) throw tooLarge(request, `holds more than ${MAX_SETTLED.toLocaleString('en')} junctions`)
    return { request, query, edges, limits }
  }

  #snap({ from, snapRadiusM }: ReachRequest, table: CostTable, backward: boolean): SnapPoint {
    const { edgeFrom, edgeTo } = this.graph.columns
    const isUsable = edgesToStandOn(this.graph, table)
    const leadsOn = (node: number) => reaches(this.graph, table, node, LEADS_ON, backward)
    return this.#snapper.snap(
      REACH_SUBJECT,
      from,
      snapRadiusM,
      isUsable,
      Object.assign((edge: number) => isUsable(edge) && (leadsOn(edgeFrom[edge]) || leadsOn(edgeTo[edge])), {
        isClosedAt: isUsable.isClosedAt,
      }),
    )
  }

  #contours({ request, query }: FoundIsochrone, partsOf: readonly EdgeParts[]): DrawnContour[] {
    const { output, toleranceM } = request
    const lengths = partsOf.map((parts) => lengthM(this.graph, parts))
    if (output.lines && this.#linePoints(partsOf) > MAX_LINE_POINTS)
      throw tooLarge(request, `has lines of more than ${MAX_LINE_POINTS.toLocaleString('en')} points`)
    if (output.polygons) this.#drawer.begin(partsOf[partsOf.length - 1], partsOf.length, toleranceM)
    try {
      return partsOf.map((parts, i) => {
        stopIfCancelled(query.cancelled)
        if (output.polygons) this.#drawer.draw(parts)
        return {
          minutes: request.minutes?.[i] ?? null,
          metres: request.metres?.[i] ?? null,
          networkM: tenths(lengths[i]),
          ground: output.polygons ? this.#drawer.ground() : null,
          parts: output.lines ? parts : null,
        }
      })
    } catch (thrown) {
      if (!(thrown instanceof TooManyTiles)) throw thrown
      throw tooLarge(
        request,
        `covers too much ground for a \`toleranceM\` of ${toleranceM}`,
        ', or a larger `toleranceM`',
      )
    } finally {
      this.#drawer.end()
    }
  }

  #linePoints(partsOf: readonly EdgeParts[]): number {
    let points = 0
    for (const { count, edge } of partsOf) for (let i = 0; i < count; i++) points += this.graph.pointCountOf(edge[i])
    return points
  }
}

function tooLarge({ minutes }: ReachRequest, why: string, or = ''): ServiceError {
  const inputPath = minutes === null ? 'metres' : 'minutes'
  return new ServiceError('too_long', `What is within reach ${why}. Ask for fewer ${inputPath}${or}.`, { inputPath })
}
