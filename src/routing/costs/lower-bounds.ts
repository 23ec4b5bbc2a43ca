// Which settings bound others from below: no way costs less under a setting than the sum of these shares of its costs
// under the others. Few of them serve many settings, so that their metrics are worth making. A cost is linear in
// `hills` on either side of 0, and a power by `useRoads`; everything else that a setting has beside its bounds makes
// some ways more expensive or closes them. Pure.

import { SETTINGS } from '../../travel/settings.ts'
import { MOST_TRAFFIC, ROADS_SHUNNED, ROADS_SOUGHT } from './bike-penalties.ts'
import {
  BICYCLE_TYPES,
  climbWeight,
  type CostSettings,
  costKey,
  MOST_CLIMB_WEIGHT,
  NEUTRAL,
  defaultsOf,
} from './route-settings.ts'
import { HIKE_CLIMB, HIKE_KMH, RUN_CLIMB, RUN_KMH } from './foot-penalties.ts'
import type { CostTable } from './arc-cost.ts'

export interface LowerBoundSettings {
  settings: CostSettings
  share: number
}

/** Running costs these shares of walking by length and by drop, and more of it by climb. */
const RUN_LENGTH = HIKE_KMH / RUN_KMH
const RUN_DROP = RUN_CLIMB.perDescentDm / HIKE_CLIMB.perDescentDm

/** A share below this is nothing but rounding. */
const LEAST_SHARE = 1e-9
/** Sets whose shares sum to less than this part of the best sum are dropped: so loose a bound slows a search down. */
const LEAST_OF_BEST = 0.6

/** Shares of the costs of two settings: one with `hills` 0 and `useRoads` neutral, and another. */
interface Shares {
  ofLevel: number
  ofOther: number
}

/**
 * Sets of one or two settings with their shares. Each set is a bound of its own, the first the closest. The others need
 * fewer settings, or ones that more requests share.
 */
export function lowerBoundSettings(s: CostSettings): LowerBoundSettings[][] {
  const runs = s.profile === 'run' && !s.shortest
  const wide = widened(runs ? { ...s, profile: 'hike' } : s)
  const isNeutral = s.useRoads === NEUTRAL
  const shares = !isNeutral ? roadShares(s) : runs ? [runShares(s)] : hillShares(s)
  const other = isNeutral ? { hills: s.hills < 0 ? -1 : 1 } : { hills: 0, useRoads: s.useRoads < NEUTRAL ? 0 : 1 }
  // Avoiding paved ways only makes ways more expensive, so one bound can serve both; steep settings by bicycle have
  // their own.
  const otherAvoids = isNeutral && s.profile === 'bike'
  const sets = shares.flatMap(({ ofLevel, ofOther }) =>
    (s.avoidPaved ? [true, false] : [false]).map((avoidPaved) =>
      [
        { settings: { ...wide, hills: 0, avoidPaved }, share: ofLevel },
        { settings: { ...wide, ...other, avoidPaved: avoidPaved && otherAvoids }, share: ofOther },
      ].filter(({ share }) => share > LEAST_SHARE),
    ),
  )
  return sets.filter((set) => set.length > 0 && sumOf(set) >= LEAST_OF_BEST * sumOf(sets[0]))
}

const sumOf = (set: LowerBoundSettings[]) => set.reduce((sum, { share }) => sum + share, 0)

/**
 * Shares of both sides of `hills`, and of one alone. At -1 climbs and drops count MOST_CLIMB_WEIGHT times; at 1 they do
 * not count, and level ways up to twice.
 */
function hillShares(s: CostSettings): Shares[] {
  const { profile, hills } = s
  const steep = Math.abs(hills)
  const level = { ofLevel: hills < 0 ? 1 : 1 - steep, ofOther: 0 }
  if (steep === 0) return [level]
  const end = { ofLevel: 0, ofOther: hills < 0 ? climbWeight(s) / MOST_CLIMB_WEIGHT[profile] : (1 + steep) / 2 }
  if (steep === 1) return [end, level]
  return [{ ofLevel: 1 - steep, ofOther: steep }, ...(steep < 0.5 ? [level, end] : [end, level])]
}

/**
 * Shares of both sides of `useRoads`, and of one alone. The costs of a way are a power of what they are at the extreme,
 * both as a multiple of those where it is neutral. A chord bounds that from below: exactly towards 0, where there are
 * but two multiples; within 5 % towards 1. No request has both this and `hills`; with `hills` above 0 a way costs at
 * least 1 - `hills` of what it costs without.
 */
