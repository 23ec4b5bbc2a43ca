// Matches a line to the network and never fails whole: observations, candidates, chains, ways, and the place of every
// point. What is on no way stays unmatched, with its reason, and is never drawn. One matcher per thread; the length
// metric of a mode is made at first use. The cancel flag is checked for every observation and every leg.

import { distanceM, lonBetween } from '../../geo/lon-lat.ts'
import { NO_HEIGHT_DM, type RoutingGraph } from '../../graph/routing-graph.ts'
import { closedWaysOf } from '../../graph/closed-ways.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import type { LegFinder } from '../legs/find-leg.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import { type Candidate, CandidateFinder, dropHopeless, listCandidates, noiseOf } from './match-candidates.ts'
import { matchTable } from './match-costs.ts'
import { MatchDistances } from './match-distances.ts'
import { type Observations, observe } from './match-observations.ts'
import { type Reasons, findGaps, type Step, joinChain, isAgainst, onlyCrosses, trimEnds } from './match-path.ts'
import { placePoints, findNearStretches } from './near-stretches.ts'
import type {
  MatchSettings,
  MatchedSegment,
  MatchedTrace,
  TracePoints,
  TravelMode,
  UnmatchedReason,
} from './match-types.ts'
import { type Chain, findChains } from './match-viterbi.ts'
import { RouteLineBuilder } from '../details/route-line.ts'
import { type SearchControl, stopIfCancelled } from '../search/search-types.ts'
import { type SnapPoint, usableEdges } from '../legs/snap-waypoints.ts'
import type { FoundLeg } from '../legs/leg-path.ts'
import { lastAtMost } from '../../geo/last-at-most.ts'

/** Turning back by less than this (or by TURN_SIGMAS of noise) is jitter. */
const TURN_BACK_M = 8
const TURN_SIGMAS = 3.5

interface MatcherParts {
  graph: RoutingGraph
  hierarchy: Hierarchy
  finder: LegFinder
  /** customised metric of the table, cached by the caller; null if its costs do not fit */
  metricOf: (table: CostTable) => Metric | null
}

export class TraceMatcher {
  readonly #parts: MatcherParts
  readonly #candidates: CandidateFinder
  /** of ways that are closed to everyone; null if none is known */
  readonly #closed: CandidateFinder | null
  readonly #distances: MatchDistances
  readonly #lines: RouteLineBuilder
  readonly #tables = new Map<string, CostTable>()

  constructor(parts: MatcherParts) {
    this.#parts = parts
    this.#candidates = new CandidateFinder(parts.graph)
    const closed = closedWaysOf(parts.graph)
    this.#closed = closed === null ? null : new CandidateFinder(closed)
    this.#distances = new MatchDistances(parts.graph, parts.hierarchy)
    this.#lines = new RouteLineBuilder(parts.graph)
  }

  /**
   * A bicycle is pushed only on a line that riding does not explain equally well. Throws SearchStopped when the
   * control's flag is raised.
   */
  match(trace: TracePoints, settings: MatchSettings, control: SearchControl): MatchedTrace {
    const matched = this.#matchOver(this.#tableOf(settings.mode, false), trace, settings, control)
    const mayHelp = matched.unmatched.some(({ reason }) => reason !== 'outside_region')
    if (settings.mode !== 'bike' || !mayHelp) return matched
    const pushed = this.#matchOver(this.#tableOf('bike', true), trace, settings, control)
    return pushed.matchedM > matched.matchedM + LEAST_SEGMENT_MM / 1000 ? pushed : matched
  }

