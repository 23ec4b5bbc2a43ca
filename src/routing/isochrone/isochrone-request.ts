// A reach request with its settings as applied, and the table of what they open. Only settings that forbid ways count:
// reach is the quickest or the shortest under them, whatever a route would rather take. Pure.

import type { CostModel } from '../costs/cost-model.ts'
import { costSettings, applySettings } from '../costs/route-settings.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { waypointLeg, type PointSubject, type RouteWords } from '../costs/point-subject.ts'
import type { RouteSettings } from '../costs/request-types.ts'
import { REACH_TOLERANCE_M } from '../../travel/limits.ts'
import { takenBy, type AppliedSettings, type AskedSettings } from '../../travel/settings.ts'
import type { ReachInput, ReachRequest } from './isochrone-types.ts'

/** The point of a reach. */
export const REACH_SUBJECT: PointSubject = {
  point: { role: 'place', index: 0, of: 1, name: null },
  inputPath: 'from',
  radiusSetting: 'snapRadiusM',
}

export const REACH_WORDS: Pick<RouteWords, 'subjectOf' | 'leg'> = { subjectOf: () => REACH_SUBJECT, leg: waypointLeg }

/** The settings that a reach takes, out of a request or of what was applied. */
function reachSettings<Settings extends AskedSettings<'reach'>>(settings: Settings): AskedSettings<'reach'> {
  return Object.fromEntries(
    takenBy('reach')
      .map((name) => [name, settings[name]])
      .filter(([, value]) => value !== undefined),
  )
}

/** Throws `setting_refused`. */
export function applyReachRequest(input: ReachInput): { request: ReachRequest; settings: RouteSettings } {
  const { settings } = applySettings({ waypoints: [input.from], ...reachSettings(input) })
  const { polygons = true, lines = false } = input.output ?? {}
  const request: ReachRequest = {
    from: input.from,
    direction: input.direction ?? 'from',
    minutes: input.minutes ?? null,
    metres: input.metres ?? null,
    output: { polygons, lines },
    toleranceM: input.toleranceM ?? REACH_TOLERANCE_M.preset,
    ...(reachSettings(settings) as AppliedSettings<'reach'>),
    ...(input.walker === undefined ? {} : { walker: input.walker }),
  }
  return { request, settings }
}

/** What the settings open; a bicycle is pushed only where a tag says that its rider dismounts. */
export function reachTable(model: CostModel, settings: RouteSettings): CostTable {
  return model.table(costSettings({ ...settings, shortest: true }))
}
