// What the visitor has chosen: everything in a shared address, and nothing from an answer.
// Plain data, never changed in place. `null` in a setting means: not chosen, the service takes its default and says so.

import { distanceM, type LonLat } from '../../geo/lon-lat.ts'
import { readAt } from '../../travel/at.ts'
import { MAX_LOOP_KM, MAX_TRAILS, MAX_WAYPOINTS } from '../../travel/limits.ts'
import { type AvoidForm, NOTHING_AVOIDED, avoidInput } from './avoid.ts'
import type { TravelMode, RouteInput, LoopsQueryVariables, WaypointInput } from '../documents/generated/graphql.ts'
import { type LoopForm, NO_LOOP, loopsInput } from './loop-form.ts'
import { NO_REACH, type ReachForm } from './reach-form.ts'
import { DEFAULT_SETTINGS, type Settings, settingsInput } from './settings.ts'

export const MODES = ['route', 'loop', 'reach', 'file', 'view'] as const
export type Mode = (typeof MODES)[number]
export const COLOURINGS = ['surface', 'sac', 'slope'] as const
export type Colouring = (typeof COLOURINGS)[number]

export const TRAIL_WAYS = ['FORWARD', 'BACKWARD', 'SHORTER'] as const
/** A signed trail that the route follows, whole. */
export interface FollowedTrail {
  /** number of its relation */
  trail: number
  way: (typeof TRAIL_WAYS)[number]
}
export type Waypoint = LonLat | FollowedTrail

export interface Plan {
  mode: Mode
  waypoints: Waypoint[]
  /** the alternative that is chosen, counted from 1; 0: the best route */
  alternative: number
  /** legs drawn straight, counted from 0 */
  straightLegs: number[]
  settings: Settings
  /** what no route may use */
  avoid: AvoidForm
  loop: LoopForm
  reach: ReachForm
  colouring: Colouring
  /** local wall clock `YYYY-MM-DDTHH:mm`; null: not chosen */
  departure: string | null
  /** when a route is travelled, on the clock of the place: `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`; null: not chosen */
  travelAt: string | null
  /** speed for running and cycling, km/h; null: not chosen */
  speedKmh: number | null
}

export const EMPTY_PLAN: Plan = {
  mode: 'route',
  waypoints: [],
  alternative: 0,
  straightLegs: [],
  settings: DEFAULT_SETTINGS,
  avoid: NOTHING_AVOIDED,
  loop: NO_LOOP,
  reach: NO_REACH,
  colouring: 'surface',
  departure: null,
  travelAt: null,
  speedKmh: null,
}

export function isTrail(waypoint: Waypoint): waypoint is FollowedTrail {
  return 'trail' in waypoint
}

/** Waypoints that are points. */
export function pointsOf(waypoints: readonly Waypoint[]): LonLat[] {
  return waypoints.filter((waypoint): waypoint is LonLat => !isTrail(waypoint))
}

function waypointInput(waypoint: Waypoint): WaypointInput {
  if (!isTrail(waypoint)) return { at: [waypoint[0], waypoint[1]] }
  return { follow: { trail: { osmRelation: waypoint.trail }, direction: waypoint.way } }
}

/** The question that a plan asks; null with fewer than two waypoints, unless the one is a trail. */
export function toRouteInput({ waypoints, straightLegs, settings, avoid, travelAt }: Plan): RouteInput | null {
  if (waypoints.length < 2 && !waypoints.some(isTrail)) return null
  return {
    waypoints: waypoints.map(waypointInput),
    settings: {
      ...settingsInput(settings, 'route'),
      ...avoidInput(avoid),
      ...(travelAt === null ? {} : { at: travelAt.includes('T') ? { time: travelAt } : { date: travelAt } }),
    },
    ...(straightLegs.length === 0 ? {} : { straightLegs }),
  }
}

/** Whether the service looks for alternatives: to one leg, without trail, straight leg or date. */
export function takesAlternatives({ waypoints, straightLegs, travelAt }: Plan): boolean {
  return waypoints.length === 2 && !waypoints.some(isTrail) && straightLegs.length === 0 && travelAt === null
}

/** Whether a text is one that `travelAt` may hold. */
export function isTravelAt(text: string): boolean {
  return readAt(text)?.offsetMin === null
}

/** Null without a start. */
export function toLoopsInput({ loop, settings, avoid }: Plan): LoopsQueryVariables | null {
  return loopsInput(loop, { ...settingsInput(settings, 'loop'), ...avoidInput(avoid) })
}

/** Longest distance of a loop in kilometres. */
export function maxLoopKm(profile: TravelMode): number {
  return MAX_LOOP_KM[profile.toLowerCase() as Lowercase<TravelMode>]
}

