// The points of a route that follows signed routes: each trail has two, where it is joined and where it is left, and
// the leg between them is known before the others are searched. Of a trail that may be followed either way the
// direction is chosen that makes the whole route shorter: the shortest chain over the choices, with the lengths of the
// cheapest ways between them.

import { ServiceError } from '../../errors.ts'
import { type NameValue, type PointValue, say } from '../../language/sentence.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import { arcCosts, FORBIDDEN } from '../costs/arc-cost.ts'
import { MAX_FOLLOWED_KM } from '../../travel/limits.ts'
import {
  type RoutePoint,
  type RouteWords,
  WAYPOINT_WORDS,
  waypointSubject,
  wordsOfPoints,
} from '../costs/point-subject.ts'
import type { Position, TrailToFollow } from '../costs/request-types.ts'
import { chooseTables, type Choice, componentsOfChoice, searchLeg } from './search-leg.ts'
import type { FindLegsInput } from './legs-input.ts'
import { lengthOfPath } from './leg-path.ts'
import { followTrail } from './follow-trail.ts'
import { RestrictionAutomaton } from '../search/restriction-automaton.ts'
import type { SnapPoint } from './snap-waypoints.ts'
import { type FollowedLeg, type TrailTravel, trailParts, type TrailPart } from './trail-part.ts'
import { membersOf, type TrailWalker } from './trail-steps.ts'
import { isFerrata } from './via-ferrata.ts'

export interface RouteStops {
  waypoints: Position[]
  /** legs drawn straight, by number among the legs of these points */
  straightLegs: number[]
  followed: { points: (SnapPoint | null)[]; legs: (FollowedLeg | null)[]; trails: (TrailToFollow | null)[] } | null
  words: RouteWords
  waypointOf(point: number): number
}

/** What is known of the route before its trails are: `waypoints` are those of the request. */
export interface StopsInput extends FindLegsInput {
  trails: readonly TrailToFollow[]
  names: readonly (NameValue | null)[] | null
  walker: TrailWalker
  maxLegKm: number
}

type Option = { leg: FollowedLeg | null; from: SnapPoint | null; to: SnapPoint | null; at: Position }

/** Throws ServiceError `no_snap`, `no_path`, `leg_too_long`, `too_long`, `busy`. */
export function routeStops(input: StopsInput): RouteStops {
  const { waypoints, settings, trails, names } = input
  if (trails.length === 0)
    return {
      waypoints: waypoints as Position[],
      straightLegs: settings.straightLegs,
      followed: null,
      words:
        names === null
          ? WAYPOINT_WORDS
          : wordsOfPoints(waypoints.map((_, i) => ({ waypoint: i, name: names[i] ?? null, trail: null }))),
      waypointOf: (point) => point,
    }
  const choice = chooseTables(input)
  const trailAt = new Map(trails.map((trail) => [trail.waypoint, trail]))
  const options = waypoints.map((at, i): Option[] => {
    const trail = trailAt.get(i)
    return trail === undefined ? [{ leg: null, from: null, to: null, at }] : waysToFollow(input, choice, trail)
  })
  const chosen = options.some((list) => list.length > 1)
    ? shortestChain(input, choice, options)
    : options.map(([one]) => one)
  const stops = {
    waypoints: [] as Position[],
    followed: {
      points: [] as (SnapPoint | null)[],
      legs: [] as (FollowedLeg | null)[],
      trails: [] as (TrailToFollow | null)[],
    },
  }
  const points: RoutePoint[] = []
  const straightLegs: number[] = []
  const add = (at: Position, snap: SnapPoint | null, point: RoutePoint, leg: FollowedLeg | null) => {
    if (points.length > 0) {
      stops.followed.legs.push(leg)
      stops.followed.trails.push(leg === null ? null : trailAt.get(point.waypoint)!)
    }
    stops.waypoints.push(at)
    stops.followed.points.push(snap)
    points.push(point)
  }
  chosen.forEach(({ leg, from, to, at }, waypoint) => {
    if (leg === null || from === null || to === null)
      return add(at, null, { waypoint, name: names?.[waypoint] ?? null, trail: null }, null)
    const { name } = trailAt.get(waypoint)!
    add([from.lon, from.lat], from, { waypoint, name, trail: 'begins' }, null)
    add([to.lon, to.lat], to, { waypoint, name, trail: 'ends' }, leg)
  })
  points.forEach(({ waypoint }, leg) => {
    if (leg + 1 < points.length && points[leg + 1].waypoint > waypoint && settings.straightLegs.includes(waypoint))
      straightLegs.push(leg)
  })
  return { ...stops, straightLegs, words: wordsOfPoints(points), waypointOf: (point) => points[point].waypoint }
}

