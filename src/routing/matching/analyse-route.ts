// A supplied line against the mapped network (`route-analysis/1`): how much of it lies on ways, and the same facts as
// for a route, in metres along the supplied line. Surfaces, ways, grades and hazards come from the same code as for
// routes. The line is never rewritten; where it follows no way nothing is claimed about it, and an unknown reports how
// many metres that is.

import { type GroundAlong, type HeightSeries, heightsOverGround } from '../../course/course-heights.ts'
import { elevationOf } from '../../course/elevation-profile.ts'
import { type MovingTime, type PaceStretch, lineTimes, movingTime } from '../../course/moving-time.ts'
import { ServiceError } from '../../errors.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { say } from '../../language/sentence.ts'
import { type Unknown, unknownOf } from '../../unknowns.ts'
import { lineAsSent, placesOnLine, withStructures, LineScale } from './analyse-line.ts'
import type { AnalyseJob, AnalysedWays, RouteAnalysis, WayMatch } from './analyse-types.ts'
import type { TraceMatcher } from './match-trace.ts'
import { type MatchedTrace, UNMATCHED_REASONS } from './match-types.ts'
import type { PlannerParts } from '../route/planner-parts.ts'
import { difficultyOf, hazardsOf, surfacesOf } from '../details/path-details.ts'
import { notesOf } from '../details/route-notes.ts'
import type { Hazard, Ways } from '../costs/way-types.ts'
import { STRAIGHT_LEG, waysOf } from '../details/route-ways.ts'
import type { SearchControl } from '../search/search-types.ts'
import { unmatchedParts } from './trace-answer.ts'
import { roundTo, tenths } from '../../wire/numbers.ts'
import { steadyLengths } from '../../course/recorded-travel.ts'
import type { RouteLine } from '../details/route-line.ts'
import { NO_WAY_REASON, paceStretches } from '../details/travel-time.ts'
import { SURFACE_SOURCES } from '../../osm/edge-facts.ts'
import { SURFACE_KINDS } from '../../travel/surfaces.ts'

const SEARCH_RADIUS_M = 40
const ACCURACY_M = 5
const MATCHED_FROM = 0.98
const UNMATCHED_BELOW = 0.02

export function analyseRoute(
  parts: PlannerParts,
  matcher: TraceMatcher,
  job: AnalyseJob,
  control: SearchControl,
): RouteAnalysis {
  const { graph, ferryDurations } = parts
  const { profile } = job
  const matched = matcher.match(
    job,
    { mode: profile === 'bike' ? 'bike' : 'foot', searchRadiusM: SEARCH_RADIUS_M, accuracyM: ACCURACY_M },
    control,
  )
  const line = lineAsSent(graph, job, matched)
  const surfaces = surfacesOf(graph, line)
  const ways = waysOf(graph, line, profile)
  const difficulty = difficultyOf(graph, line, profile)
  const hazards = hazardsAlong(parts, matched)
  const ground = job.ground === null ? null : withStructures(graph, job.ground, matched)
  const { heights, unknowns: heightUnknowns } = heightsOf(job, ground)
  const time = analysedTime(graph, job, matched, line, heights)
  const notes = notesOf({
    graph,
    line,
    profile,
    surfaces,
    difficulty,
    hazards,
    climb: { ascentDm: null, descentDm: null, legs: [], unknownDm: 0 },
    time,
    snapsM: [],
    ferryDurations,
    bestEffort: [],
  })
  const isAny = matched.segments.length > 0
  return {
    schema: 'route-analysis/1',
    engine: parts.engine,
    profile,
    input: {
      format: job.format,
      parts: job.partStart.length - 1,
      points: job.lon.length,
      lengthM: tenths(job.lengthM),
    },
    match: matchOf(graph, matched),
    surfaces: isAny ? surfaces : null,
    ways: isAny ? withoutStraight(ways) : null,
    difficulty,
    hazards,
    elevation: heights === null ? null : elevationOf(heights),
    ...lineTimes(profile, time),
    warnings: notes.warnings.filter(({ code }) => code !== 'straight_leg'),
    unknowns: [
      ...unmatchedUnknown(matched),
      ...heightUnknowns,
      ...notes.unknowns.filter(({ code }) => code !== 'straight_leg'),
    ],
    ...(job.wantsGround === true && ground !== null
      ? { groundM: Array.from(ground.heightM, (height) => (Number.isNaN(height) ? null : height)) }
      : {}),
  }
}

/** Null with an unknown where `auto` finds no heights; what was requested by name and is missing is an error. */
function heightsOf(
  job: AnalyseJob,
  ground: GroundAlong | null,
): { heights: HeightSeries | null; unknowns: readonly Unknown[] } {
  try {
    const heights = heightsOverGround({ ...job, count: job.lon.length }, job.elevation, ground)
    return { heights, unknowns: heights.unknowns }
  } catch (error) {
    const isMissing =
      error instanceof ServiceError && (error.code === 'no_heights' || error.code === 'terrain_unavailable')
    if (!isMissing || job.elevation !== 'auto') throw error
    return {
      heights: null,
      unknowns: [unknownOf(say('unknown.heights_none.line'))],
    }
  }
}