/** Takes a waypoint out; straight legs keep their places, those that touch it are routed again. */
export function withoutWaypoint(plan: Plan, index: number): Plan {
  const straightLegs = plan.straightLegs
    .filter((leg) => leg !== index && leg !== index - 1)
    .map((leg) => (leg > index ? leg - 1 : leg))
  return { ...plan, waypoints: plan.waypoints.filter((_, i) => i !== index), straightLegs }
}

/** Puts a waypoint before another; legs beside it are routed. `index` may be the length: at the end. */
export function withWaypoint(plan: Plan, index: number, waypoint: Waypoint): Plan {
  if (plan.waypoints.length >= MAX_WAYPOINTS) return plan
  if (isTrail(waypoint) && plan.waypoints.filter(isTrail).length >= MAX_TRAILS) return plan
  const straightLegs = plan.straightLegs.filter((leg) => leg !== index - 1).map((leg) => (leg >= index ? leg + 1 : leg))
  return {
    ...plan,
    waypoints: [
      ...plan.waypoints.slice(0, index),
      isTrail(waypoint) ? waypoint : roundPoint(waypoint),
      ...plan.waypoints.slice(index),
    ],
    straightLegs,
  }
}

/**
 * Where a waypoint between start and goal belongs, so that the straight lines through all grow least. Beside trails, of
 * which the plan does not know where they lie, only where there is no other place.
 */
export function viaIndex(waypoints: readonly Waypoint[], [lon, lat]: LonLat): number {
  let best = waypoints.some(isTrail) ? waypoints.length - 1 : waypoints.length
  let leastM = Infinity
  for (let i = 1; i < waypoints.length; i++) {
    const from = waypoints[i - 1]
    const to = waypoints[i]
    if (isTrail(from) || isTrail(to)) continue
    const [fromLon, fromLat] = from
    const [toLon, toLat] = to
    const detourM =
      distanceM(fromLon, fromLat, lon, lat) +
      distanceM(lon, lat, toLon, toLat) -
      distanceM(fromLon, fromLat, toLon, toLat)
    if (detourM < leastM) {
      leastM = detourM
      best = i
    }
  }
  return best
}

/** As the first waypoint, the last, or between them. An only waypoint is the start. A trail at an end is kept. */
export function withPlaceAs(plan: Plan, role: 'from' | 'via' | 'to', point: LonLat): Plan {
  const { waypoints } = plan
  if (role === 'via') return withWaypoint(plan, viaIndex(waypoints, point), point)
  const last = waypoints.length - 1
  const isAdded = last < 1 || isTrail(waypoints[role === 'from' ? 0 : last])
  if (role === 'from') return isAdded ? withWaypoint(plan, 0, point) : withMovedWaypoint(plan, 0, point)
  return isAdded ? withWaypoint(plan, last + 1, point) : withMovedWaypoint(plan, last, point)
}

/**
 * With a trail to follow: at the end, or before a goal. A trail that is already in the plan stays where it is, and
 * takes the new direction.
 */
export function withTrail(plan: Plan, trail: FollowedTrail): Plan {
  const { waypoints } = plan
  const at = waypoints.findIndex((one) => isTrail(one) && one.trail === trail.trail)
  if (at >= 0) return { ...plan, waypoints: waypoints.map((one, i) => (i === at ? trail : one)) }
  const last = waypoints.at(-1)
  const isBeforeGoal = waypoints.length >= 2 && last !== undefined && !isTrail(last)
  return withWaypoint(plan, waypoints.length - (isBeforeGoal ? 1 : 0), trail)
}

export function withMovedWaypoint(plan: Plan, index: number, point: LonLat): Plan {
  return { ...plan, waypoints: plan.waypoints.map((old, i) => (i === index ? roundPoint(point) : old)) }
}

/** Changes the order; straight legs are forgotten, since their ends are no longer neighbours. */
export function withReorderedWaypoint(plan: Plan, from: number, to: number): Plan {
  if (to < 0 || to >= plan.waypoints.length || from === to) return plan
  const waypoints = plan.waypoints.filter((_, i) => i !== from)
  waypoints.splice(to, 0, plan.waypoints[from])
  return { ...plan, waypoints, straightLegs: [] }
}

/** 5 decimals: a metre. Longitudes beyond the antimeridian come back into -180..180. */
export function roundPoint([lon, lat]: LonLat): LonLat {
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  return [round(((((lon + 180) % 360) + 360) % 360) - 180), round(Math.max(-90, Math.min(90, lat)))]
}
