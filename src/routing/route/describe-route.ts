// What is said of a found route: its length, climb, time, ways, difficulty, hazards, legs and maneuvers, and what is
// unknown about it.

import { lineTimes } from '../../course/moving-time.ts'
import { ASCENT_METHOD } from '../../geo/climb.ts'
import { tenths } from '../../wire/numbers.ts'
import type { PlanRouteInput, BicycleType, Profile } from '../costs/request-types.ts'
import type {
  CapAlternative,
  FollowedTrail,
  RouteDifference,
  WaypointRoute,
  Maneuver,
  ManeuverType,
} from '../costs/route-types.ts'
import { readLineFacts } from '../details/path-details.ts'
import { legsOf, snapsOf } from '../details/route-legs.ts'
import { lengthDm, type RouteLine } from '../details/route-line.ts'
import { FollowedWays } from '../details/route-ways.ts'
import { timesOfRoute } from '../details/travel-time.ts'
import type { FoundLegs } from '../legs/find-legs.ts'
import type { RouteStops } from '../legs/route-stops.ts'
import type { FoundRoute } from './find-route.ts'
import type { PlannerParts } from './planner-parts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_FERRY } from '../../osm/edge-facts.ts'
import type { RouteWords } from '../costs/point-subject.ts'
import { type LegManeuver, maneuversOfLeg, then, travelOf } from '../directions/maneuvers.ts'

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

/** `maneuvers` of `/v1/route`. `atS`: seconds to every point of the line; null where nothing of it has a time. */
function maneuversOfRoute(
  graph: RoutingGraph,
  line: RouteLine,
  { profile, bicycleType }: { profile: Profile; bicycleType?: BicycleType | undefined },
  atS: Float64Array | null,
  words: RouteWords,
): Maneuver[] {
  const maneuvers: Maneuver[] = []
  const steps: number[] = []
  const legCount = line.legFirstStep.length - 1
  let arrivalDeg: number | null = null
  for (let leg = 0; leg < legCount; leg++) {
    const ofLeg = maneuversOfLeg(graph, line, leg, profile, bicycleType)
    const last = ofLeg.length - 1
    for (let i = 0; i <= last; i++) {
      const maneuver = ofLeg[i]
      const { step, way } = maneuver
      const sign = way?.sign ?? null
      let { type, instruction, bearingBeforeDeg }: { type: ManeuverType } & Omit<LegManeuver, 'type'> = maneuver
      if (i === last) {
        arrivalDeg = bearingBeforeDeg
        if (leg < legCount - 1) break // combined with the start of the next leg
        instruction = words.arrival(legCount + 1, travelOf(profile))
      } else if (i === 0 && leg > 0) {
        instruction = then(words.reached(leg, legCount + 1), instruction)
        bearingBeforeDeg = arrivalDeg
        if (type === 'start') type = 'via'
      }
      const point = line.stepFirstPoint[step]
      maneuvers.push({
        type,
        instruction,
        location: [line.lonE6[point] / 1e6, line.latE6[point] / 1e6],
        distanceM: 0,
        movingS: 0,
        leg,
        modifier: maneuver.modifier,
        exitNumber: maneuver.exitNumber,
        bearingBeforeDeg,
        bearingAfterDeg: maneuver.bearingAfterDeg,
        wayKind: way?.kind ?? null,
        name: way?.name ?? null,
        ref: way?.ref ?? null,
        sign: typeof sign === 'string' ? sign : null,
        symbol: typeof sign === 'string' || sign === null ? null : sign.symbol,
      })
      steps.push(step)
    }
  }
  for (let i = 0; i + 1 < maneuvers.length; i++) {
    const [from, to] = [steps[i], steps[i + 1]]
    maneuvers[i].distanceM = (line.stepAtDm[to] - line.stepAtDm[from]) / 10
    maneuvers[i].movingS = atS === null || isCarried(graph, line, from, to) ? null : secondsBetween(line, atS, from, to)
  }
  return maneuvers
}

/** To a tenth, and so that the parts of a line add up. */
function secondsBetween({ stepFirstPoint }: RouteLine, atS: Float64Array, from: number, to: number): number {
  return (Math.round(atS[stepFirstPoint[to]] * 10) - Math.round(atS[stepFirstPoint[from]] * 10)) / 10
}

/** Whether a ferry or a straight leg is between two steps, over which nobody moves. */
function isCarried({ columns }: RoutingGraph, { stepArc, stepAtMm }: RouteLine, from: number, to: number): boolean {
  const { edgeClass, classFlags } = columns
  for (let i = from; i < to; i++) {
    if (stepAtMm[i + 1] === stepAtMm[i]) continue
    if (stepArc[i] < 0 || (classFlags[edgeClass[stepArc[i] >>> 1]] & FLAG_FERRY) !== 0) return true
  }
  return false
}