function matchOf(graph: RoutingGraph, matched: MatchedTrace): RouteAnalysis['match'] {
  const { traceM, matchedM, networkM } = matched
  const coverage = traceM === 0 ? 0 : matchedM / traceM
  return {
    status: coverage >= MATCHED_FROM ? 'matched' : coverage < UNMATCHED_BELOW ? 'unmatched' : 'partial',
    coverage: roundTo(coverage, 1e4),
    traceLengthM: tenths(traceM),
    matchedLengthM: tenths(matchedM),
    networkLengthM: tenths(networkM),
    segments: wayMatches(graph, matched),
    unmatched: unmatchedParts(matched),
  }
}

/** Hazards of the ways followed, placed on the supplied line. */
function hazardsAlong({ graph, firstHazard }: PlannerParts, matched: MatchedTrace): Hazard[] {
  return matched.segments.flatMap((segment) => {
    return hazardsOf(graph, firstHazard, segment.line).map((hazard): Hazard => {
      const placeOf = placesOnLine(matched, segment)
      const fromM = tenths(placeOf(hazard.fromM * 1000) / 1000)
      const toM = hazard.toM > hazard.fromM ? tenths(placeOf(hazard.toM * 1000) / 1000) : fromM
      return { ...hazard, fromM, toM, lengthM: tenths(toM - fromM) }
    })
  })
}

/** Nothing was drawn straight: a stretch on no way is reported as such. */
function withoutStraight(ways: Ways): AnalysedWays {
  return {
    ...ways,
    straightM: 0,
    unmatchedM: ways.straightM,
    stretches: ways.stretches.filter(({ highway }) => highway !== STRAIGHT_LEG),
  }
}

function unmatchedUnknown(matched: MatchedTrace): Unknown[] {
  const parts = unmatchedParts(matched)
  const totalM = parts.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0)
  if (totalM < 0.1) return []
  const byReason = UNMATCHED_REASONS.map((reason) => ({
    reason,
    lengthM: parts.filter((part) => part.reason === reason).reduce((sum, { fromM, toM }) => sum + toM - fromM, 0),
  }))
  const facts = byReason
    .filter(({ lengthM }) => lengthM >= 0.1)
    .map(({ reason, lengthM }) => say(`part.unmatched.${reason}`, { lengthM }))
  return [unknownOf(say('unknown.line_unmatched', { lengthM: totalM, facts }))]
}

export const OFF_NETWORK_REASON = say('reason.calibration.off_network')

/**
 * Moving time of an analysed line. The distance travelled is that on the network where the line is matched, and that of
 * the line simplified to 5 m elsewhere (so that GPS wander adds nothing); heights are those of the answer. Off the
 * network the pace is that of an untagged path and outside the calibration. Stretches are in metres of the supplied
 * line. Null if no heights are known: a time on level ground would be a guess.
 */
function analysedTime(
  graph: RoutingGraph,
  job: AnalyseJob,
  matched: MatchedTrace,
  line: RouteLine,
  heights: HeightSeries | null,
): MovingTime | null {
  if (heights === null) return null
  const { lineMm, walkedMm } = walkedAlong(job, matched)
  const toWalked = new LineScale(lineMm, walkedMm)
  const { atM, climbM, partStart } = heights
  const points: { atM: number[]; heightM: number[] } = { atM: [], heightM: [] }
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      points.atM.push(toWalked.at(atM[i] * 1000) / 1000)
      points.heightM.push(climbM[i])
    }
    // there is no climb between parts
    if (p + 2 < partStart.length) {
      points.atM.push(points.atM[points.atM.length - 1])
      points.heightM.push(Number.NaN)
    }
  }
  const walkedOf = new LineScale(lineMm, walkedMm)
  const stretches: PaceStretch[] = paceStretches(graph, line, { profile: job.profile }).map((stretch) => {
    const fromM = walkedOf.at(stretch.fromM * 1000) / 1000
    const toM = walkedOf.at(stretch.toM * 1000) / 1000
    return stretch.outsideReason === NO_WAY_REASON
      ? { fromM, toM, paceFactor: 1, outsideReason: OFF_NETWORK_REASON }
      : { ...stretch, fromM, toM }
  })
  const time = movingTime(
    { atM: Float64Array.from(points.atM), heightM: Float64Array.from(points.heightM) },
    stretches.filter(({ fromM, toM }) => toM > fromM),
    { profile: job.profile, walker: job.walker ?? null },
  )
  const toLine = new LineScale(walkedMm, lineMm)
  const outsideCalibration = time.outsideCalibration.map(({ fromM, toM, reason }) => ({
    fromM: tenths(toLine.at(fromM * 1000) / 1000),
    toM: tenths(toLine.at(toM * 1000) / 1000),
    reason,
  }))
  return {
    ...time,
    outsideCalibration,
    outsideCalibrationM: tenths(outsideCalibration.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0)),
  }
}

