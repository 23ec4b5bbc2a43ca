// From a round-trip request to finished loops, one planner per thread: settings, snap, loop network, search, facts. The
// start is snapped to its nearest usable way; if no loop starts there, to the nearest other part of the network within
// reach. No loop is invented: if none is good enough the answer is 422 `no_loop`, naming lengths of loops that were
// found.

import { splitBox } from '../../geo/split-box.ts'
import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { SnapIndex } from '../../graph/snap-index.ts'
import { MAX_LOOP_KM, MIN_LOOP_KM } from '../../travel/limits.ts'
import { roundTo, tenths } from '../../wire/numbers.ts'
import { AvoidedEdges } from '../avoid/avoided-edges.ts'
import { outsideSubnetworks, isSubnetwork } from '../legs/search-leg.ts'
import { closing, type CostTable, type ClosedEdges } from '../costs/arc-cost.ts'
import { labelComponents } from '../search/label-components.ts'
import { CostModel } from '../costs/cost-model.ts'
import { costSettings, checkWaypoints } from '../costs/route-settings.ts'
import { indexHazards } from '../details/path-details.ts'
import { RouteLineBuilder } from '../details/route-line.ts'
import { indexFerries, type FerryDurations } from '../details/notes.ts'
import { START_SUBJECT, START_WORDS } from '../costs/point-subject.ts'
import type { Engine } from '../costs/route-types.ts'
import { meetsClosed } from '../legs/leg-path.ts'
import { edgesToStandOn, usableEdges, WaypointSnapper, type SnapPoint } from '../legs/snap-waypoints.ts'
import { stopIfCancelled, type PlanControl } from '../search/search-types.ts'
import { factsOfLoop, pathOfLoop } from './loop-facts.ts'
import { EVERYDAY_EFFORT, LoopFinder, type LoopEffort, type LoopSearchOptions } from './loop-finder.ts'
import { type FoundLoop, restrictLoops, type LoopRestrictions } from './loop-pool.ts'
import { buildLoopNetwork, type LoopNetwork } from './loop-network.ts'
import {
  applyLoopRequest,
  type LoopThrough,
  type RoundTrips,
  type RoundTripsInput,
  type RoundTripsRequest,
} from './loop-types.ts'
import { ROUGH_ERROR, COMPLETE_REPEATED, isRound, repeatedOf } from './loop-score.ts'
import { ThroughPlaces } from './loop-through.ts'

const MOST_NAMED = 5
const STEP = 1.6

/**
 * Which lengths of loops are possible from a start, for the message of `no_loop`: loops found while searching for a
 * series of lengths over the whole range of the profile. Only lengths of loops that were found, and that repeat little,
 * are named. Up to five lengths in metres (whole hundreds), ascending, including those nearest to the requested one;
 * empty if no loop was found.
 */
function possibleLengths(
  net: LoopNetwork,
  requestedM: number,
  leastM: number,
  mostM: number,
  options: Omit<LoopSearchOptions, 'target' | 'count'>,
): number[] {
  const lengths = new Set<number>()
  for (let targetM = leastM; net.edgeCount > 0 && targetM < mostM * STEP; targetM *= STEP) {
    const finder = new LoopFinder(net, {
      ...options,
      target: { targetMm: Math.min(targetM, mostM) * 1000, directionDeg: null },
      count: 1,
      effort: { directions: 6, probes: 3, rounds: 1, maxSettled: 60_000, maxSteps: 5_000 },
    })
    finder.find()
    for (const loop of finder.seen) {
      const m = Math.round(loop.lengthMm / 100_000) * 100
      if (isRound(loop) && repeatedOf(loop) <= COMPLETE_REPEATED && m >= leastM && m <= mostM) lengths.add(m)
    }
  }
  const byDistance = [...lengths].sort(
    (a, b) => Math.abs(Math.log(a / requestedM)) - Math.abs(Math.log(b / requestedM)),
  )
  // the nearest ones, but none too close to another
  const named: number[] = []
  for (const m of byDistance)
    if (named.length < MOST_NAMED && named.every((other) => Math.abs(Math.log(m / other)) > 0.1)) named.push(m)
  return named.sort((a, b) => a - b)
}

