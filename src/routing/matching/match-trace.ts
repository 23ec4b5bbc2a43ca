// Matches a line to the network and never fails whole: observations, candidates, chains, ways, and the place of every
// point. What is on no way stays unmatched, with its reason, and is never drawn. One matcher per thread; the length
// metric of a mode is made at first use. The cancel flag is checked for every observation and every leg.

import { distanceM } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { closedWaysOf } from '../../graph/closed-ways.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import type { LegFinder } from '../legs/find-leg.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import { keepNear, LEAST_SEGMENT_MM } from './keep-near.ts'
import { CandidateFinder, type Candidate } from './match-candidates.ts'
import { matchTable } from './match-costs.ts'
import { MatchDistances } from './match-distances.ts'
import { observe, type Observations } from './match-observations.ts'
import { findGaps, type Reasons } from './match-gaps.ts'
import { joinChain } from './match-path.ts'
import { legsOfSteps } from './legs-of-steps.ts'
import { dropHopeless, listCandidates, noiseOf } from './observation-candidates.ts'
import { placePoints } from './place-points.ts'
import { isAgainst, onlyCrosses, trimEnds } from './match-trim.ts'
import type {
  MatchedSegment,
  MatchedTrace,
  MatchSettings,
  TracePoints,
  TravelMode,
  UnmatchedReason,
} from './match-types.ts'
import { findChains, type Chain } from './match-viterbi.ts'
import { RouteLineBuilder } from '../details/route-line.ts'
import { type SearchControl, stopIfCancelled } from '../search/search-types.ts'
import { usableEdges } from '../legs/snap-waypoints.ts'

/** Turning back by less than this (or by TURN_SIGMAS of noise) is jitter. */
const TURN_BACK_M = 8
const TURN_SIGMAS = 3.5

export interface MatcherParts {
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
   * Why an observation near a way does not follow it: a way that is closed, or closed in one direction, is nearer; or
   * there is none.
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