/** One for each direction that the request allows. */
function waysToFollow(input: StopsInput, choice: Choice, trail: TrailToFollow): Option[] {
  const { waypoints, settings, walker } = input
  const { waypoint, relationId, name } = trail
  const inputPath = `waypoints[${waypoint}].trail`
  const onNetwork = walker.walk(relationId, trail.parts)
  const joinAt = waypoints[waypoint - 1] ?? waypoints[waypoint + 1] ?? null
  const { parts, fromAwayM, toAwayM } = trailParts(trail, onNetwork, joinAt)
  checkDistance(trail, 'from', fromAwayM, settings.snapRadiusM)
  checkDistance(trail, 'to', toAwayM, settings.snapRadiusM)
  if (parts.length === 0)
    throw new ServiceError(
      say('error.no_path.trail_order', {
        name,
        field: `waypoints[${waypoint}].to`,
        beginField: `waypoints[${waypoint}].from`,
      }),
      { inputPath: `waypoints[${waypoint}].to` },
    )
  checkLength(trail, parts)
  // its leg is the one from the first of its two points
  input.onLeg?.(waypoint + input.trails.filter((other) => other.waypoint < waypoint).length)
  const travel = travelOf(input, choice, relationId)
  return parts.map((part): Option => {
    const leg = followTrail(part, { name, inputPath }, travel)
    if (leg === null) throw nothingOpen(input, part, trail)
    const from = { ...leg.from, distanceM: fromAwayM }
    const to = { ...leg.to, distanceM: toAwayM }
    return { leg, from, to, at: [from.lon, from.lat] }
  })
}

function checkLength({ waypoint, name }: TrailToFollow, parts: readonly TrailPart[]): void {
  const distanceM = Math.min(...parts.map(({ fromM, toM }) => toM - fromM))
  if (distanceM <= MAX_FOLLOWED_KM * 1000) return
  throw new ServiceError(say('error.too_long.trail', { name, distanceM, maxKm: MAX_FOLLOWED_KM }), {
    inputPath: `waypoints[${waypoint}].trail`,
  })
}

function checkDistance({ waypoint, name }: TrailToFollow, end: 'from' | 'to', awayM: number, radiusM: number): void {
  if (awayM <= radiusM) return
  const inputPath = `waypoints[${waypoint}].${end}`
  throw new ServiceError(say('error.no_snap.trail', { field: inputPath, distanceM: awayM, name, radiusM }), {
    inputPath,
  })
}

