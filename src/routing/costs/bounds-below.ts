// Which settings bound others from below: no way costs less under a setting than the sum of these shares of its costs
// under the others. Few of them serve many settings, so that their metrics are worth making. A cost is linear in
// `hills` on either side of 0, and everything else that a setting has beside its bounds makes some ways dearer or
// closes them. Pure.

import { SETTINGS } from '../../travel/settings.ts'
import { type CostSettings, costKey, NEUTRAL } from './cost-settings.ts'
import { defaultsOf } from './default-costs.ts'

export interface BelowSettings {
  settings: CostSettings
  share: number
}

/** Running costs at least this share of walking: the least is that of a drop, 6 of 15 a decimetre. */
const RUN_OF_HIKE = 0.4

/** One or two settings with their shares. */
export function settingsBelow(s: CostSettings): BelowSettings[] {
  const runs = s.profile === 'run' && !s.shortest
  const wide = widened(runs ? { ...s, profile: 'hike' } : s)
  const whole = runs ? RUN_OF_HIKE : 1
  const steep = Math.abs(s.hills)
  const level = { settings: { ...wide, hills: 0 }, share: whole * (1 - steep) }
  // one without it serves both those who avoid paved ways and those who do not
  const end = { settings: { ...wide, hills: Math.sign(s.hills), avoidPaved: false }, share: whole * steep }
  return [level, end].filter(({ share }) => share > 0)
}

/**
 * Settings of which those below bound every other on foot, and most by a bicycle of the default kind, but for the
 * shortest way and ferries that are sought.
 */
export function settingsToBound(): CostSettings[] {
  const all: CostSettings[] = []
  for (const profile of ['hike', 'bike'] as const)
    for (const hills of [0, -1, 1])
      for (const avoidPaved of [false, true])
        for (const markedTrails of ['prefer', 'off'] as const)
          all.push({ ...defaultsOf(profile), hills, avoidPaved, ...(profile === 'hike' ? { markedTrails } : {}) })
  return all
}

/** Key of the metric that holds the costs of a setting rounded down. */
export function belowKey(settings: CostSettings): string {
  return `below,${costKey(settings)}`
}

/** Settings that are nowhere dearer, the same for many. */
function widened(s: CostSettings): CostSettings {
  return {
    ...s,
    maxSac: s.profile === 'bike' ? s.maxSac : SETTINGS.maxSac.max,
    markedTrails: s.markedTrails === 'strict' ? 'off' : s.markedTrails,
    avoidSteps: false,
    push: s.push === 'never' ? 'tagged' : s.push,
    useRoads: Math.max(s.useRoads, NEUTRAL),
    useFerry: Math.max(s.useFerry, NEUTRAL),
  }
}
