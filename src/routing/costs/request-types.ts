// A request for a route as every layer sees it, and its settings as applied (decision: layouts). camelCase here
// and in GraphQL; REST writes the mechanical snake_case.

import type { NameValue } from '../../language/sentence.ts'
import type { Walker } from '../../course/pace-models.ts'
import type { Avoid } from '../../travel/avoid.ts'
import type { AppliedSettings, RequestedSettings, SettingValue } from '../../travel/settings.ts'

export type { Profile } from '../../travel/settings.ts'
export type MarkedTrails = SettingValue<'markedTrails'>
export type BicycleType = SettingValue<'bicycleType'>
export type Position = [lon: number, lat: number]

/** A signed route in the place of a waypoint. */
export interface TrailToFollow {
  /** its number among the waypoints; `waypoints` has the start of its line there */
  waypoint: number
  relationId: number
  /** as messages call it */
  name: NameValue
  /** its line in walking order: lon and lat in turn, micro-degrees */
  parts: Int32Array[]
  /** the part of it to follow; absent: from its start, to its end */
  from?: Position | undefined
  to?: Position | undefined
  /** absent: forward, and between `from` and `to` the shorter */
  direction?: TrailDirection | undefined
}

export const TRAIL_DIRECTIONS = ['forward', 'backward', 'shorter'] as const
export type TrailDirection = (typeof TRAIL_DIRECTIONS)[number]

/** The request; absent fields take their defaults and are listed in `settingsDefaulted`. */
export interface PlanRouteInput extends RequestedSettings<'route' | 'trip'> {
  waypoints: Position[]
  /** signed routes to follow, ascending by waypoint; absent: none */
  trails?: TrailToFollow[] | undefined
  /** of the waypoints, null where one has none; absent: none has */
  names?: (NameValue | null)[] | undefined
  /** the walker's own pace; absent: a typical person's */
  walker?: Walker | undefined
  /** areas, ways and kinds of way that are not used; absent: none */
  avoid?: Avoid | undefined
  /** when the start is left: a time with offset, or a date (src/travel/at.ts); absent: dates are not regarded */
  at?: string | undefined
  /** other good routes wanted beside the best, 0 to 3; absent: 0, and the answer does not speak of them */
  alternatives?: number | undefined
  /** legs may be as long as GraphQL allows; absent: as long as REST does */
  longLegs?: boolean | undefined
}

/** Every setting as applied (decision: layouts). Absent if the profile does not accept it. */
export type RouteSettings = AppliedSettings<'route'> & RequestedSettings<'trip'>