/** Millimetres travelled at every point of the line, and where segments begin and end between points. */
function walkedAlong(
  { lon, lat, partStart }: AnalyseJob,
  { atMm, placeMm, segmentOf, segments }: MatchedTrace,
): {
  lineMm: Float64Array
  walkedMm: Float64Array
} {
  const steadyMm = new Float64Array(atMm.length)
  for (let p = 0; p + 1 < partStart.length; p++) {
    const [from, to] = [partStart[p], partStart[p + 1] - 1]
    if (to < from) continue
    const startMm = from === 0 ? 0 : steadyMm[from - 1]
    const alongM = to > from ? steadyLengths(lon, lat, from, to) : [0]
    for (let i = from; i <= to; i++) steadyMm[i] = startMm + alongM[i - from] * 1000
  }
  const toSteady = new LineScale(atMm, steadyMm)
  const lineMm: number[] = []
  const walkedMm: number[] = []
  let walked = 0
  let lastMm = 0
  const push = (mm: number, lengthMm: number) => {
    walked += lengthMm
    lastMm = mm
    lineMm.push(mm)
    walkedMm.push(walked)
  }
  const pushOff = (mm: number) => push(mm, Math.max(0, toSteady.at(mm) - toSteady.at(lastMm)))
  let next = 0
  for (let i = 0; i < atMm.length; i++) {
    const s = segmentOf[i]
    if (i > 0 && s >= 0 && s === segmentOf[i - 1]) {
      push(atMm[i], placeMm[i] - placeMm[i - 1])
      continue
    }
    const before = i === 0 ? undefined : segments[segmentOf[i - 1]]
    if (before !== undefined) {
      if (before.toMm > lastMm) push(before.toMm, before.lengthMm - placeMm[i - 1])
      next = segmentOf[i - 1] + 1
    }
    for (; next < segments.length && segments[next].isBetween && segments[next].toIndex === i; next++) {
      pushOff(segments[next].fromMm)
      push(segments[next].toMm, segments[next].lengthMm)
    }
    if (s >= 0 && segments[s].fromMm < atMm[i]) {
      pushOff(segments[s].fromMm)
      push(atMm[i], placeMm[i])
    } else pushOff(atMm[i])
  }
  return { lineMm: Float64Array.from(lineMm), walkedMm: Float64Array.from(walkedMm) }
}

/**
 * `match.segments` of an analysis: one row per way followed without a break, in metres and points of the supplied line,
 * with the matched metres of network. Ways followed for less than a decimetre are left out of the list, not out of the
 * figures.
 */
function wayMatches(graph: RoutingGraph, matched: MatchedTrace): WayMatch[] {
  const { edgeClass, classHighway, classSac, classSurface, classSurfaceSource } = graph.columns
  const rows: WayMatch[] = []
  for (const segment of matched.segments) {
    const { stepArc, stepAtMm, stepCount } = segment.line
    const placeOf = placesOnLine(matched, segment)
    let point = segment.fromIndex
    for (let first = 0; first < stepCount; ) {
      const edge = stepArc[first] >>> 1
      let end = first + 1
      while (
        end < stepCount &&
        graph.wayIdOf(stepArc[end] >>> 1) === graph.wayIdOf(edge) &&
        edgeClass[stepArc[end] >>> 1] === edgeClass[edge]
      )
        end++
      const fromMm = first === 0 ? segment.fromMm : placeOf(stepAtMm[first])
      const toMm = end === stepCount ? segment.toMm : placeOf(stepAtMm[end])
      while (point < segment.toIndex && matched.atMm[point + 1] <= fromMm) point++
      let last = point
      while (last < segment.toIndex && matched.atMm[last] < toMm) last++
      const k = edgeClass[edge]
      const surface = SURFACE_KINDS[classSurface[k]]
      if (Math.round(toMm / 100) > Math.round(fromMm / 100)) {
        rows.push({
          fromM: Math.round(fromMm / 100) / 10,
          toM: Math.round(toMm / 100) / 10,
          fromIndex: point,
          toIndex: last,
          wayId: graph.wayIdOf(edge),
          highway: graph.string(classHighway[k]) ?? 'unknown',
          name: graph.nameOf(edge),
          surface,
          surfaceSource: surface === 'unknown' ? null : SURFACE_SOURCES[classSurfaceSource[k]],
          sacScale: classSac[k] >= 1 && classSac[k] <= 6 ? classSac[k] : null,
          networkM: Math.round((stepAtMm[end] - stepAtMm[first]) / 100) / 10,
        })
      }
      first = end
    }
  }
  return rows
}
