// What decides costs where nothing is requested. Pure.

import { costSettings, type CostSettings } from './cost-settings.ts'
import type { PlanRouteInput, Profile } from './request-types.ts'
import { applySettings } from './route-settings.ts'

const WAYPOINTS: PlanRouteInput['waypoints'] = [
  [0, 0],
  [0, 0],
]

export function defaultsOf(profile: Profile): CostSettings {
  return costSettings(applySettings({ waypoints: WAYPOINTS, profile }).settings)
}