/** Number of parts of the network to try. */
const MOST_PARTS = 3

interface Attempt {
  start: SnapPoint
  net: LoopNetwork
  loops: FoundLoop[]
  /** null: nothing was to be passed */
  through: ThroughPlaces | null
}

/** A request with the costs of its search. */
interface Search {
  request: RoundTripsRequest
  places: LoopThrough | undefined
  table: CostTable
  cancelled: Int32Array | undefined
}

export class RoundTripPlanner {
  readonly #graph: RoutingGraph
  readonly #engine: Engine
  readonly #effort: LoopEffort
  readonly #model: CostModel
  readonly #avoided: AvoidedEdges
  readonly #snapper: WaypointSnapper
  readonly #index: SnapIndex
  readonly #lines: RouteLineBuilder
  readonly #firstHazard: ReadonlyMap<number, number>
  readonly #ferryDurations: FerryDurations

  constructor(graph: RoutingGraph, { engine, effort = EVERYDAY_EFFORT }: { engine: Engine; effort?: LoopEffort }) {
    this.#graph = graph
    this.#engine = engine
    this.#effort = effort
    this.#model = new CostModel(graph)
    this.#index = SnapIndex.from(graph)
    this.#snapper = new WaypointSnapper(graph, this.#index)
    this.#lines = new RouteLineBuilder(graph)
    this.#firstHazard = indexHazards(graph)
    this.#ferryDurations = indexFerries(graph)
    this.#avoided = new AvoidedEdges(graph, this.#firstHazard)
  }

  /**
   * Throws ServiceError: `too_long`, `setting_refused`, `outside_region`, `no_snap`, `no_loop`, and SearchStopped if
   * stopped.
   */
  findRoundTrips(input: RoundTripsInput, control?: PlanControl): RoundTrips {
    const graph = this.#graph
    const { request, settings } = applyLoopRequest(input)
    const cancelled = control?.cancelled
    // a round trip by bicycle is ridden all the way
    const table = this.#model.table({ ...costSettings(settings), push: 'never' })
    checkWaypoints([request.start], splitBox(graph.meta.bbox), request.snapRadiusM, START_WORDS)
    const isAvoided = this.#avoided.begin(input.avoid ?? {}, [request.start], () => START_SUBJECT)
    const search = { request, places: input.throughPlaces, table, cancelled }
    const { start, net, loops, through } = this.#findAllowed(search, isAvoided)
    const parts = {
      graph,
      net,
      lines: this.#lines,
      firstHazard: this.#firstHazard,
      ferryDurations: this.#ferryDurations,
      start,
      request,
      through,
      asksLighting: input.avoid?.kinds?.includes('unlit') ?? false,
    }
    const described = loops.map((loop, i) => {
      stopIfCancelled(cancelled)
      return factsOfLoop(parts, loop, i + 1)
    })
    return {
      schema: 'roundtrips/1',
      engine: this.#engine,
      status: described[0].status,
      reason: described[0].reason,
      request,
      snap: {
        distanceM: tenths(start.distanceM),
        location: [roundTo(start.lon, 1e6), roundTo(start.lat, 1e6)],
        wayId: graph.wayIdOf(start.edge),
      },
      loops: described,
    }
  }

  /** First without regard to what is avoided: if no loop meets any of it, they are the answer. */
  #findAllowed(search: Search, isAvoided: ClosedEdges | null): Attempt {
    if (isAvoided === null) return this.#find(search)
    const found = this.#orNull(() => this.#find(search))
    const meets = (loop: FoundLoop, { net, start }: Attempt) =>
      meetsClosed(this.#graph, pathOfLoop(this.#graph, net, start, loop), isAvoided)
    if (found !== null && !found.loops.some((loop) => meets(loop, found))) return found
    return this.#find({ ...search, table: closing(search.table, isAvoided) })
  }

