// What is said of a found route: its length, climb, time, ways, difficulty, hazards, legs and maneuvers, and what is
// unknown about it.

import { lineTimes } from '../../course/moving-time.ts'
import { ASCENT_METHOD } from '../../geo/climb.ts'
import { tenths } from '../../wire/numbers.ts'
import type { PlanRouteInput } from '../costs/request-types.ts'
import type { CapAlternative, FollowedTrail, RouteDifference, WaypointRoute } from '../costs/route-types.ts'
import { readLineFacts } from '../details/path-details.ts'
import { maneuversOfRoute } from '../directions/route-maneuvers.ts'
import { legsOf, snapsOf } from '../details/route-legs.ts'
import { lengthDm, type RouteLine } from '../details/route-line.ts'
import { FollowedWays } from '../details/route-ways.ts'
import { timesOfRoute } from '../details/travel-time.ts'
import type { FoundLegs } from '../legs/find-legs.ts'
import type { RouteStops } from '../legs/route-stops.ts'
import type { FoundRoute } from './find-route.ts'
import type { PlannerParts } from './planner-parts.ts'

/**
 * The route before it is written: its geometry is arrays, and its ways are steps of them. `writeRoute` makes the wire
 * text.
 */
export interface PlannedRoute extends Omit<WaypointRoute, 'geometry' | 'ways' | 'alternatives'> {
  line: RouteLine
  ways: FollowedWays
  alternatives?: (PlannedRoute & { differs: RouteDifference })[]
}

export function describeRoute(
  parts: PlannerParts,
  route: FoundRoute,
  input: PlanRouteInput,
  capAlternative: CapAlternative | null,
): PlannedRoute {
  const { settings, settingsDefaulted, stops, found, line, dated } = route
  const { graph, engine } = parts
  const { profile, bicycleType } = settings
  const times = hasRoutedLeg(found) ? timesOfRoute(graph, line, { ...settings, walker: input.walker }) : null
  const time = times?.time ?? null
  const trails = trailsOf(stops, line)
  const search = {
    ...factsSearchOf(route, input),
    words: stops.words,
    trails: trails.flatMap((trail, leg) => (trail === null ? [] : [{ ...trail, ...stops.followed!.trails[leg]! }])),
  }
  const { climb, surfaces, difficulty, hazards, notes } = readLineFacts(parts, settings, search, line, time)
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
    ...lineTimes(profile, time),
    surfaces,
    ways: new FollowedWays(graph, line, profile, bicycleType),
    difficulty,
    hazards,
    warnings: notes.warnings,
    unknowns: notes.unknowns,
    legs: legsOf(line, climb, found.points, trails),
    snaps: snapsOf(graph, found.points, stops.waypointOf, input.names),
    maneuvers: maneuversOfRoute(graph, line, settings, times?.atS ?? null, stops.words),
    capAlternative,
    ...(dated === null ? {} : { because: dated.because }),
    line,
  }
}

/** What the notes on a line need to know of how it was found. */
export function factsSearchOf({ found, dated }: FoundRoute, { avoid }: PlanRouteInput) {
  return {
    bestEffort: found.bestEffort,
    date: dated?.date ?? null,
    closedSnaps: dated?.closedSnaps ?? [],
    snapsM: found.points.map(({ distanceM }) => distanceM),
    asksLighting: avoid?.kinds?.includes('unlit') ?? false,
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