  #tableOf(mode: TravelMode, mayPush: boolean): CostTable {
    const key = `${mode}${mayPush}`
    let table = this.#tables.get(key)
    if (table === undefined) this.#tables.set(key, (table = matchTable(this.#parts.graph, mode, mayPush)))
    return table
  }

  #matchOver(table: CostTable, trace: TracePoints, settings: MatchSettings, control: SearchControl): MatchedTrace {
    const metric = this.#parts.metricOf(table)
    if (metric === null) throw new RangeError('lengths of the network do not fit the hierarchy')
    this.#distances.begin(metric, table)
    try {
      return this.#matchParts(table, trace, settings, control)
    } finally {
      this.#distances.end()
    }
  }

  #matchParts(table: CostTable, trace: TracePoints, settings: MatchSettings, control: SearchControl): MatchedTrace {
    const { lon, lat, partStart } = trace
    const count = lon.length
    const matched: MatchedTrace = {
      atMm: lengthsAlong(trace),
      segmentOf: new Int32Array(count).fill(-1),
      placeMm: new Float64Array(count),
      lon: lon.slice(),
      lat: lat.slice(),
      awayM: new Float64Array(count).fill(Number.NaN),
      isLookedUp: new Uint8Array(count),
      segments: [],
      unmatched: [],
      traceM: 0,
      matchedM: 0,
      networkM: 0,
    }
    const reasons: Reasons = { ofPoint: new Map(), tooFar: new Set() }
    const poll = () => {
      stopIfCancelled(control.cancelled)
    }
    for (let p = 0; p + 1 < partStart.length; p++) {
      if (partStart[p + 1] - partStart[p] >= 2)
        this.#matchPart(trace, partStart[p], partStart[p + 1], settings, table, control, poll, matched, reasons)
    }
    matched.unmatched = findGaps(trace, matched, reasons)
    matched.traceM = count === 0 ? 0 : matched.atMm[count - 1] / 1000
    for (const { fromMm, toMm, lengthMm } of matched.segments) {
      matched.matchedM += (toMm - fromMm) / 1000
      matched.networkM += lengthMm / 1000
    }
    return matched
  }

  #matchPart(
    trace: TracePoints,
    from: number,
    to: number,
    settings: MatchSettings,
    table: CostTable,
    control: SearchControl,
    poll: () => void,
    matched: MatchedTrace,
    reasons: Reasons,
  ): void {
    const { graph, finder } = this.#parts
    const isUsable = usableEdges(graph, table)
    const observations = observe(trace, from, to)
    const candidates = listCandidates(
      graph,
      this.#candidates,
      this.#closed,
      observations,
      settings.searchRadiusM,
      isUsable,
      poll,
      reasons.ofPoint,
    )
    const sigmaM = noiseOf(candidates, settings.accuracyM)
    for (const list of candidates) dropHopeless(list, sigmaM)
    const chains = findChains(observations, candidates, this.#distances, { mode: settings.mode, sigmaM, poll })
    const leaveOut = (from: number, to: number, reason: (o: number) => UnmatchedReason) => {
      for (let o = from; o < to; o++) {
        const named = reason(o)
        for (let i = observations.firstPoint[o]; i < observations.firstPoint[o + 1]; i++) reasons.ofPoint.set(i, named)
      }
    }
    const drifting = (found: Chain) => (o: number) =>
      this.#whyDrifting(observations, o, found.chosen[o - found.from], settings.searchRadiusM, table)
    for (let c = 0; c < chains.length; c++) {
      const found = chains[c]
      const chain = trimEnds(observations, found, sigmaM)
      leaveOut(found.from, chain.from, drifting(found))
      leaveOut(chain.to + 1, found.to + 1, drifting(found))
      if (chain.to === chain.from) {
        leaveOut(chain.from, chain.to + 1, () => (isAgainst(chains, c) ? 'not_allowed' : 'no_connection'))
        continue
      }
      const path = joinChain(
        graph,
        finder,
        table,
        chain.chosen,
        Math.max(TURN_BACK_M, TURN_SIGMAS * sigmaM) * 1000,
        control,
        poll,
      )
      if (
        path === null ||
        path.lengthMm < LEAST_SEGMENT_MM ||
        onlyCrosses(observations, chain, path.lengthMm, sigmaM)
      ) {
        leaveOut(chain.from, chain.to + 1, isAgainst(chains, c) ? () => 'not_allowed' : drifting(found))
        continue
      }
      const fromIndex = observations.firstPoint[chain.from]
      const toIndex = observations.firstPoint[chain.to + 1] - 1
      const segment: MatchedSegment = {
        fromIndex,
        toIndex,
        isBetween: false,
        fromMm: matched.atMm[fromIndex],
        toMm: matched.atMm[toIndex],
        line: this.#lines.build(legsOfSteps(graph, path.steps)),
        lengthMm: path.lengthMm,
      }
      placePoints(trace, observations, chain, segment, path.placeMm, matched)
      const parts = { graph, lines: this.#lines, poll }
      keepNear(parts, trace, { segment, steps: path.steps }, settings.searchRadiusM, matched, reasons)
    }
  }

  /**
   * Why an observation near a way does not follow it: a nearer way is closed, or closed in one direction; null
   * otherwise.
   */
  #whyDrifting(
    { lon, lat }: Observations,
    o: number,
    chosen: Candidate,
    radiusM: number,
    { factor }: CostTable,
  ): UnmatchedReason {
    const { edgeClass } = this.#parts.graph.columns
    const [closed] = this.#closed?.find(lon[o], lat[o], radiusM, null) ?? []
    if (closed !== undefined && closed.awayM < chosen.awayM / 2) return 'not_allowed'
    const [nearest] = this.#candidates.find(lon[o], lat[o], radiusM, null)
    if (nearest === undefined) return 'no_path_nearby'
    const k = edgeClass[nearest.edge] * 2
    const isClosed = factor[k] === Infinity || factor[k + 1] === Infinity
    return isClosed && (nearest.awayM < chosen.awayM / 2 || nearest.edge === chosen.edge)
      ? 'not_allowed'
      : 'no_path_nearby'
  }
}

