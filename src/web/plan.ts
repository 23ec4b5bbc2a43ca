// What the visitor has chosen: everything in a shared address, and nothing from an answer.
// Plain data, never changed in place. `null` in a setting means: not chosen, the service takes its default and says so.

import { distanceM, type LonLat } from '../geo/lon-lat.ts'
import { readAt } from '../travel/at.ts'
import { MAX_LOOP_KM, MAX_WAYPOINTS } from '../travel/limits.ts'
import type { Profile, RouteInput, RoundTripsInput } from './documents/generated/graphql.ts'
import { DEFAULT_SETTINGS, settingsInput } from './settings.ts'
import type { Settings } from './settings.ts'

export const MODES = ['route', 'loop', 'file', 'view'] as const
export type Mode = (typeof MODES)[number]
export const COLOURINGS = ['surface', 'sac', 'slope'] as const
export type Colouring = (typeof COLOURINGS)[number]

export interface LoopWish {
  start: LonLat | null
  distanceKm: number
  /** degrees clockwise from north; null: anywhere */
  directionDeg: number | null
  alternatives: number
}

export interface Plan {
  mode: Mode
  waypoints: LonLat[]
  /** legs drawn straight, counted from 0 */
  straightLegs: number[]
  settings: Settings
  loop: LoopWish
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
  straightLegs: [],
  settings: DEFAULT_SETTINGS,
  loop: { start: null, distanceKm: 10, directionDeg: null, alternatives: 2 },
  colouring: 'surface',
  departure: null,
  travelAt: null,
  speedKmh: null,
}

/** The question that a plan asks; null with fewer than two waypoints. */
export function toRouteInput({ waypoints, straightLegs, settings, travelAt }: Plan): RouteInput | null {
  if (waypoints.length < 2) return null
  return {
    waypoints: waypoints.map(([lon, lat]) => ({ at: [lon, lat] })),
    settings: { ...settingsInput(settings, 'route'), ...(travelAt === null ? {} : { at: atText(travelAt) }) },
    ...(straightLegs.length === 0 ? {} : { straightLegs }),
  }
}

/** The service takes the clock as written, whatever its offset: it is that of the place. */
const atText = (travelAt: string) => (travelAt.includes('T') ? `${travelAt}Z` : travelAt)

/** Whether a text is one that `travelAt` may hold. */
export function isTravelAt(text: string): boolean {
  return !text.endsWith('Z') && readAt(atText(text)) !== null
}

/** Null without a start. */
export function toLoopsInput({ loop, settings }: Plan): RoundTripsInput | null {
  if (loop.start === null) return null
  return {
    start: { at: [loop.start[0], loop.start[1]] },
    length: { distanceKm: loop.distanceKm },
    settings: settingsInput(settings, 'loop'),
    ...(loop.directionDeg === null ? {} : { direction: loop.directionDeg }),
    ...(loop.alternatives === 0 ? {} : { alternatives: loop.alternatives }),
  }
}

/** Longest distance of a loop in kilometres. */
export function maxLoopKm(profile: Profile): number {
  return MAX_LOOP_KM[profile.toLowerCase() as Lowercase<Profile>]
}

/** Takes a waypoint out; straight legs keep their places, those that touch it are routed again. */
export function withoutWaypoint(plan: Plan, index: number): Plan {
  const straightLegs = plan.straightLegs
    .filter((leg) => leg !== index && leg !== index - 1)
    .map((leg) => (leg > index ? leg - 1 : leg))
  return { ...plan, waypoints: plan.waypoints.filter((_, i) => i !== index), straightLegs }
}

/** Puts a waypoint before another; legs beside it are routed. `index` may be the length: at the end. */
export function withWaypoint(plan: Plan, index: number, point: LonLat): Plan {
  if (plan.waypoints.length >= MAX_WAYPOINTS) return plan
  const straightLegs = plan.straightLegs.filter((leg) => leg !== index - 1).map((leg) => (leg >= index ? leg + 1 : leg))
  return {
    ...plan,
    waypoints: [...plan.waypoints.slice(0, index), roundPoint(point), ...plan.waypoints.slice(index)],
    straightLegs,
  }
}

/** Where a waypoint between start and goal belongs, so that the straight lines through all grow least. */
export function viaIndex(waypoints: readonly LonLat[], [lon, lat]: LonLat): number {
  let best = waypoints.length
  let leastM = Infinity
  for (let i = 1; i < waypoints.length; i++) {
    const [fromLon, fromLat] = waypoints[i - 1]
    const [toLon, toLat] = waypoints[i]
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

/** As the first waypoint, the last, or between them. An only waypoint is the start. */
export function withPlaceAs(plan: Plan, role: 'from' | 'via' | 'to', point: LonLat): Plan {
  const { waypoints } = plan
  if (role === 'via') return withWaypoint(plan, viaIndex(waypoints, point), point)
  if (role === 'from') return waypoints.length < 2 ? withWaypoint(plan, 0, point) : withMovedWaypoint(plan, 0, point)
  return waypoints.length < 2
    ? withWaypoint(plan, waypoints.length, point)
    : withMovedWaypoint(plan, waypoints.length - 1, point)
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
