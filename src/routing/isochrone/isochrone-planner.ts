// From a reach request to contours, one planner per thread: settings, snap, one search up to the largest limit, then
// each contour from the parts within its limit. A point whose nearest way leads nowhere takes a way that leads on, if
// one is near (snap-waypoints.ts). What is too large to be answered is refused, never cut.

import { splitBox } from '../../geo/split-box.ts'
import { type RefusalSentence, ServiceError } from '../../errors.ts'
import { type RoutingGraph, NO_CLIMB_DM } from '../../graph/routing-graph.ts'
import { SnapIndex } from '../../graph/snap-index.ts'
import { roundTo, tenths } from '../../wire/numbers.ts'
import { DEG_TO_RAD, M_PER_DEG_LAT } from '../../geo/lon-lat.ts'
import { ACCESS, LIT_UNTAGGED, SURFACE_SOURCES } from '../../osm/edge-facts.ts'
import { say } from '../../language/sentence.ts'
import { type Unknown, unknownOf } from '../../unknowns.ts'
import { SURFACE_KINDS } from '../../travel/surfaces.ts'
import { AvoidedEdges } from '../avoid/avoided-edges.ts'
import { CostModel } from '../costs/cost-model.ts'
import { closing, type CostTable } from '../costs/arc-cost.ts'
import { checkWaypoints } from '../costs/route-settings.ts'
import type { Position, Profile } from '../costs/request-types.ts'
import type { Engine } from '../costs/route-types.ts'
import { ArcTimes, TIME_MODEL } from '../details/arc-times.ts'
import { indexHazards, isPathClass } from '../details/path-details.ts'
import { indexFerries, type FerryDurations } from '../details/notes.ts'
import { edgesToStandOn, WaypointSnapper, type SnapPoint } from '../legs/snap-waypoints.ts'
import { reaches } from '../search/label-components.ts'
import { stopIfCancelled, type PlanControl } from '../search/search-types.ts'
import { DatedEdges } from '../dates/dated-edges.ts'
import { keepByTravel } from '../directions/way-text.ts'
import { arrivalsOf, type Arrivals } from './one-to-many.ts'
import { TooManyTiles } from './near-grid.ts'
import { GroundDrawer, type Ground } from './ground-polygons.ts'
import {
  applyReachRequest,
  REACH_SUBJECT,
  REACH_WORDS,
  reachTable,
  type Contour,
  type Reach,
  type ReachInput,
  type ReachRequest,
} from './isochrone-types.ts'
import { IsochroneSearch } from './isochrone-search.ts'
import { ArcLengths, type FoundIsochrone, type IsochroneQuery } from './isochrone-query.ts'
import { KEPT_ROWS, lengthM, reachedEdges, type EdgeParts } from './reached-edges.ts'

/** What is reached so near the edge of the map may go on beyond it. */
const EDGE_M = 250
const CONDITIONAL = ACCESS.indexOf('conditional')

/** What may be unknown of a class of ways. */
const FACT = { conditional: 1, unlit: 2, assumed: 4, surface: 8, untagged: 16 } as const
const FACT_SETS = 32

/**
 * What is not known of the ways within reach, in metres of them (unknowns of `reach/1`). `metUnknown`: a ferry was not
 * taken because its duration is not mapped.
 */
function unknownsOfIsochrone(
  graph: RoutingGraph,
  { avoid }: ReachInput,
  profile: Profile,
  parts: EdgeParts,
  metUnknown: boolean,
): Unknown[] {
  const { edgeClass, edgeLengthMm, edgeAscentDm } = graph.columns
  const facts = unknownFacts(graph, profile)
  const dated = DatedEdges.of(graph)
  const metresBySet = new Float64Array(FACT_SETS)
  const metres = { dated: 0, height: 0 }
  for (let i = 0; i < parts.count; i++) {
    const edge = parts.edge[i]
    const lengthM = (edgeLengthMm[edge] / 1000) * (parts.to[i] - parts.from[i])
    metresBySet[facts[edgeClass[edge]]] += lengthM
    if (dated.mayClose(edge * 2, profile) || dated.mayClose(edge * 2 + 1, profile)) metres.dated += lengthM
    if (edgeAscentDm[edge] === NO_CLIMB_DM) metres.height += lengthM
  }
  const withFact = (fact: number) => metresBySet.reduce((sum, m, set) => ((set & fact) === 0 ? sum : sum + m), 0)
  const unknowns: Unknown[] = []
  const tell = (code: ReachUnknown, lengthM: number) => {
    if (lengthM >= 0.5) unknowns.push(unknownOf(say(`unknown.${code}.reach`, { lengthM })))
  }
  tell('access_conditional', withFact(FACT.conditional))
  tell('dated_access', metres.dated)
  if (avoid?.kinds?.includes('unlit') === true) tell('lighting_unknown', withFact(FACT.unlit))
  tell('surface_assumed', withFact(FACT.assumed))
  tell('surface_unknown', withFact(FACT.surface))
  tell('sac_untagged', withFact(FACT.untagged))
  tell('height_unknown', metres.height)
  if (comesToEdge(graph, parts)) unknowns.push(unknownOf(say('unknown.map_edge')))
  if (metUnknown) unknowns.push(unknownOf(say('unknown.ferry_time_unknown.reach')))
  return unknowns
}