/** Millimetres along the supplied line. */
function lengthsAlong({ lon, lat, partStart }: TracePoints): Float64Array {
  const atMm = new Float64Array(lon.length)
  let at = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      if (i > partStart[p]) at += distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i]) * 1000
      atMm[i] = at
    }
  }
  return atMm
}

const LEAST_SEGMENT_MM = 3000

interface NearParts {
  graph: RoutingGraph
  lines: RouteLineBuilder
  poll: () => void
}

interface FoundSegment {
  segment: MatchedSegment
  /** what its line is built from */
  steps: readonly Step[]
}

/**
 * What is kept of a segment that was found: the part of it that the line follows within the search radius. The points
 * of the rest are too far from any way.
 */
function keepNear(
  { graph, lines, poll }: NearParts,
  trace: TracePoints,
  { segment: whole, steps }: FoundSegment,
  radiusM: number,
  matched: MatchedTrace,
  reasons: Reasons,
): void {
  const { atMm, segmentOf, placeMm, isLookedUp, awayM } = matched
  const stretches = findNearStretches(trace, matched, whole, radiusM, poll)
  if (stretches === null) {
    matched.segments.push(whole)
    return
  }
  for (let i = whole.fromIndex; i <= whole.toIndex; i++) {
    segmentOf[i] = -1
    reasons.ofPoint.set(i, 'too_far')
    if (i < whole.toIndex) reasons.tooFar.add(i)
  }
  let point = whole.fromIndex
  for (const { fromMm, toMm, placeFromMm, placeToMm } of stretches) {
    if (placeToMm - placeFromMm < LEAST_SEGMENT_MM) continue
    while (point < whole.toIndex && atMm[point] < fromMm) point++
    const isBetween = atMm[point] > toMm
    let last = point
    while (last < whole.toIndex && atMm[last + 1] <= toMm) last++
    if (!isBetween)
      for (let i = point; i <= last; i++) {
        segmentOf[i] = matched.segments.length
        placeMm[i] = Math.max(0, Math.min(placeMm[i], placeToMm) - placeFromMm)
      }
    matched.segments.push({
      fromIndex: isBetween ? point - 1 : point,
      toIndex: last,
      isBetween,
      fromMm,
      toMm,
      line: lines.build(legsOfSteps(graph, cutSteps(steps, placeFromMm, placeToMm))),
      lengthMm: placeToMm - placeFromMm,
    })
    if (!isBetween) point = last + (last < whole.toIndex ? 1 : 0)
  }
  for (let i = whole.fromIndex; i <= whole.toIndex; i++) {
    if (segmentOf[i] >= 0) continue
    placeMm[i] = isLookedUp[i] = 0
    awayM[i] = Number.NaN
    matched.lon[i] = trace.lon[i]
    matched.lat[i] = trace.lat[i]
  }
}

