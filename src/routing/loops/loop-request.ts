// What a round-trip request comes to: its settings with their defaults, its target distance, and what is refused before
// any search (422 `too_long` above the range of the profile, 422 `setting_refused`). Pure; both the operation and the
// planner read it here.

import { ServiceError } from '../../errors.ts'
import type { RoundTripsInput, RoundTripsRequest } from './loop-types.ts'
import { applySettings } from '../costs/route-settings.ts'
import type { Profile, RouteSettings } from '../costs/route-types.ts'

export const LEAST_LOOP_KM = 0.5
export const MOST_LOOP_KM: Readonly<Record<Profile, number>> = { hike: 40, run: 40, bike: 60 }
export const MOST_ALTERNATIVES = 3

export interface LoopRequest {
  request: RoundTripsRequest
  settings: RouteSettings
}

/** Throws `too_long`, `setting_refused`. */
export function applyLoopRequest(input: RoundTripsInput): LoopRequest {
  const { start, profile, maxSac, markedTrails, avoidPaved, hills, bicycleType } = input
  const { settings } = applySettings({
    waypoints: [start],
    profile,
    maxSac,
    markedTrails,
    avoidPaved,
    hills,
    bicycleType,
  })
  const distanceM = Math.round((input.distanceM ?? input.distanceKm! * 1000) * 10) / 10
  const mostKm = MOST_LOOP_KM[settings.profile]
  if (distanceM > mostKm * 1000) {
    const field = input.distanceM === undefined ? 'distanceKm' : 'distanceM'
    throw new ServiceError(
      'too_long',
      `A ${settings.profile} loop may be at most ${mostKm} km long, and \`${field}\` asks for ${Number((distanceM / 1000).toFixed(3))} km.`,
      { inputPath: field },
    )
  }
  const request: RoundTripsRequest = {
    start,
    distanceKm: distanceM / 1000,
    distanceM,
    profile: settings.profile,
    direction: input.direction ?? null,
    alternatives: input.alternatives ?? 0,
    ...(settings.maxSac === undefined ? {} : { maxSac: settings.maxSac }),
    ...(settings.markedTrails === undefined ? {} : { markedTrails: settings.markedTrails }),
    avoidPaved: settings.avoidPaved,
    hills: settings.hills,
    ...(settings.bicycleType === undefined ? {} : { bicycleType: settings.bicycleType }),
    snapRadiusM: settings.snapRadiusM,
  }
  return { request, settings }
}