  /** Null if no loop is found: which lengths are possible depends on what is avoided. */
  #orNull(find: () => Attempt): Attempt | null {
    try {
      return find()
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.code === 'no_loop') return null
      throw thrown
    }
  }

  #find(search: Search): Attempt {
    const { request, table } = search
    const isUsable = edgesToStandOn(this.#graph, table)
    const nearest = this.#attempt(
      search,
      this.#snapper.snap(START_SUBJECT, request.start, request.snapRadiusM, isUsable),
    )
    if (nearest.loops.length > 0) return nearest
    const component = labelComponents(this.#graph, table)
    const { edgeFrom, edgeTo } = this.#graph.columns
    const tried = new Set<number>()
    const partOf = outsideSubnetworks(this.#graph, table, (edge) => {
      const part = component[edgeFrom[edge]]
      return part === component[edgeTo[edge]] ? part : -1
    })
    const leave = ({ edge }: SnapPoint) => {
      const part = partOf(edge)
      if (isSubnetwork(part)) tried.add(part)
      else tried.add(component[edgeFrom[edge]]).add(component[edgeTo[edge]])
    }
    leave(nearest.start)
    for (let part = 1; part < MOST_PARTS; part++) {
      const start = this.#onOtherPart(search, (edge) => (tried.has(partOf(edge)) ? -1 : partOf(edge)))
      if (start === null) break
      const other = this.#attempt(search, start)
      if (other.loops.length > 0) return other
      leave(start)
    }
    throw this.#noLoop(search, nearest.start)
  }

  #attempt({ request, places, table, cancelled }: Search, start: SnapPoint): Attempt {
    const targetMm = request.distanceM * 1000
    const net = buildLoopNetwork(this.#graph, table, start, (targetMm * (1 + ROUGH_ERROR)) / 2, cancelled)
    const through = places === undefined ? null : new ThroughPlaces(net, this.#index, places)
    const finder = new LoopFinder(net, {
      through,
      target: { targetMm, directionDeg: request.direction },
      count: 1 + request.alternatives,
      effort: this.#effort,
      cancelled,
      restrictions: this.#restrictionsOf(net, request),
    })
    return { start, net, loops: finder.find(), through }
  }

  #restrictionsOf(net: LoopNetwork, { profile }: RoundTripsRequest): LoopRestrictions | null {
    return profile === 'bike' ? restrictLoops(this.#graph, net) : null
  }

  /** The start on the nearest other part of the network, null if none is in reach; `partOf` is -1 for those tried. */
  #onOtherPart({ request, table }: Search, partOf: (edge: number) => number): SnapPoint | null {
    const isUsable = usableEdges(this.#graph, table)
    return this.#snapper.snapToCommonPart([request.start], request.snapRadiusM, isUsable, partOf)?.[0] ?? null
  }

  #noLoop({ request, table, cancelled }: Search, start: SnapPoint): ServiceError {
    const mostKm = MAX_LOOP_KM[request.profile]
    const net = buildLoopNetwork(this.#graph, table, start, (mostKm / 2) * 1e6, cancelled)
    const lengths = possibleLengths(net, request.distanceM, MIN_LOOP_KM * 1000, mostKm * 1000, {
      cancelled,
      restrictions: this.#restrictionsOf(net, request),
    })
    const loopKm = inKm(request.distanceM)
    if (lengths.length === 0)
      return new ServiceError(say('error.no_loop', { loopKm, maxKm: mostKm }), { inputPath: 'start' })
    const possible = lengths.map((lengthM) => say('part.loop.km', { loopKm: inKm(lengthM) }))
    return new ServiceError(say('error.no_loop.other', { loopKm, possible }), { inputPath: 'distanceM' })
  }
}

const inKm = (distanceM: number) => Number((distanceM / 1000).toFixed(1))