function travelOf(input: StopsInput, choice: Choice, relationId: number): TrailTravel {
  const { graph, control, maxLegKm } = input
  const { tables, pushing } = choice
  const costs = arcCosts(graph, tables.table)
  const overFerrata = tables.ferrata === null ? null : arcCosts(graph, tables.ferrata)
  const isMember = membersOf(graph, relationId) ?? (() => false)
  // what may not be ridden is pushed, unless riding around it costs less
  const bridging = pushing === null ? choice : { ...choice, tables: pushing, pushing: null }
  return {
    graph,
    control,
    isMember,
    maxGapKm: maxLegKm,
    costOf: (arc) => {
      const cost = overFerrata !== null && isFerrata(graph, arc >>> 1) ? overFerrata(arc) : costs(arc)
      return cost >= FORBIDDEN ? Infinity : cost
    },
    turns: tables.restricted && graph.columns.restrictionStart.length > 1 ? RestrictionAutomaton.of(graph) : null,
    findWay: (from, to) => {
      if (pushing !== null) input.onPushing?.(pushing.table.base ?? pushing.table)
      return searchLeg(input, bridging, from, to).answer
    },
    findTurns: (from, to) => {
      if (pushing !== null) input.onPushing?.(pushing.table.base ?? pushing.table)
      return input.finder.findTurns(bridging.tables, from, to, control)
    },
    parts: () => componentsOfChoice(input, choice),
  }
}

/** The error for a trail of which nothing is open. */
function nothingOpen(input: StopsInput, part: TrailPart, { waypoint, name }: TrailToFollow): ServiceError {
  const { costs } = input
  const point: PointValue = { role: 'waypoint', index: waypoint, of: input.waypoints.length, name }
  const openMaxSac = part.steps.length === 0 ? null : openingMaxSac(input, part)
  return new ServiceError(
    part.steps.length === 0
      ? say('error.no_path.trail_missing', { point })
      : openMaxSac === null
        ? say('error.no_path.trail_closed', { point })
        : say('error.no_path.trail_max_sac', { point, maxSac: costs.maxSac, openMaxSac }),
    { inputPath: `waypoints[${waypoint}].trail` },
  )
}

/** The least `maxSac` under which some of it is open; null if absent. */
function openingMaxSac({ graph, model, costs }: StopsInput, part: TrailPart): number | null {
  for (let maxSac = costs.maxSac + 1; costs.profile !== 'bike' && maxSac <= 6; maxSac++) {
    const cost = arcCosts(graph, model.table({ ...costs, maxSac }))
    if (part.steps.some(({ arc }) => cost(arc) < FORBIDDEN)) return maxSac
  }
  return null
}

/** One option for each waypoint, such that the whole is shortest. */
function shortestChain(input: StopsInput, choice: Choice, options: readonly Option[][]): Option[] {
  const { graph, settings, snapper, waypoints } = input
  const snapOf = (waypoint: number, { from, at }: Option): SnapPoint =>
    from ?? snapper.snap(waypointSubject(waypoint, waypoints.length), at, settings.snapRadiusM, choice.mayStandOn)
  const ends = options.map((list, i) =>
    list.map((option) => {
      const from = snapOf(i, option)
      return { option, from, to: option.to ?? from, ownM: (option.leg?.lengthMm ?? 0) / 1000 }
    }),
  )
  let best = ends[0].map((end) => ({ sumM: end.ownM, chain: [end.option] }))
  for (let i = 1; i < ends.length; i++) {
    best = ends[i].map((end) => {
      const sums = ends[i - 1].map((before, k) => best[k].sumM + lengthBetween(before.to, end.from, i - 1))
      const k = sums.indexOf(Math.min(...sums))
      return { sumM: sums[k] + end.ownM, chain: [...best[k].chain, end.option] }
    })
  }
  return best.reduce((a, b) => (b.sumM < a.sumM ? b : a)).chain

  function lengthBetween(from: SnapPoint, to: SnapPoint, leg: number): number {
    const straightM = distanceM(from.lon, from.lat, to.lon, to.lat)
    if (settings.straightLegs.includes(leg)) return straightM
    // what cannot be reached is refused where its leg is searched; here it only must not be chosen
    if (straightM > input.maxLegKm * 1000) return 1e9
    input.onLeg?.(leg + input.trails.filter((other) => other.waypoint <= leg).length)
    const { answer } = searchLeg(input, choice, from, to)
    return typeof answer === 'string' ? 1e9 : lengthOfPath(graph, answer) / 1000
  }
}