function roadShares({ useRoads, hills }: CostSettings): Shares[] {
  const power = Math.abs(2 * useRoads - 1)
  const [least, most] = useRoads < NEUTRAL ? [1, ROADS_SHUNNED] : [1 / MOST_TRAFFIC, ROADS_SOUGHT]
  const slope = (most ** power - least ** power) / (most - least)
  const neutral = { ofLevel: least ** power, ofOther: 0 }
  const extreme = { ofLevel: 0, ofOther: most ** (power - 1) }
  const alone = extreme.ofOther > neutral.ofLevel ? [extreme, neutral] : [neutral, extreme]
  const atLeast = 1 - Math.max(0, hills)
  return [{ ofLevel: least ** power - slope * least, ofOther: slope }, ...alone].map(({ ofLevel, ofOther }) => ({
    ofLevel: ofLevel * atLeast,
    ofOther: ofOther * atLeast,
  }))
}

/** The largest shares of walking, at `hills` 0 and at -1 or 1, that running costs wherever it goes. */
function runShares({ profile, hills }: CostSettings): Shares {
  if (hills < 0) {
    const drops = RUN_DROP * climbWeight({ profile, hills })
    const ofEnd = Math.max(0, (drops - RUN_LENGTH) / (MOST_CLIMB_WEIGHT.hike - 1))
    return { ofLevel: Math.min(RUN_LENGTH, drops) - ofEnd, ofOther: ofEnd }
  }
  const ofLevel = RUN_DROP * (1 - hills)
  const ofEnd = Math.min(RUN_LENGTH - ofLevel, (RUN_LENGTH * (1 + hills) - ofLevel) / 2)
  return { ofLevel, ofOther: ofEnd }
}

/** Settings whose bounds an import prepares: they serve every request but the shortest way, and ferries preferred. */
export function settingsToBound(): CostSettings[] {
  const onFoot = (['prefer', 'off'] as const).map((markedTrails) => ({ ...defaultsOf('hike'), markedTrails }))
  const byBike = BICYCLE_TYPES.map((bicycleType) => ({ ...defaultsOf('bike'), bicycleType }))
  // only trips seek or shun roads, and only by the bicycle of default settings
  const byRoads = [0, 1].map((useRoads) => ({ ...defaultsOf('bike'), useRoads }))
  return [...onFoot, ...byBike]
    .flatMap((one) => [0, -1, 1].flatMap((hills) => [false, true].map((avoidPaved) => ({ ...one, hills, avoidPaved }))))
    .concat(byRoads)
}

/** Key of the metric that holds the costs of a setting rounded down. */
export function belowKey(settings: CostSettings): string {
  return `below,${costKey(settings)}`
}

/** Settings that are nowhere more expensive, the same for many. */
function widened(s: CostSettings): CostSettings {
  return {
    ...s,
    maxSac: s.profile === 'bike' ? s.maxSac : SETTINGS.maxSac.max,
    markedTrails: s.markedTrails === 'strict' ? 'off' : s.markedTrails,
    avoidSteps: false,
    push: s.profile === 'bike' ? 'anywhere' : s.push,
    useRoads: NEUTRAL,
    useFerry: s.useFerry > NEUTRAL ? SETTINGS.useFerry.max : NEUTRAL,
  }
}

/**
 * Whether what another setting still has to pay is a lower bound for one setting, because it only makes things more
 * expensive. Pure. * Whether no arc of any network with these classes costs less under `table` than under `other`.
 * Every term of the cost grows with its coefficient, and rounding up keeps the order, so comparing the coefficients
 * proves it.
 */
export function isNowhereCheaper(table: CostTable, other: CostTable): boolean {
  if (table.perAscentDm < other.perAscentDm || table.perDescentDm < other.perDescentDm) return false
  if (table.flatPenalty < other.flatPenalty || table.factor.length !== other.factor.length) return false
  const { factor, fallFactor = factor, fixed } = table
  const { factor: otherFactor, fallFactor: otherFall = otherFactor, fixed: otherFixed } = other
  for (let slot = 0; slot < factor.length; slot++) {
    if (factor[slot] === Infinity) continue
    if (factor[slot] < otherFactor[slot] || fallFactor[slot] < otherFall[slot]) return false
    if (otherFixed !== undefined && (fixed?.[slot] ?? 0) < otherFixed[slot]) return false
  }
  return true
}
