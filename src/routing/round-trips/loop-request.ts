// A round-trip request resolved: its settings with defaults, its target distance, and what is refused before any search
// (422 `too_long` above the range of the profile, 422 `setting_refused`). Pure; used by both the operation and the
// planner.

import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import type { RoundTripsInput, RoundTripsRequest } from './loop-types.ts'
import { applySettings } from '../costs/route-settings.ts'
import { MAX_LOOP_KM } from '../../travel/limits.ts'
import { type AppliedSettings, type AskedSettings, takenBy } from '../../travel/settings.ts'
import type { RouteSettings } from '../costs/request-types.ts'
import { tenths } from '../../wire/numbers.ts'

/** The supplied settings that a loop accepts. */
function loopSettings(settings: AskedSettings<'loop'>): AskedSettings<'loop'> {
  return Object.fromEntries(
    takenBy('loop')
      .map((name) => [name, settings[name]])
      .filter(([, value]) => value !== undefined),
  )
}

export interface LoopRequest {
  request: RoundTripsRequest
  settings: RouteSettings
}

/** Throws `too_long`, `setting_refused`. */
export function applyLoopRequest(input: RoundTripsInput): LoopRequest {
  const { settings } = applySettings({ waypoints: [input.start], ...loopSettings(input) })
  const distanceM = tenths(input.distanceM ?? input.distanceKm! * 1000)
  const mostKm = MAX_LOOP_KM[settings.profile]
  if (distanceM > mostKm * 1000) {
    const field = input.distanceM === undefined ? 'distanceKm' : 'distanceM'
    const loopKm = Number((distanceM / 1000).toFixed(3))
    throw new ServiceError(say('error.too_long.loop', { profile: settings.profile, maxKm: mostKm, field, loopKm }), {
      inputPath: field,
    })
  }
  const { profile, ...others } = loopSettings(settings) as AppliedSettings<'loop'>
  const request: RoundTripsRequest = {
    start: input.start,
    distanceKm: distanceM / 1000,
    distanceM,
    profile,
    direction: input.direction ?? null,
    alternatives: input.alternatives ?? 0,
    ...others,
    snapRadiusM: settings.snapRadiusM,
    ...(input.through === undefined ? {} : { through: input.through }),
    ...(input.walker === undefined ? {} : { walker: input.walker }),
  }
  return { request, settings }
}
