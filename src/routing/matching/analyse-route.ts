// A supplied line against the mapped network (`route-analysis/1`): how much of it lies on ways, and the same facts as
// for a route, in metres along the supplied line. Surfaces, ways, grades and hazards come from the same code as for
// routes. The line is never rewritten; where it follows no way nothing is claimed about it, and an unknown reports how
// many metres that is.

import { type GroundAlong, type HeightSeries, heightsOverGround } from '../../course/course-heights.ts'
import { elevationOf } from '../../course/elevation-profile.ts'
import { lineTimes } from '../../course/moving-time.ts'
import { ServiceError } from '../../errors.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Unknown } from '../../unknowns.ts'
import { lineAsSent, placesOnLine } from './analyse-line.ts'
import { analysedTime } from './analyse-time.ts'
import type { AnalyseJob, AnalysedWays, RouteAnalysis } from './analyse-types.ts'
import { wayMatches } from './analyse-ways.ts'
import type { TraceMatcher } from './match-trace.ts'
import { UNMATCHED_REASONS, type MatchedTrace } from './match-types.ts'
import type { PlannerParts } from '../route/planner-parts.ts'
import { difficultyOf } from '../details/route-difficulty.ts'
import { hazardsOf } from '../details/route-hazards.ts'
import { notesOf } from '../details/route-notes.ts'
import { surfacesOf } from '../details/route-surfaces.ts'
import type { Hazard, Ways } from '../costs/way-types.ts'
import { STRAIGHT_LEG, waysOf } from '../details/route-ways.ts'
import type { SearchControl } from '../search/search-types.ts'
import { toDistance } from '../legs/snap-waypoints.ts'
import { withStructures } from './structures-on-line.ts'
import { unmatchedParts } from './trace-answer.ts'
import { roundTo, tenths } from '../../wire/round-to.ts'

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
      unknowns: [
        { code: 'heights_none', message: 'No heights are known along the line: climb and time are not given.' },
      ],
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

const REASON_WORDS = {
  no_path_nearby: 'no way is near',
  no_connection: 'the ways near it do not join',
  outside_region: 'it lies outside the region',
  not_allowed: 'the ways near it are closed to this profile',
  too_far: 'it runs too far from the way that joins its points',
}

function unmatchedUnknown(matched: MatchedTrace): Unknown[] {
  const parts = unmatchedParts(matched)
  const totalM = parts.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0)
  if (totalM < 0.1) return []
  const byReason = UNMATCHED_REASONS.map((reason) => ({
    reason,
    lengthM: parts.filter((part) => part.reason === reason).reduce((sum, { fromM, toM }) => sum + toM - fromM, 0),
  }))
  const words = byReason
    .filter(({ lengthM }) => lengthM >= 0.1)
    .map(({ reason, lengthM }) => `${REASON_WORDS[reason]} for ${toDistance(lengthM)}`)
  return [
    {
      code: 'line_unmatched',
      message: `${toDistance(totalM)} of the line follow no way of the network (${words.join(', ')}): nothing is known of their surface, grade or hazards.`,
    },
  ]
}