/** The steps between two places of the way, millimetres along it. */
function cutSteps(steps: readonly Step[], fromMm: number, toMm: number): Step[] {
  const cut: Step[] = []
  let atMm = 0
  for (const step of steps) {
    const endMm = atMm + step.toMm - step.fromMm
    if (endMm > fromMm && atMm < toMm)
      cut.push({
        arc: step.arc,
        fromMm: step.fromMm + Math.max(0, fromMm - atMm),
        toMm: step.toMm - Math.max(0, endMm - toMm),
      })
    atMm = endMm
  }
  return cut
}

/**
 * The steps of a matched way -> the part of them between two places, and the legs of a RouteLine. Legs break where the
 * way turns inside an edge: only the ends of a leg may be partial arcs.
 */
function legsOfSteps(graph: RoutingGraph, steps: readonly Step[]): FoundLeg[] {
  const { edgeLengthMm } = graph.columns
  const legs: FoundLeg[] = []
  for (let first = 0; first < steps.length; ) {
    let last = first
    while (
      last + 1 < steps.length &&
      steps[last].toMm === edgeLengthMm[steps[last].arc >>> 1] &&
      steps[last + 1].fromMm === 0
    )
      last++
    const arcs = Uint32Array.from(steps.slice(first, last + 1), (step) => step.arc)
    legs.push({
      from: pointOnArc(graph, steps[first].arc, steps[first].fromMm),
      to: pointOnArc(graph, steps[last].arc, steps[last].toMm),
      path: { arcs, startMm: steps[first].fromMm, endMm: steps[last].toMm, cost: 0, complete: true, lowerBound: 0 },
    })
    first = last + 1
  }
  return legs
}

/** The place on an arc, with its height if the network has it. */
function pointOnArc(graph: RoutingGraph, arc: number, alongMm: number): SnapPoint {
  const edge = arc >>> 1
  const { firstEdge, shapeStart, shapeAtMm, shapeLonE7, shapeLatE7, shapeHeightDm } = graph.blockOf(edge)
  const atMm = (arc & 1) === 0 ? alongMm : graph.columns.edgeLengthMm[edge] - alongMm
  const last = shapeStart[edge - firstEdge + 1] - 1
  const low = lastAtMost(shapeAtMm, atMm, shapeStart[edge - firstEdge], last - 1)
  const high = Math.min(low + 1, last)
  const spanMm = shapeAtMm[high] - shapeAtMm[low]
  const share = spanMm === 0 ? 0 : (atMm - shapeAtMm[low]) / spanMm
  const between = (values: Int32Array) => values[low] + (values[high] - values[low]) * share
  const isVoid = shapeHeightDm[low] === NO_HEIGHT_DM || shapeHeightDm[high] === NO_HEIGHT_DM
  return {
    lon: lonBetween(shapeLonE7[low] / 1e7, shapeLonE7[high] / 1e7, share),
    lat: between(shapeLatE7) / 1e7,
    distanceM: 0,
    edge,
    atMm,
    heightM: isVoid ? Number.NaN : Math.round(between(shapeHeightDm)) / 10,
  }
}
