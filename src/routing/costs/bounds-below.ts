// Which settings bound others from below: no way costs less under a setting than the sum of these shares of its costs
// under the others. Few of them serve many settings, so that their metrics are worth making. A cost is linear in
// `hills` on either side of 0, and everything else that a setting has beside its bounds makes some ways dearer or
// closes them. Pure.

import { SETTINGS } from '../../travel/settings.ts'
import { BICYCLE_TYPES, type CostSettings, costKey, NEUTRAL } from './cost-settings.ts'
import { defaultsOf } from './default-costs.ts'
import { HIKE_CLIMB, HIKE_KMH, RUN_CLIMB, RUN_KMH } from './foot-penalties.ts'

export interface BelowSettings {
  settings: CostSettings
  share: number
}

/** Running costs these shares of walking by length and by drop, and more of it by climb. */
const RUN_LENGTH = HIKE_KMH / RUN_KMH
const RUN_DROP = RUN_CLIMB.perDescentDm / HIKE_CLIMB.perDescentDm

/** One or two settings with their shares. */
export function settingsBelow(s: CostSettings): BelowSettings[] {
  const runs = s.profile === 'run' && !s.shortest
  const wide = widened(runs ? { ...s, profile: 'hike' } : s)
  const shares = runs ? runShares(s.hills) : { ofLevel: 1 - Math.abs(s.hills), ofEnd: Math.abs(s.hills) }
  const level = { settings: { ...wide, hills: 0 }, share: shares.ofLevel }
  // one without it serves both those who avoid paved ways and those who do not
  const end = { settings: { ...wide, hills: s.hills < 0 ? -1 : 1, avoidPaved: false }, share: shares.ofEnd }
  return [level, end].filter(({ share }) => share > 0)
}

/**
 * The largest shares of walking that running costs wherever it goes. At `hills` -1 climbs and drops count three times;
 * at 1 they do not count, and level ways up to twice.
 */
function runShares(hills: number): { ofLevel: number; ofEnd: number } {
  if (hills < 0) {
    const drops = RUN_DROP * (1 - 2 * hills)
    const ofEnd = Math.max(0, (drops - RUN_LENGTH) / 2)
    return { ofLevel: Math.min(RUN_LENGTH, drops) - ofEnd, ofEnd }
  }
  const ofLevel = RUN_DROP * (1 - hills)
  return { ofLevel, ofEnd: Math.min(RUN_LENGTH - ofLevel, (RUN_LENGTH * (1 + hills) - ofLevel) / 2) }
}

/**
 * Settings of which those below bound every other but the shortest way, and roads or ferries that are sought (ferries
 * only where there are any).
 */
export function settingsToBound(): CostSettings[] {
  const onFoot = (['prefer', 'off'] as const).map((markedTrails) => ({ ...defaultsOf('hike'), markedTrails }))
  const byBike = BICYCLE_TYPES.map((bicycleType) => ({ ...defaultsOf('bike'), bicycleType }))
  return [...onFoot, ...byBike].flatMap((one) =>
    [0, -1, 1].flatMap((hills) => [false, true].map((avoidPaved) => ({ ...one, hills, avoidPaved }))),
  )
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
    useFerry: s.useFerry > NEUTRAL ? SETTINGS.useFerry.max : NEUTRAL,
  }
}