type ReachUnknown =
  | 'access_conditional'
  | 'dated_access'
  | 'lighting_unknown'
  | 'surface_assumed'
  | 'surface_unknown'
  | 'sac_untagged'
  | 'height_unknown'

const factsOf = keepByTravel(() => ({ byClass: null as Uint8Array | null }))

/** By class, bits of FACT; made once per network and kind of travel. */
function unknownFacts(graph: RoutingGraph, profile: Profile): Uint8Array {
  const kept = factsOf(graph, profile)
  if (kept.byClass !== null) return kept.byClass
  const { classSurface, classSurfaceSource, classSac, classMtb, classLit } = graph.columns
  const { classFootForward, classFootBackward, classBikeForward, classBikeBackward } = graph.columns
  const byBike = profile === 'bike'
  const forward = byBike ? classBikeForward : classFootForward
  const backward = byBike ? classBikeBackward : classFootBackward
  const grade = byBike ? classMtb : classSac
  return (kept.byClass = Uint8Array.from({ length: graph.classCount }, (_, k) => {
    const isUnknown = SURFACE_KINDS[classSurface[k]] === 'unknown'
    const isAssumed = SURFACE_SOURCES[classSurfaceSource[k]] === 'class_default'
    return (
      (forward[k] === CONDITIONAL || backward[k] === CONDITIONAL ? FACT.conditional : 0) |
      ((classLit?.[k] ?? LIT_UNTAGGED) === LIT_UNTAGGED ? FACT.unlit : 0) |
      (isUnknown ? FACT.surface : isAssumed ? FACT.assumed : 0) |
      (grade[k] === 0 && isPathClass(graph, k) ? FACT.untagged : 0)
    )
  }))
}

/** Whether an edge of the parts ends beside the box of the map, or outside it. */
function comesToEdge(graph: RoutingGraph, { count, edge }: EdgeParts): boolean {
  const { edgeFrom, edgeTo } = graph.columns
  const isAtEdge = nodesAtEdge(graph)
  for (let i = 0; i < count; i++) if ((isAtEdge[edgeFrom[edge[i]]] | isAtEdge[edgeTo[edge[i]]]) === 1) return true
  return false
}

const atEdgeOf = new WeakMap<RoutingGraph, Uint8Array>()

/** By junction; made once per network. */
function nodesAtEdge(graph: RoutingGraph): Uint8Array {
  let isAtEdge = atEdgeOf.get(graph)
  if (isAtEdge !== undefined) return isAtEdge
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const [west, south, east, north] = graph.meta.bbox
  const marginLat = EDGE_M / M_PER_DEG_LAT
  const marginLon = marginLat / Math.cos(Math.max(Math.abs(south), Math.abs(north)) * DEG_TO_RAD)
  const widthDeg = (east - west + 360) % 360 || 360
  isAtEdge = new Uint8Array(graph.nodeCount)
  for (let node = 0; node < graph.nodeCount; node++) {
    const lat = nodeLatE7[node] / 1e7
    const eastOfWest = (nodeLonE7[node] / 1e7 - west + 360) % 360
    if (
      lat < south + marginLat ||
      lat > north - marginLat ||
      (widthDeg < 360 && (eastOfWest < marginLon || eastOfWest > widthDeg - marginLon))
    )
      isAtEdge[node] = 1
  }
  atEdgeOf.set(graph, isAtEdge)
  return isAtEdge
}

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
    const cancelled = control?.cancelled
    checkWaypoints([request.from], splitBox(graph.meta.bbox), request.snapRadiusM, REACH_WORDS)
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
    if (edges.isCut)
      throw tooLarge(request, (fewer) => say('error.too_long.reach_junctions', { most: MAX_SETTLED, fewer }))
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
      throw tooLarge(request, (fewer) => say('error.too_long.reach_lines', { most: MAX_LINE_POINTS, fewer }))
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
      throw tooLarge(request, (fewer) => say('error.too_long.reach_ground', { toleranceM, fewer }))
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

function tooLarge(
  { minutes }: ReachRequest,
  sentenceOf: (fewer: 'minutes' | 'metres') => RefusalSentence,
): ServiceError {
  const inputPath = minutes === null ? 'metres' : 'minutes'
  return new ServiceError(sentenceOf(inputPath), { inputPath })
}
